import { firstEndingAt, lengthOf } from './bounds.js';

/** A set of integers kept as sorted inclusive ranges that never touch. */
export class RangeSet {
  #ranges = [];

  /** Adds all integers from first to last, merging with touching ranges. */
  add(first, last = first) {
    if (first > last) throw new RangeError('range is reversed');
    const from = firstEndingAt(this.#ranges, first - 1);
    let merged = [first, last];
    let to = from;
    while (to < this.#ranges.length && this.#ranges[to][0] <= last + 1) {
      const [low, high] = this.#ranges[to];
      merged = [Math.min(merged[0], low), Math.max(merged[1], high)];
      to += 1;
    }
    this.#ranges.splice(from, to - from, merged);
    return this;
  }

  /** Removes all integers from first to last. */
  remove(first, last = first) {
    this.#ranges = this.#ranges.flatMap(([low, high]) => {
      const before = [low, Math.min(high, first - 1)];
      const after = [Math.max(low, last + 1), high];
      return [before, after].filter((range) => lengthOf(range) > 0);
    });
    return this;
  }

  has(value) {
    const range = this.#ranges[firstEndingAt(this.#ranges, value)];
    return range !== undefined && range[0] <= value;
  }

  /** Number of integers in the set. */
  get size() {
    return this.#ranges.reduce((sum, range) => sum + lengthOf(range), 0);
  }

  /** Text such as `1-3,7,9-10`. */
  toString() {
    return this.#ranges.map(([low, high]) => (low === high ? `${low}` : `${low}-${high}`)).join(',');
  }
}

/** A collection that remembers how often each element occurs. */
export class Multiset {
  #counts = new Map();

  constructor(elements = []) {
    for (const element of elements) this.add(element);
  }

  /** Number of elements, repetitions included. */
  get size() {
    return [...this.#counts.values()].reduce((total, count) => total + count, 0);
  }

  /** How often an element occurs. */
  count(element) {
    return this.#counts.get(element) ?? 0;
  }

  /** Adds an element a number of times; negative numbers remove, down to none. */
  add(element, times = 1) {
    const count = Math.max(this.count(element) + times, 0);
    if (count === 0) this.#counts.delete(element);
    else this.#counts.set(element, count);
    return this;
  }

  /** Distinct elements in the order in which they were first added. */
  distinct() {
    return [...this.#counts.keys()];
  }

  /** Combines two multisets: larger counts for union, smaller for intersection. */
  static combine(first, second, choose) {
    const result = new Multiset();
    for (const element of new Set([...first.distinct(), ...second.distinct()])) {
      result.add(element, choose(first.count(element), second.count(element)));
    }
    return result;
  }

  union(other) {
    return Multiset.combine(this, other, Math.max);
  }

  intersection(other) {
    return Multiset.combine(this, other, Math.min);
  }

  /** Whether `other` holds every element at least as often. */
  isSubsetOf(other) {
    return this.distinct().every((element) => this.count(element) <= other.count(element));
  }

  /** The `limit` most frequent elements with their counts; ties keep their order. */
  mostCommon(limit = this.#counts.size) {
    return [...this.#counts].sort((a, b) => b[1] - a[1]).slice(0, limit);
  }
}

/** Maps half-open integer intervals to values; later assignments overwrite earlier ones. */
export class IntervalMap {
  #entries = [];

  /** Assigns a value to start <= key < end. */
  set(start, end, value) {
    if (start >= end) return this;
    const kept = [];
    for (const entry of this.#entries) {
      if (entry.start < start) kept.push({ ...entry, end: Math.min(entry.end, start) });
      if (entry.end > end) kept.push({ ...entry, start: Math.max(entry.start, end) });
    }
    kept.push({ start, end, value });
    this.#entries = kept.sort((a, b) => a.start - b.start);
    return this;
  }

  /** The value at a key, found by bisection, or undefined. */
  get(key) {
    let low = 0;
    let high = this.#entries.length - 1;
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const { start, end, value } = this.#entries[middle];
      if (key < start) high = middle - 1;
      else if (key >= end) low = middle + 1;
      else return value;
    }
    return undefined;
  }

  /** The intervals in order as [start, end, value]; touching equal values are joined. */
  entries() {
    const joined = [];
    for (const { start, end, value } of this.#entries) {
      const previous = joined[joined.length - 1];
      if (previous && previous[1] === start && previous[2] === value) previous[1] = end;
      else joined.push([start, end, value]);
    }
    return joined;
  }
}

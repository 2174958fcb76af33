/** A map with a capacity that forgets the least recently used entry first. */
export class LruCache {
  #entries = new Map();

  /** Creates an empty cache; the optional callback hears of every evicted entry. */
  constructor(capacity, onEvict = () => {}) {
    if (!(capacity >= 1)) throw new RangeError('capacity must be at least 1');
    this.capacity = capacity;
    this.onEvict = onEvict;
    this.hits = 0;
    this.misses = 0;
  }

  get size() {
    return this.#entries.size;
  }

  /** Returns the value and marks its key as just used. */
  get(key) {
    const found = this.#entries.has(key);
    this.hits += found ? 1 : 0;
    this.misses += found ? 0 : 1;
    if (found) this.#touch(key, this.peek(key));
    return this.peek(key);
  }

  /** Returns the value without any effect on the order or the counters. */
  peek(key) {
    return this.#entries.get(key);
  }

  /** Stores a value as the most recently used one. */
  set(key, value) {
    this.#touch(key, value);
    if (this.#entries.size > this.capacity) {
      const [oldest, dropped] = this.#entries.entries().next().value;
      this.#entries.delete(oldest);
      this.onEvict(oldest, dropped);
    }
    return this;
  }

  /** Keys from the least to the most recently used. */
  keys() {
    return [...this.#entries.keys()];
  }

  #touch(key, value) {
    // A map keeps insertion order, so inserting again moves the key to the end.
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }
}

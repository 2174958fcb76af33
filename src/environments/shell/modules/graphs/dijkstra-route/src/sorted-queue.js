/**
 * A priority queue kept as a sorted array, with the least priority at the end so
 * that taking it is cheap. Equal priorities leave in the order they came.
 */
export class SortedQueue {
  #entries = [];

  get isEmpty() {
    return this.#entries.length === 0;
  }

  insert(item, priority) {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle].priority > priority) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { item, priority });
  }

  takeLeast() {
    return this.#entries.pop();
  }
}

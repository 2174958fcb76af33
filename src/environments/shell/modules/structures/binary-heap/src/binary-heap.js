import { siftDown, siftUp } from './sift.js';

/** A priority queue: pop returns an item that no other precedes under `compare`. */
export class BinaryHeap {
  #items = [];
  #compare;

  constructor(compare = (a, b) => a - b, items = []) {
    this.#compare = compare;
    for (const item of items) this.push(item);
  }

  get size() {
    return this.#items.length;
  }

  /** The next item, or undefined when the heap is empty. */
  peek() {
    return this.#items[0];
  }

  /** Adds an item and returns the new size. */
  push(item) {
    this.#items.push(item);
    siftUp(this.#items, this.#compare);
    return this.size;
  }

  /** Removes and returns the next item. */
  pop() {
    const top = this.#items[0];
    const last = this.#items.pop();
    if (this.size === 0) return top;
    this.#items[0] = last;
    siftDown(this.#items, this.#compare);
    return top;
  }
}

/** The `count` smallest values in ascending order. */
export function smallest(values, count) {
  const heap = new BinaryHeap(undefined, values);
  const taken = [];
  while (taken.length < count && heap.size > 0) taken.push(heap.pop());
  return taken;
}

/** A first-in first-out buffer of fixed capacity that overwrites its oldest items. */
export class RingBuffer {
  #slots;
  #head = 0;
  #length = 0;

  constructor(capacity) {
    this.#slots = new Array(capacity).fill(undefined);
  }

  get length() {
    return this.#length;
  }

  get isFull() {
    return this.#length === this.#slots.length;
  }

  /** Appends an item; returns the overwritten one when the buffer was full. */
  write(item) {
    const tail = (this.#head + this.#length) % this.#slots.length;
    const lost = this.#slots[tail];
    this.#slots[tail] = item;
    if (this.isFull) this.#head = (this.#head + 1) % this.#slots.length;
    else this.#length += 1;
    return lost;
  }

  /** Removes and returns the oldest item, or undefined when there is none. */
  read() {
    if (this.#length === 0) return undefined;
    const item = this.#slots[this.#head];
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) % this.#slots.length;
    this.#length -= 1;
    return item;
  }

  /** The item at an index from the oldest; negative indices count from the newest. */
  at(index) {
    const offset = index < 0 ? this.#length + index : index;
    if (offset < 0 || offset >= this.#length) return undefined;
    return this.#slots[(this.#head + offset) % this.#slots.length];
  }

  /** All items from the oldest to the newest. */
  toArray() {
    return Array.from({ length: this.#length }, (_slot, index) => this.at(index));
  }
}

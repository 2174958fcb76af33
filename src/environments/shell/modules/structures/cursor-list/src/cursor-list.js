import { linkAfter, unlink } from './links.js';

/**
 * A circular doubly linked list with a cursor on its current item, as used for
 * open windows or players around a table.
 */
export class CursorList {
  #current = null;
  #length = 0;

  constructor(values = []) {
    for (const value of values) this.insert(value);
    // Start at the first value rather than at the one inserted last.
    this.move(1);
  }

  get length() {
    return this.#length;
  }

  get current() {
    return this.#current?.value;
  }

  /** Inserts a value after the cursor and makes it current. */
  insert(value) {
    this.#current = linkAfter(this.#current, value);
    this.#length += 1;
    return this;
  }

  /** Moves the cursor forwards, or backwards for negative steps. */
  move(steps) {
    for (let i = 0; i < Math.abs(steps) % this.#length; i++) {
      this.#current = steps > 0 ? this.#current.next : this.#current.previous;
    }
    return this;
  }

  /** Removes and returns the current value; its successor becomes current. */
  remove() {
    if (this.#length === 0) return undefined;
    const { value } = this.#current;
    this.#current = unlink(this.#current);
    this.#length -= 1;
    return value;
  }

  /** Values once around, starting at the cursor. */
  toArray() {
    return Array.from({ length: this.#length }, () => {
      const value = this.current;
      this.move(1);
      return value;
    });
  }
}

/** Order in which every `step`-th of the people in a circle is counted out. */
export function countOut(people, step) {
  const circle = new CursorList(people);
  return people.map(() => circle.move(step - 1).remove());
}

import { linkAfter, unlink } from './links.js';

/**
 * A circular doubly linked list with a cursor on its current item, as used for
 * open windows or players around a table.
 */
export class CursorList {
  length = 0;
  #current = null;

  constructor(values = []) {
    for (const value of values) this.insert(value);
    // Start at the first value rather than at the one inserted last.
    this.move(1);
  }

  get current() {
    return this.#current?.value;
  }

  /** Inserts a value after the cursor and makes it current. */
  insert(value) {
    this.#current = linkAfter(this.#current, value);
    this.length += 1;
    return this;
  }

  /** Moves the cursor forwards, or backwards for negative steps. */
  move(steps) {
    const side = steps > 0 ? 'next' : 'previous';
    for (let i = 0; i < Math.abs(steps) % this.length; i++) this.#current = this.#current[side];
    return this;
  }

  /** Removes and returns the current value; its successor becomes current. */
  remove() {
    if (this.length === 0) return undefined;
    const { value } = this.#current;
    this.#current = unlink(this.#current);
    this.length -= 1;
    return value;
  }

  /** Values once around, starting at the cursor. */
  toArray() {
    return Array.from({ length: this.length }, () => {
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

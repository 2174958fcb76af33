/**
 * A binary min-heap of `{ value, run }` entries; equal values are ordered by `run`.
 */
export class RunHeap {
  constructor(compare) {
    this.compare = compare;
    this.entries = [];
  }

  get size() {
    return this.entries.length;
  }

  before(i, j) {
    const order = this.compare(this.entries[i].value, this.entries[j].value);
    return order < 0 || (order === 0 && this.entries[i].run < this.entries[j].run);
  }

  swap(i, j) {
    [this.entries[i], this.entries[j]] = [this.entries[j], this.entries[i]];
  }

  push(entry) {
    let child = this.entries.push(entry) - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.before(child, parent)) break;
      this.swap(child, parent);
      child = parent;
    }
  }

  pop() {
    this.swap(0, this.size - 1);
    const top = this.entries.pop();
    let parent = 0;
    for (;;) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < this.size && this.before(child, least)) least = child;
      }
      if (least === parent) return top;
      this.swap(parent, least);
      parent = least;
    }
  }
}

/**
 * Disjoint sets over the numbers 0..size-1, with union by size and path halving.
 */
export class DisjointSet {
  constructor(size) {
    this.parent = Array.from({ length: size }, (_, index) => index);
    this.sizes = new Array(size).fill(1);
    this.count = size;
  }

  find(index) {
    let root = index;
    while (this.parent[root] !== root) {
      this.parent[root] = this.parent[this.parent[root]];
      root = this.parent[root];
    }
    return root;
  }

  /** Joins two sets; false when they were one already. The larger set's root stays. */
  union(a, b) {
    let [large, small] = [this.find(a), this.find(b)];
    if (large === small) return false;
    if (this.sizes[large] < this.sizes[small]) [large, small] = [small, large];
    this.parent[small] = large;
    this.sizes[large] += this.sizes[small];
    this.count -= 1;
    return true;
  }
}

import { RunHeap } from './run-heap.js';

const ascending = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Merges sorted lists into one sorted list. Stable: among equal items those of
 * earlier lists come first.
 * @template T
 * @param {T[][]} lists
 * @param {{ compare?: (a: T, b: T) => number, unique?: boolean, limit?: number }} [options]
 *   `unique` keeps only the first of equal items; `limit` stops after that many items
 * @returns {T[]}
 */
export function mergeSorted(lists, { compare = ascending, unique = false, limit = Infinity } = {}) {
  const heap = new RunHeap(compare);
  const next = lists.map(() => 0);
  const advance = (run) => {
    if (next[run] < lists[run].length) heap.push({ value: lists[run][next[run]++], run });
  };
  lists.forEach((_, run) => advance(run));
  const merged = [];
  while (heap.size > 0 && merged.length < limit) {
    const { value, run } = heap.pop();
    const repeated = merged.length > 0 && compare(merged[merged.length - 1], value) === 0;
    if (!unique || !repeated) merged.push(value);
    advance(run);
  }
  return merged;
}

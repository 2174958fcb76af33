/**
 * Three-way partition around a pivot value: smaller items first, then equal,
 * then greater. Returns where the equal part starts and ends (end exclusive).
 * @param {number[]} items changed in place
 * @param {number} pivot
 * @param {number} from
 * @param {number} to exclusive
 * @returns {[number, number]}
 */
export function partitionThreeWay(items, pivot, from = 0, to = items.length) {
  let less = from;
  let greater = to;
  let index = from;
  while (index < greater) {
    if (items[index] < pivot) {
      [items[less], items[index]] = [items[index], items[less]];
      less += 1;
      index += 1;
    } else if (items[index] > pivot) {
      greater -= 1;
      [items[greater], items[index]] = [items[index], items[greater]];
    } else {
      index += 1;
    }
  }
  return [less, greater];
}

/**
 * The item that would be at `rank` (from 0) if the items were sorted.
 * @param {number[]} items left unchanged
 * @param {number} rank
 * @returns {number}
 */
export function quickSelect(items, rank) {
  if (rank < 0 || rank >= items.length) throw new RangeError(`no item of rank ${rank}`);
  const work = items.slice();
  let from = 0;
  let to = work.length;
  for (;;) {
    const pivot = work[(from + to) >> 1];
    const [start, end] = partitionThreeWay(work, pivot, from, to);
    if (rank < start) to = start;
    else if (rank >= end) from = end;
    else return pivot;
  }
}

/**
 * Median; the mean of the two middle items for an even count.
 * @param {number[]} items not empty
 * @returns {number}
 */
export function median(items) {
  const middle = Math.floor(items.length / 2);
  const upper = quickSelect(items, middle);
  return items.length % 2 === 1 ? upper : (quickSelect(items, middle - 1) + upper) / 2;
}

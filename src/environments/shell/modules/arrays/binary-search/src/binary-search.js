/**
 * Index of the first element that is not less than `target`, or the length.
 * @param {number[]} sorted ascending
 * @param {number} target
 * @returns {number}
 */
export function lowerBound(sorted, target) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Index of the first element greater than `target`, or the length.
 * @param {number[]} sorted ascending
 * @param {number} target
 * @returns {number}
 */
export function upperBound(sorted, target) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Index of the first occurrence of `target`, or -1.
 * @param {number[]} sorted ascending
 * @param {number} target
 * @returns {number}
 */
export function indexOfSorted(sorted, target) {
  const index = lowerBound(sorted, target);
  return sorted[index] === target ? index : -1;
}

/**
 * The element nearest to `target`; the smaller one of a tie. Undefined when empty.
 * @param {number[]} sorted ascending
 * @param {number} target
 * @returns {number | undefined}
 */
export function nearest(sorted, target) {
  const index = lowerBound(sorted, target);
  if (index === 0) return sorted[0];
  if (index === sorted.length) return sorted[index - 1];
  const below = sorted[index - 1];
  const above = sorted[index];
  return target - below <= above - target ? below : above;
}

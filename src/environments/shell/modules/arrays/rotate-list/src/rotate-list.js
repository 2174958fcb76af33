function reverseRange(items, from, to) {
  while (from < to) {
    [items[from], items[to]] = [items[to], items[from]];
    from += 1;
    to -= 1;
  }
}

/**
 * Rotates an array in place by `steps` to the left (to the right when negative),
 * with three reversals instead of a copy.
 * @template T
 * @param {T[]} items
 * @param {number} steps
 * @returns {T[]} the same array
 */
export function rotateInPlace(items, steps) {
  const length = items.length;
  if (length < 2) return items;
  const shift = ((steps % length) + length) % length;
  reverseRange(items, 0, shift - 1);
  reverseRange(items, shift, length - 1);
  reverseRange(items, 0, length - 1);
  return items;
}

/**
 * The left rotation that turns `from` into `to`, or -1 when there is none.
 * @param {unknown[]} from
 * @param {unknown[]} to
 * @returns {number}
 */
export function findRotation(from, to) {
  if (from.length !== to.length) return -1;
  if (from.length === 0) return 0;
  for (let shift = 0; shift < from.length; shift += 1) {
    if (to.every((item, index) => item === from[(index + shift) % from.length])) return shift;
  }
  return -1;
}

/**
 * Position of the smallest element in a rotated ascending array without repeats,
 * found by bisection; -1 when empty.
 * @param {number[]} rotated
 * @returns {number}
 */
export function rotationPoint(rotated) {
  if (rotated.length === 0) return -1;
  let low = 0;
  let high = rotated.length - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (rotated[middle] > rotated[high]) low = middle + 1;
    else high = middle;
  }
  return low;
}

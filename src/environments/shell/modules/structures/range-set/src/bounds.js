/** Index of the first range that ends at or after `value`, found by bisection. */
export function firstEndingAt(ranges, value) {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle][1] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of integers in an inclusive range. */
export function lengthOf([first, last]) {
  return last - first + 1;
}

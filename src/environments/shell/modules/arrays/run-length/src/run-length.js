/**
 * Collapses runs of equal neighbours into `[value, count]` pairs.
 * @template T
 * @param {T[]} values
 * @returns {[T, number][]}
 */
export function encodeRuns(values) {
  const runs = [];
  for (const value of values) {
    const last = runs[runs.length - 1];
    if (last !== undefined && Object.is(last[0], value)) last[1] += 1;
    else runs.push([value, 1]);
  }
  return runs;
}

/**
 * Expands `[value, count]` pairs.
 * @template T
 * @param {[T, number][]} runs
 * @returns {T[]}
 */
export function decodeRuns(runs) {
  return runs.flatMap(([value, count]) => {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`bad run length ${count}`);
    return new Array(count).fill(value);
  });
}

/**
 * The longest run with its start; the first of equally long ones, null when empty.
 * @template T
 * @param {T[]} values
 * @returns {{ value: T, start: number, count: number } | null}
 */
export function longestRun(values) {
  let best = null;
  let start = 0;
  for (const [value, count] of encodeRuns(values)) {
    if (best === null || count > best.count) best = { value, start, count };
    start += count;
  }
  return best;
}

/**
 * The value at `index` of the expanded list, without expanding it.
 * @template T
 * @param {[T, number][]} runs
 * @param {number} index
 * @returns {T | undefined}
 */
export function valueAt(runs, index) {
  if (index < 0) return undefined;
  let remaining = index;
  for (const [value, count] of runs) {
    if (remaining < count) return value;
    remaining -= count;
  }
  return undefined;
}

/**
 * Maximum of every window of `size` neighbours, in linear time with a queue of
 * candidate indices whose values fall from front to back.
 * @param {number[]} values
 * @param {number} size
 * @returns {number[]}
 */
export function slidingMax(values, size) {
  if (size < 1) throw new RangeError('window size must be at least 1');
  const maxima = [];
  const candidates = [];
  for (let i = 0; i < values.length; i += 1) {
    if (candidates.length > 0 && candidates[0] <= i - size) candidates.shift();
    while (candidates.length > 0 && values[candidates[candidates.length - 1]] <= values[i]) {
      candidates.pop();
    }
    candidates.push(i);
    if (i >= size - 1) maxima.push(values[candidates[0]]);
  }
  return maxima;
}

/**
 * Largest sum of any window of `size` neighbours; -Infinity when there is none.
 * @param {number[]} values
 * @param {number} size
 * @returns {number}
 */
export function bestWindowSum(values, size) {
  let sum = 0;
  let best = -Infinity;
  for (let i = 0; i < values.length; i += 1) {
    sum += values[i];
    if (i >= size) sum -= values[i - size];
    if (i + 1 >= size) best = Math.max(best, sum);
  }
  return best;
}

/**
 * Length of the shortest run of non-negative values whose sum reaches `target`;
 * 0 when no run does.
 * @param {number[]} values
 * @param {number} target positive
 * @returns {number}
 */
export function shortestRunReaching(values, target) {
  let shortest = Infinity;
  let sum = 0;
  let start = 0;
  values.forEach((value, end) => {
    sum += value;
    while (sum >= target) {
      shortest = Math.min(shortest, end - start + 1);
      sum -= values[start];
      start += 1;
    }
  });
  return shortest === Infinity ? 0 : shortest;
}

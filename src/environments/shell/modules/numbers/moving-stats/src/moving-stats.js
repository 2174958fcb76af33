/**
 * Mean and spread of a stream of numbers by Welford's method, which stays accurate
 * where summing squares would not.
 */
export class RunningStats {
  count = 0;
  mean = 0;
  #squares = 0;

  /** Adds a value and returns the stats for chaining. */
  add(value) {
    this.count += 1;
    const distance = value - this.mean;
    this.mean += distance / this.count;
    this.#squares += distance * (value - this.mean);
    return this;
  }

  /** Sample variance; 0 for fewer than two values. */
  get variance() {
    return this.count < 2 ? 0 : this.#squares / (this.count - 1);
  }
}

/**
 * Mean of the last `size` values at each position; of fewer at the start.
 * @param {number[]} values
 * @param {number} size
 * @returns {number[]}
 */
export function movingAverage(values, size) {
  let sum = 0;
  return values.map((value, index) => {
    sum += value;
    if (index >= size) sum -= values[index - size];
    return sum / Math.min(index + 1, size);
  });
}

/**
 * Exponential smoothing: each output moves from the last one towards the value by
 * the share `alpha`.
 * @param {number[]} values
 * @param {number} alpha in (0, 1]
 * @returns {number[]}
 */
export function smooth(values, alpha) {
  if (!(alpha > 0 && alpha <= 1)) throw new RangeError('alpha must be in (0, 1]');
  const result = [];
  for (const value of values) {
    const last = result.at(-1) ?? value;
    result.push(last + alpha * (value - last));
  }
  return result;
}

/**
 * Indices of values farther than `limit` standard deviations from the mean.
 * @param {number[]} values
 * @param {number} [limit]
 * @returns {number[]}
 */
export function outliers(values, limit = 2) {
  const stats = values.reduce((running, value) => running.add(value), new RunningStats());
  const allowed = limit * Math.sqrt(stats.variance);
  return values.flatMap((value, index) => (Math.abs(value - stats.mean) > allowed ? [index] : []));
}

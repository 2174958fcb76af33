/**
 * Rounds half away from zero to `digits` decimals (negative digits round to tens,
 * hundreds, ...). Shifts by exponent text, which avoids errors such as 1.005 * 100.
 * @param {number} value
 * @param {number} [digits]
 * @returns {number}
 */
export function roundTo(value, digits = 0) {
  const shift = (number, places) => {
    const [mantissa, exponent = '0'] = String(number).split('e');
    return Number(`${mantissa}e${Number(exponent) + places}`);
  };
  const rounded = shift(Math.round(shift(Math.abs(value), digits)), -digits);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/**
 * Nearest multiple of `step` counted from `origin`; ties go up.
 * @param {number} value
 * @param {number} step positive
 * @param {number} [origin]
 * @returns {number}
 */
export function snap(value, step, origin = 0) {
  if (!(step > 0)) throw new RangeError('step must be positive');
  const count = Math.round((value - origin) / step);
  return roundTo(origin + count * step, 9);
}

/**
 * Snaps a slider value to its steps and keeps it within `min` and `max`; the last
 * step that fits counts as the maximum.
 * @param {number} value
 * @param {{ min?: number, max?: number, step?: number }} [range]
 * @returns {number}
 */
export function clampToStep(value, { min = 0, max = 100, step = 1 } = {}) {
  if (max < min) throw new RangeError('max is below min');
  const stepsThatFit = Math.floor(roundTo((max - min) / step, 9));
  const highest = roundTo(min + stepsThatFit * step, 9);
  return Math.min(highest, Math.max(min, snap(value, step, min)));
}

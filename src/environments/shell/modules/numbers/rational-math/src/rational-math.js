import { parseRational } from './parse-rational.js';

function greatestDivisor(a, b) {
  return b === 0 ? Math.abs(a) : greatestDivisor(b, a % b);
}

/**
 * A reduced fraction with positive denominator, as `[numerator, denominator]`.
 * @param {number} numerator
 * @param {number} [denominator]
 * @returns {[number, number]}
 */
export function rational(numerator, denominator = 1) {
  if (denominator === 0) throw new RangeError('zero denominator');
  if (numerator === 0) return [0, 1];
  const divisor = greatestDivisor(numerator, denominator) * Math.sign(denominator);
  return [numerator / divisor, denominator / divisor];
}

/** Sum of two fractions. */
export const add = ([a, b], [c, d]) => rational(a * d + c * b, b * d);

/** Difference of two fractions. */
export const subtract = ([a, b], [c, d]) => rational(a * d - c * b, b * d);

/** Product of two fractions. */
export const multiply = ([a, b], [c, d]) => rational(a * c, b * d);

/** Quotient of two fractions; throws for a zero divisor. */
export const divide = ([a, b], [c, d]) => rational(a * d, b * c);

/** Negative, zero or positive as the first fraction is less, equal or greater. */
export const compare = ([a, b], [c, d]) => Math.sign(a * d - c * b);

/**
 * Reads an integer, decimal or fraction.
 * @param {string} text
 * @returns {[number, number]}
 */
export const parse = (text) => rational(...parseRational(text));

/**
 * Writes a fraction as an integer, a fraction or a mixed number such as `-1 3/4`.
 * @param {[number, number]} fraction reduced
 * @returns {string}
 */
export function format([numerator, denominator]) {
  if (denominator === 1) return String(numerator);
  const size = Math.abs(numerator);
  const whole = Math.floor(size / denominator);
  const sign = numerator < 0 ? '-' : '';
  const rest = `${size % denominator}/${denominator}`;
  return whole > 0 ? `${sign}${whole} ${rest}` : sign + rest;
}

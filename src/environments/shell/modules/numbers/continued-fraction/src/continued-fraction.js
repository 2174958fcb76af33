/**
 * Continued fraction terms of numerator / denominator, e.g. 415/93 = [4; 2, 6, 7].
 * @param {number} numerator integer
 * @param {number} denominator positive integer
 * @returns {number[]}
 */
export function toTerms(numerator, denominator) {
  if (denominator <= 0) throw new RangeError('denominator must be positive');
  const terms = [];
  let [p, q] = [numerator, denominator];
  while (q !== 0) {
    const term = Math.floor(p / q);
    terms.push(term);
    [p, q] = [q, p - term * q];
  }
  return terms;
}

/**
 * The convergents `[p, q]` of a continued fraction, one for each term.
 * @param {number[]} terms
 * @returns {[number, number][]}
 */
export function convergents(terms) {
  const fractions = [];
  let [previousP, previousQ] = [0, 1];
  let [p, q] = [1, 0];
  for (const term of terms) {
    [previousP, p] = [p, term * p + previousP];
    [previousQ, q] = [q, term * q + previousQ];
    fractions.push([p, q]);
  }
  return fractions;
}

/**
 * The last convergent of a number whose denominator does not exceed `maxDenominator`.
 * @param {number} value
 * @param {number} maxDenominator at least 1
 * @returns {[number, number]}
 */
export function approximate(value, maxDenominator) {
  const terms = [];
  let best = null;
  let rest = value;
  let exact = false;
  while (!exact) {
    terms.push(Math.floor(rest));
    const candidate = convergents(terms).at(-1);
    if (candidate[1] > maxDenominator) break;
    best = candidate;
    const fraction = rest - Math.floor(rest);
    // Below this the remainder is rounding noise, not a further term.
    exact = fraction < 1e-9;
    rest = 1 / fraction;
  }
  return best;
}

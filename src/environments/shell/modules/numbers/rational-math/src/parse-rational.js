/**
 * Reads `3`, `-3/4`, `2.75` or `.5` as numerator and denominator, not reduced.
 * @param {string} text
 * @returns {[number, number]}
 */
export function parseRational(text) {
  const match = /^\s*([+-]?)(\d*)(?:\.(\d+)|\/(\d+))?\s*$/.exec(text);
  if (match === null) throw new SyntaxError(`not a rational: "${text}"`);
  const [, sign, whole, decimals, denominator] = match;
  if (whole === '' && decimals === undefined) throw new SyntaxError(`not a rational: "${text}"`);
  const factor = sign === '-' ? -1 : 1;
  if (decimals !== undefined) return [factor * Number(whole + decimals), 10 ** decimals.length];
  return [factor * Number(whole), Number(denominator ?? 1)];
}

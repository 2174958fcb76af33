export const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * Digit values of a numeral, most significant first. Underscores between digits
 * are allowed for grouping.
 * @param {string} numeral
 * @param {number} base
 * @returns {number[]}
 */
export function readDigits(numeral, base) {
  if (numeral === '' || numeral.startsWith('_') || numeral.endsWith('_')) {
    throw new SyntaxError(`malformed numeral "${numeral}"`);
  }
  return [...numeral.toLowerCase().replaceAll('_', '')].map((symbol) => {
    const digit = ALPHABET.indexOf(symbol);
    if (digit < 0 || digit >= base) throw new SyntaxError(`bad digit "${symbol}" in base ${base}`);
    return digit;
  });
}

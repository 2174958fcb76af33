const SYMBOLS = [
  ['M', 1000], ['CM', 900], ['D', 500], ['CD', 400], ['C', 100], ['XC', 90],
  ['L', 50], ['XL', 40], ['X', 10], ['IX', 9], ['V', 5], ['IV', 4], ['I', 1],
];
const VALUES = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/**
 * Writes 1 to 3999 as a Roman numeral.
 * @param {number} number
 * @returns {string}
 */
export function toRoman(number) {
  if (!Number.isInteger(number) || number < 1 || number > 3999) {
    throw new RangeError(`no Roman numeral for ${number}`);
  }
  let rest = number;
  let numeral = '';
  for (const [symbol, value] of SYMBOLS) {
    while (rest >= value) {
      numeral += symbol;
      rest -= value;
    }
  }
  return numeral;
}

/**
 * Reads a Roman numeral in either case. Strict reading accepts only the canonical
 * form; lenient reading also accepts forms such as `IIII` or `IM`.
 * @param {string} text
 * @param {{ lenient?: boolean }} [options]
 * @returns {number}
 */
export function fromRoman(text, { lenient = false } = {}) {
  const numeral = text.trim().toUpperCase();
  let total = 0;
  for (let i = 0; i < numeral.length; i += 1) {
    const value = VALUES[numeral[i]];
    if (value === undefined) throw new SyntaxError(`bad symbol "${numeral[i]}"`);
    const next = VALUES[numeral[i + 1]] ?? 0;
    total += value < next ? -value : value;
  }
  if (total === 0) throw new SyntaxError('empty numeral');
  if (!lenient && (total > 3999 || toRoman(total) !== numeral)) {
    throw new SyntaxError(`not canonical: ${numeral}`);
  }
  return total;
}

import { ALPHABET, readDigits } from './digits.js';

function requireBase(base) {
  if (!Number.isInteger(base) || base < 2 || base > ALPHABET.length) {
    throw new RangeError(`unsupported base ${base}`);
  }
}

/**
 * Converts a numeral of any length between two bases of 2 to 36, digit by digit,
 * so that no precision is lost. Keeps a leading minus sign, except for zero.
 * @param {string} numeral
 * @param {number} from
 * @param {number} to
 * @returns {string}
 */
export function convertBase(numeral, from, to) {
  requireBase(from);
  requireBase(to);
  const negative = numeral[0] === '-';
  let digits = readDigits(negative ? numeral.slice(1) : numeral, from);
  let result = '';
  while (digits.length > 0) {
    const quotient = [];
    let remainder = 0;
    for (const digit of digits) {
      const value = remainder * from + digit;
      const next = Math.floor(value / to);
      remainder = value % to;
      if (next > 0 || quotient.length > 0) quotient.push(next);
    }
    result = ALPHABET[remainder] + result;
    digits = quotient;
  }
  return negative && result !== '0' ? '-' + result : result;
}

/**
 * Pads a numeral with zeros and groups its digits from the right.
 * @param {string} numeral without sign
 * @param {number} size digits in a group
 * @param {string} [separator]
 * @returns {string}
 */
export function groupDigits(numeral, size, separator = '_') {
  const padded = numeral.padStart(Math.ceil(numeral.length / size) * size, '0');
  const groups = [];
  for (let i = 0; i < padded.length; i += size) groups.push(padded.slice(i, i + size));
  return groups.join(separator);
}

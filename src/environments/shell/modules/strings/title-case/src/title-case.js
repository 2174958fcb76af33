const SMALL_WORDS = new Set([
  'a',
  'an',
  'and',
  'at',
  'but',
  'by',
  'for',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
]);

const capitalize = (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/**
 * Splits an identifier or phrase into its words: at spaces, `_`, `-`, at a step
 * from lower to upper case and before the last capital of an acronym.
 * @param {string} text
 * @returns {string[]}
 */
export function splitWords(text) {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
}

/**
 * @param {string} text
 * @returns {string} such as `parseHtmlPage`
 */
export function camelCase(text) {
  const [first = '', ...rest] = splitWords(text);
  return first.toLowerCase() + rest.map(capitalize).join('');
}

/**
 * @param {string} text
 * @returns {string} such as `parse_html_page`
 */
export const snakeCase = (text) => splitWords(text).join('_').toLowerCase();

/**
 * Headline capitals: small words stay lower-case unless first or last, and
 * words of capitals only stay as they are.
 * @param {string} text
 * @returns {string}
 */
export function titleCase(text) {
  const words = splitWords(text);
  return words
    .map((word, index) => {
      const atEdge = index === 0 || index === words.length - 1;
      if (!atEdge && SMALL_WORDS.has(word.toLowerCase())) return word.toLowerCase();
      return /^[A-Z]+$/.test(word) ? word : capitalize(word);
    })
    .join(' ');
}

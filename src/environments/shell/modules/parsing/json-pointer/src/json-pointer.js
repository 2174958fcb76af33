const escapeToken = (token) => token.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapeToken = (token) => token.replaceAll('~1', '/').replaceAll('~0', '~');
const isContainer = (value) => typeof value === 'object' && value !== null;

/**
 * Splits a JSON pointer (RFC 6901) into its reference tokens.
 * @param {string} pointer
 * @returns {string[]}
 */
export function parsePointer(pointer) {
  if (pointer === '') return [];
  if (pointer[0] !== '/') throw new SyntaxError('a pointer must start with /');
  return pointer.slice(1).split('/').map(unescapeToken);
}

/**
 * @param {(string | number)[]} tokens
 * @returns {string}
 */
export function formatPointer(tokens) {
  return tokens.map((token) => '/' + escapeToken(String(token))).join('');
}

/**
 * The value a pointer refers to, or `fallback` when there is none.
 * @param {unknown} document
 * @param {string} pointer
 * @param {unknown} [fallback]
 * @returns {unknown}
 */
export function getAt(document, pointer, fallback = undefined) {
  let value = document;
  for (const token of parsePointer(pointer)) {
    if (!isContainer(value) || !Object.hasOwn(value, token)) return fallback;
    value = value[token];
  }
  return value;
}

/**
 * A copy of the document with one value replaced; untouched parts are shared. Missing
 * objects are created, and `-` stands for the end of an array.
 * @param {unknown} document
 * @param {string} pointer
 * @param {unknown} value
 * @returns {unknown}
 */
export function setAt(document, pointer, value) {
  const place = (node, [token, ...rest]) => {
    if (token === undefined) return value;
    if (!Array.isArray(node)) {
      const child = isContainer(node) ? node[token] : undefined;
      return { ...(isContainer(node) ? node : {}), [token]: place(child, rest) };
    }
    const index = token === '-' ? node.length : Number(token);
    if (!(Number.isInteger(index) && index >= 0 && index <= node.length)) {
      throw new RangeError(`bad array index "${token}"`);
    }
    return [...node.slice(0, index), place(node[index], rest), ...node.slice(index + 1)];
  };
  return place(document, parsePointer(pointer));
}

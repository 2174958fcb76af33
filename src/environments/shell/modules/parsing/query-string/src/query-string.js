const decode = (text) => decodeURIComponent(text.replaceAll('+', ' '));

/**
 * Parses a query string. Repeated keys and keys ending in `[]` collect into arrays;
 * a key without `=` is true.
 * @param {string} query with or without the leading question mark
 * @returns {Record<string, string | true | (string | true)[]>}
 */
export function parseQuery(query) {
  const result = {};
  const body = query.startsWith('?') ? query.slice(1) : query;
  for (const pair of body.split('&')) {
    if (pair === '') continue;
    const split = pair.indexOf('=');
    const rawKey = decode(split < 0 ? pair : pair.slice(0, split));
    const value = split < 0 ? true : decode(pair.slice(split + 1));
    const isList = rawKey.endsWith('[]');
    const key = isList ? rawKey.slice(0, -2) : rawKey;
    if (!Object.hasOwn(result, key)) result[key] = isList ? [value] : value;
    else if (Array.isArray(result[key])) result[key].push(value);
    else result[key] = [result[key], value];
  }
  return result;
}

/**
 * Writes a query string with sorted keys. Arrays repeat their key, true is written
 * as the key alone, and null, undefined and false are left out.
 * @param {Record<string, unknown>} params
 * @returns {string} without question mark
 */
export function formatQuery(params) {
  const encode = (value) => encodeURIComponent(String(value)).replaceAll('%20', '+');
  return Object.keys(params)
    .sort()
    .flatMap((key) => [params[key]].flat().map((value) => [key, value]))
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? encode(key) : `${encode(key)}=${encode(value)}`))
    .join('&');
}

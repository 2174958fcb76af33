const REPLACEMENTS = new Map([
  ['&', ' and '],
  ['@', ' at '],
  ['%', ' percent '],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['ø', 'o'],
]);

/**
 * Turns a title into a lower-case URL slug of letters, digits and separators.
 * @param {string} title
 * @param {{ separator?: string, maxLength?: number }} [options] a slug over
 *   `maxLength` is cut at a word boundary, or inside the first word if that alone is too long
 * @returns {string}
 */
export function slugify(title, { separator = '-', maxLength = 60 } = {}) {
  const plain = [...title.toLowerCase()]
    .map((character) => REPLACEMENTS.get(character) ?? character)
    .join('')
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '');
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word.length > 0);
  if (words.length === 0) return '';
  let slug = words[0].slice(0, maxLength);
  for (const word of words.slice(1)) {
    const longer = slug + separator + word;
    if (longer.length > maxLength) break;
    slug = longer;
  }
  return slug;
}

/**
 * Makes a slug unique by appending the first free number, counting from 2.
 * @param {string} slug
 * @param {Iterable<string>} taken
 * @returns {string}
 */
export function uniqueSlug(slug, taken) {
  const used = new Set(taken);
  if (!used.has(slug)) return slug;
  let suffix = 2;
  while (used.has(`${slug}-${suffix}`)) suffix += 1;
  return `${slug}-${suffix}`;
}

/**
 * Longest prefix shared by all words.
 * @param {string[]} words
 * @returns {string}
 */
export function commonPrefix(words) {
  if (words.length === 0) return '';
  const [first, ...rest] = words;
  let end = 0;
  while (end < first.length && rest.every((word) => word[end] === first[end])) end += 1;
  return first.slice(0, end);
}

/**
 * Longest suffix shared by all words.
 * @param {string[]} words
 * @returns {string}
 */
export function commonSuffix(words) {
  const reverse = (word) => [...word].reverse().join('');
  return reverse(commonPrefix(words.map(reverse)));
}

/**
 * Deepest directory that contains all the given slash-separated paths. The last
 * part of each path is taken as a file name. '/' or '.' when nothing more is shared.
 * @param {string[]} paths
 * @returns {string}
 */
export function commonDirectory(paths) {
  if (paths.length === 0) return '.';
  const directories = paths.map((path) => path.split('/').slice(0, -1));
  const depth = Math.min(...directories.map((parts) => parts.length));
  const shared = [];
  for (let level = 0; level < depth; level += 1) {
    const part = directories[0][level];
    if (directories.some((parts) => parts[level] !== part)) break;
    shared.push(part);
  }
  if (shared.length === 1 && shared[0] === '') return '/';
  return shared.length > 0 ? shared.join('/') : '.';
}

/**
 * Levenshtein distance: the fewest single-character insertions, deletions and
 * substitutions that turn `source` into `target`.
 * @param {string} source
 * @param {string} target
 * @returns {number}
 */
export function editDistance(source, target) {
  let previous = Array.from({ length: target.length + 1 }, (_, column) => column);
  for (let row = 1; row <= source.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= target.length; column += 1) {
      const cost = source[row - 1] === target[column - 1] ? 0 : 1;
      current[column] = Math.min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost);
    }
    previous = current;
  }
  return previous[target.length];
}

/**
 * Likeness from 0 (nothing shared) to 1 (equal), relative to the longer string.
 * @param {string} a
 * @param {string} b
 * @returns {number}
 */
export function similarity(a, b) {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance(a, b) / longest;
}

/**
 * The candidate nearest to `word`, or null when none is within `maxDistance`.
 * The first of equally near candidates wins.
 * @param {string} word
 * @param {string[]} candidates
 * @param {number} [maxDistance]
 * @returns {string | null}
 */
export function closestMatch(word, candidates, maxDistance = 2) {
  let best = null;
  let bestDistance = maxDistance + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

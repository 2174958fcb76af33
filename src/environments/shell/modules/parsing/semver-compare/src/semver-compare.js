import { splitVersion } from './version-parts.js';

function compareLabels(a, b) {
  if (a === b) return 0;
  // Numbers sort before words, and a shorter list before its extensions.
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : 1;
}

function compareLists(a, b) {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const order = compareLabels(a[i], b[i]);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * Orders two versions by the semver rules: -1, 0 or 1.
 * @param {string} left
 * @param {string} right
 * @returns {-1 | 0 | 1}
 */
export function compareVersions(left, right) {
  const a = splitVersion(left);
  const b = splitVersion(right);
  const order = compareLists(a.numbers, b.numbers);
  if (order !== 0) return order;
  if (a.prerelease.length === 0 || b.prerelease.length === 0) {
    return Math.sign(b.prerelease.length - a.prerelease.length);
  }
  return compareLists(a.prerelease, b.prerelease);
}

/**
 * Does `version` satisfy a caret (`^1.2.3`), tilde (`~1.2.3`), `>=` or exact range?
 * @param {string} version
 * @param {string} range
 * @returns {boolean}
 */
export function satisfies(version, range) {
  const [, operator, base] = /^(\^|~|>=|)\s*(.*)$/.exec(range);
  const order = compareVersions(version, base);
  if (operator === '') return order === 0;
  if (order < 0 || operator === '>=') return order >= 0;
  const [numbers, wanted] = [splitVersion(version).numbers, splitVersion(base).numbers];
  // A caret fixes everything up to the first non-zero number, a tilde the first two.
  const firstSet = wanted.findIndex((number) => number !== 0);
  const fixed = operator === '~' ? 2 : firstSet === -1 ? 3 : firstSet + 1;
  return wanted.slice(0, fixed).every((number, index) => number === numbers[index]);
}

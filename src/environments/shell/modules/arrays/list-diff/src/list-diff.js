import { lcsTable } from './lcs-table.js';

/**
 * Shortest edit script from `before` to `after` as `[sign, item]` pairs with the
 * signs ' ' (kept), '-' (removed) and '+' (added). Removals come before additions.
 * @template T
 * @param {T[]} before
 * @param {T[]} after
 * @returns {[' ' | '-' | '+', T][]}
 */
export function diffLists(before, after) {
  const table = lcsTable(before, after);
  const script = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      script.push([' ', before[i]]);
      i += 1;
      j += 1;
    } else if (table[i + 1][j] >= table[i][j + 1]) {
      script.push(['-', before[i]]);
      i += 1;
    } else {
      script.push(['+', after[j]]);
      j += 1;
    }
  }
  const removed = before.slice(i).map((item) => ['-', item]);
  const added = after.slice(j).map((item) => ['+', item]);
  return [...script, ...removed, ...added];
}

/**
 * Applies an edit script; throws when a kept or removed item is not the expected one.
 * @template T
 * @param {T[]} before
 * @param {[string, T][]} script
 * @returns {T[]}
 */
export function applyDiff(before, script) {
  const after = [];
  let position = 0;
  for (const [sign, item] of script) {
    if (sign !== '+') {
      if (position >= before.length || before[position] !== item) {
        throw new Error(`diff does not apply at ${position}`);
      }
      position += 1;
    }
    if (sign !== '-') after.push(item);
  }
  if (position !== before.length) throw new Error('diff is too short');
  return after;
}

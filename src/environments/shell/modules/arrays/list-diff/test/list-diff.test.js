import test from 'node:test';
import assert from 'node:assert/strict';
import { applyDiff, diffLists } from '../src/list-diff.js';
import { lcsTable } from '../src/lcs-table.js';

const show = (script) => script.map(([sign, item]) => sign + item).join('|');

test('equal lists keep everything', () => {
  assert.equal(show(diffLists(['a', 'b'], ['a', 'b'])), ' a| b');
  assert.deepEqual(diffLists([], []), []);
});

test('pure additions and pure removals', () => {
  assert.equal(show(diffLists([], ['a', 'b'])), '+a|+b');
  assert.equal(show(diffLists(['a', 'b'], [])), '-a|-b');
});

test('keeps a longest common subsequence', () => {
  assert.equal(show(diffLists([...'abcd'], [...'acbd'])), ' a|-b| c|+b| d');
  assert.equal(show(diffLists([...'xaby'], [...'abz'])), '-x| a| b|-y|+z');
});

test('a replaced item is removed before the new one is added', () => {
  assert.equal(show(diffLists(['a', 'b', 'c'], ['a', 'x', 'c'])), ' a|-b|+x| c');
});

test('changes at both ends', () => {
  assert.equal(show(diffLists(['b'], ['a', 'b', 'c'])), '+a| b|+c');
  assert.equal(show(diffLists(['a', 'b', 'c'], ['b'])), '-a| b|-c');
});

test('applying a diff gives the new list', () => {
  const before = [...'kitten'];
  const after = [...'sitting'];
  assert.deepEqual(applyDiff(before, diffLists(before, after)), after);
  assert.deepEqual(applyDiff([], []), []);
});

test('a diff for another list does not apply', () => {
  assert.throws(() => applyDiff(['a', 'x'], [[' ', 'a'], ['-', 'b']]), /does not apply at 1/);
  assert.throws(() => applyDiff([], [[' ', undefined]]), /does not apply at 0/);
});

test('a diff must cover the whole list', () => {
  assert.throws(() => applyDiff(['a', 'b'], [['-', 'a']]), /too short/);
});

test('the table holds the lengths for all suffixes', () => {
  assert.deepEqual(lcsTable(['a', 'b'], ['b', 'a']), [[1, 1, 0], [1, 0, 0], [0, 0, 0]]);
  assert.equal(lcsTable([...'AGGTAB'], [...'GXTXAYB'])[0][0], 4);
  assert.deepEqual(lcsTable([], ['x']), [[0, 0]]);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { applyDiff, diffLists } from '../src/list-diff.js';
import { lcsTable } from '../src/lcs-table.js';

const LISTS = ['', 'a', 'ba', 'abcabba', 'cbabac', 'xxyzz', 'zzyxx'].map((word) => [...word]);

test('diffs apply between all pairs', () => {
  for (const before of LISTS) {
    for (const after of LISTS) assert.deepEqual(applyDiff(before, diffLists(before, after)), after);
  }
});

test('the script is as short as possible', () => {
  for (const before of LISTS) {
    for (const after of LISTS) {
      const kept = diffLists(before, after).filter(([sign]) => sign === ' ').length;
      assert.equal(kept, lcsTable(before, after)[0][0]);
    }
  }
  assert.equal(lcsTable([...'abcabba'], [...'cbabac'])[0][0], 4);
});

test('reversing the roles swaps additions and removals in number', () => {
  const count = (script, wanted) => script.filter(([sign]) => sign === wanted).length;
  for (const before of LISTS) {
    for (const after of LISTS) {
      assert.equal(count(diffLists(before, after), '+'), count(diffLists(after, before), '-'));
    }
  }
});

test('between two kept items removals come first', () => {
  const script = diffLists([1, 2, 3, 9], [1, 4, 5, 9]);
  assert.deepEqual(script.map(([sign]) => sign).join(''), ' --++ ');
});

test('bad scripts are refused', () => {
  assert.throws(() => applyDiff([1], [['+', 2]]), /too short/);
  assert.throws(() => applyDiff([1], [[' ', 2]]), /at 0/);
  assert.throws(() => applyDiff([1], [[' ', 1], ['-', 1]]), /at 1/);
  assert.deepEqual(applyDiff([1], [['+', 0], ['-', 1], ['+', 2]]), [0, 2]);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { decodeRuns, encodeRuns, longestRun, valueAt } from '../src/run-length.js';

const LISTS = [[], [0], [0, 0, 1, 1, 1, 0], [...'mississippi'], [null, null, undefined], [3, 3, 3, 3]];

test('decoding undoes encoding', () => {
  for (const list of LISTS) assert.deepEqual(decodeRuns(encodeRuns(list)), list);
});

test('neighbouring runs differ and counts add up', () => {
  for (const list of LISTS) {
    const runs = encodeRuns(list);
    assert.equal(runs.reduce((sum, [, count]) => sum + count, 0), list.length);
    for (let i = 1; i < runs.length; i += 1) assert.notEqual(runs[i][0], runs[i - 1][0]);
  }
});

test('valueAt agrees with the expanded list', () => {
  const runs = [['p', 1], ['q', 0], ['r', 4], ['s', 2]];
  const expanded = decodeRuns(runs);
  for (let index = -2; index < 10; index += 1) assert.equal(valueAt(runs, index), expanded[index]);
});

test('longest run of words and of single values', () => {
  assert.deepEqual(longestRun([...'mississippi']), { value: 's', start: 2, count: 2 });
  assert.deepEqual(longestRun([1, 2, 3]), { value: 1, start: 0, count: 1 });
  assert.deepEqual(longestRun([4, 4, 1, 4, 4, 4, 4]), { value: 4, start: 3, count: 4 });
});

test('distinguishes the zeros and keeps undefined runs', () => {
  assert.equal(encodeRuns([0, -0, -0]).length, 2);
  assert.deepEqual(longestRun([undefined, undefined, 1]), { value: undefined, start: 0, count: 2 });
});

test('bad run lengths of every kind', () => {
  for (const count of [-3, 0.5, NaN, '2']) assert.throws(() => decodeRuns([['x', 1], ['y', count]]), RangeError);
  assert.deepEqual(decodeRuns([['x', 0]]), []);
});

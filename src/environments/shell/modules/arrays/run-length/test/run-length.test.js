import test from 'node:test';
import assert from 'node:assert/strict';
import { decodeRuns, encodeRuns, longestRun, valueAt } from '../src/run-length.js';

test('collapses runs of equal values', () => {
  assert.deepEqual(encodeRuns(['a', 'a', 'b', 'c', 'c', 'c']), [['a', 2], ['b', 1], ['c', 3]]);
  assert.deepEqual(encodeRuns([1, 2, 1]), [[1, 1], [2, 1], [1, 1]]);
});

test('an empty list has no runs', () => {
  assert.deepEqual(encodeRuns([]), []);
  assert.deepEqual(decodeRuns([]), []);
});

test('tells apart values of different types and joins NaN', () => {
  assert.deepEqual(encodeRuns([1, '1', NaN, NaN]), [[1, 1], ['1', 1], [NaN, 2]]);
  assert.deepEqual(encodeRuns([undefined, undefined, null]), [[undefined, 2], [null, 1]]);
});

test('expands runs, also empty ones', () => {
  assert.deepEqual(decodeRuns([['x', 2], ['y', 0], ['z', 1]]), ['x', 'x', 'z']);
});

test('refuses bad run lengths', () => {
  assert.throws(() => decodeRuns([['x', -1]]), /bad run length -1/);
  assert.throws(() => decodeRuns([['x', 1.5]]), /bad run length 1\.5/);
});

test('finds the longest run and where it starts', () => {
  assert.deepEqual(longestRun([5, 7, 7, 7, 5, 5]), { value: 7, start: 1, count: 3 });
  assert.deepEqual(longestRun([1, 2, 2, 3, 3, 3]), { value: 3, start: 3, count: 3 });
});

test('the first of equally long runs wins', () => {
  assert.deepEqual(longestRun([1, 2, 2, 3, 3]), { value: 2, start: 1, count: 2 });
});

test('no values have no longest run', () => {
  assert.equal(longestRun([]), null);
  assert.deepEqual(longestRun([9]), { value: 9, start: 0, count: 1 });
});

test('reads values without expanding', () => {
  const runs = [['a', 2], ['b', 1], ['c', 3]];
  assert.deepEqual([0, 1, 2, 3, 5].map((index) => valueAt(runs, index)), ['a', 'a', 'b', 'c', 'c']);
});

test('indices outside the list give undefined', () => {
  assert.equal(valueAt([['a', 2]], 2), undefined);
  assert.equal(valueAt([['a', 2]], -1), undefined);
  assert.equal(valueAt([], 0), undefined);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { chunk, chunkBy, splitEvenly } from '../src/chunk-list.js';

test('chunks of equal size', () => {
  assert.deepEqual(chunk([1, 2, 3, 4], 2), [[1, 2], [3, 4]]);
});

test('the last chunk may be shorter', () => {
  assert.deepEqual(chunk([1, 2, 3, 4, 5], 3), [[1, 2, 3], [4, 5]]);
  assert.deepEqual(chunk([1, 2], 5), [[1, 2]]);
});

test('size one and empty lists', () => {
  assert.deepEqual(chunk([1, 2], 1), [[1], [2]]);
  assert.deepEqual(chunk([], 3), []);
});

test('refuses sizes that are not positive integers', () => {
  assert.throws(() => chunk([1], 0), /bad chunk size: 0/);
  assert.throws(() => chunk([1], 1.5), RangeError);
  assert.throws(() => splitEvenly([1], -1), RangeError);
});

test('splits evenly when the count divides the length', () => {
  assert.deepEqual(splitEvenly([1, 2, 3, 4, 5, 6], 3), [[1, 2], [3, 4], [5, 6]]);
});

test('gives the surplus to the first parts', () => {
  assert.deepEqual(splitEvenly([1, 2, 3, 4, 5, 6, 7, 8], 3), [[1, 2, 3], [4, 5, 6], [7, 8]]);
  assert.deepEqual(splitEvenly([1, 2, 3, 4, 5, 6, 7], 3), [[1, 2, 3], [4, 5], [6, 7]]);
});

test('parts are empty when there are too few items', () => {
  assert.deepEqual(splitEvenly([1], 3), [[1], [], []]);
  assert.deepEqual(splitEvenly([], 2), [[], []]);
});

test('chunkBy cuts where the predicate holds for neighbours', () => {
  const gap = (previous, next) => next - previous > 1;
  assert.deepEqual(chunkBy([1, 2, 5, 6, 7, 10], gap), [[1, 2], [5, 6, 7], [10]]);
});

test('chunkBy of one item or none', () => {
  const always = () => true;
  assert.deepEqual(chunkBy([], always), []);
  assert.deepEqual(chunkBy([4], always), [[4]]);
  assert.deepEqual(chunkBy([4, 4], () => false), [[4, 4]]);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { median, partitionThreeWay, quickSelect } from '../src/quick-select.js';

test('partition orders smaller, equal and greater items', () => {
  const items = [5, 1, 3, 9, 3, 2];
  assert.deepEqual(partitionThreeWay(items, 3), [2, 4]);
  assert.deepEqual(items.slice(0, 2).sort(), [1, 2]);
  assert.deepEqual(items.slice(2, 4), [3, 3]);
  assert.deepEqual(items.slice(4).sort(), [5, 9]);
});

test('partition with a pivot that is not there', () => {
  assert.deepEqual(partitionThreeWay([4, 8, 2], 5), [2, 2]);
  assert.deepEqual(partitionThreeWay([4, 8], 1), [0, 0]);
  assert.deepEqual(partitionThreeWay([4, 8], 9), [2, 2]);
});

test('partition touches only its range', () => {
  const items = [9, 7, 1, 4, 0];
  assert.deepEqual(partitionThreeWay(items, 4, 1, 4), [2, 3]);
  assert.deepEqual(items, [9, 1, 4, 7, 0]);
});

test('partition of an empty list', () => {
  assert.deepEqual(partitionThreeWay([], 1), [0, 0]);
});

test('selects by rank', () => {
  const items = [7, 2, 9, 4, 1];
  assert.deepEqual([0, 1, 2, 3, 4].map((rank) => quickSelect(items, rank)), [1, 2, 4, 7, 9]);
});

test('selects among repeats', () => {
  assert.equal(quickSelect([3, 1, 3, 3, 2], 2), 3);
  assert.equal(quickSelect([5, 5, 5], 1), 5);
});

test('leaves the list unchanged', () => {
  const items = [3, 1, 2];
  quickSelect(items, 1);
  assert.deepEqual(items, [3, 1, 2]);
});

test('refuses ranks outside the list', () => {
  assert.throws(() => quickSelect([1, 2], -1), /no item of rank -1/);
  assert.throws(() => quickSelect([1, 2], 2), /no item of rank 2/);
  assert.throws(() => quickSelect([], 0), RangeError);
});

test('median of an odd count is the middle item', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([4]), 4);
});

test('median of an even count is the mean of the middle items', () => {
  assert.equal(median([8, 1, 3, 6]), 4.5);
  assert.equal(median([2, 2]), 2);
});

test('median of an empty list is refused', () => {
  assert.throws(() => median([]), RangeError);
});

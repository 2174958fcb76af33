import test from 'node:test';
import assert from 'node:assert/strict';
import { bestWindowSum, shortestRunReaching, slidingMax } from '../src/sliding-max.js';

test('maximum of each window', () => {
  assert.deepEqual(slidingMax([1, 3, -1, -3, 5, 3, 6, 7], 3), [3, 3, 5, 5, 6, 7]);
});

test('a maximum leaves the window on time', () => {
  assert.deepEqual(slidingMax([9, 1, 2, 1, 1], 2), [9, 2, 2, 1]);
  assert.deepEqual(slidingMax([5, 4, 3, 2, 1], 3), [5, 4, 3]);
  assert.deepEqual(slidingMax([5, 1, 2, 4, 0], 3), [5, 4, 4]);
});

test('windows of one and of the whole list', () => {
  assert.deepEqual(slidingMax([4, 2, 6], 1), [4, 2, 6]);
  assert.deepEqual(slidingMax([4, 2, 6], 3), [6]);
});

test('no window fits in a shorter list', () => {
  assert.deepEqual(slidingMax([1, 2], 3), []);
  assert.deepEqual(slidingMax([], 1), []);
});

test('refuses a window without items', () => {
  assert.throws(() => slidingMax([1], 0), /at least 1/);
});

test('equal and negative values', () => {
  assert.deepEqual(slidingMax([2, 2, 2, 1], 2), [2, 2, 2]);
  assert.deepEqual(slidingMax([-5, -2, -9], 2), [-2, -2]);
});

test('best sum of a window', () => {
  assert.equal(bestWindowSum([1, 4, 2, 10, 2, 3], 3), 16);
  assert.equal(bestWindowSum([8, 9, 1, 1], 2), 17);
  assert.equal(bestWindowSum([1, 2, 7], 1), 7);
});

test('best sum may be negative or absent', () => {
  assert.equal(bestWindowSum([-3, -1, -2], 2), -3);
  assert.equal(bestWindowSum([1, 2], 3), -Infinity);
  assert.equal(bestWindowSum([4, 5], 2), 9);
});

test('shortest run that reaches the target', () => {
  assert.equal(shortestRunReaching([2, 3, 1, 2, 4, 3], 7), 2);
  assert.equal(shortestRunReaching([1, 1, 9, 1], 9), 1);
  assert.equal(shortestRunReaching([5, 1, 1, 1], 8), 4);
});

test('zero when no run reaches the target', () => {
  assert.equal(shortestRunReaching([1, 1, 1], 4), 0);
  assert.equal(shortestRunReaching([1, 1, 1], 3), 3);
  assert.equal(shortestRunReaching([], 1), 0);
});

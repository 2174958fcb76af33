import test from 'node:test';
import assert from 'node:assert/strict';
import { findRotation, rotateInPlace, rotationPoint } from '../src/rotate-list.js';

test('rotates to the left', () => {
  assert.deepEqual(rotateInPlace([1, 2, 3, 4, 5], 2), [3, 4, 5, 1, 2]);
  assert.deepEqual(rotateInPlace(['a', 'b'], 1), ['b', 'a']);
});

test('negative steps rotate to the right', () => {
  assert.deepEqual(rotateInPlace([1, 2, 3, 4], -1), [4, 1, 2, 3]);
  assert.deepEqual(rotateInPlace([1, 2, 3, 4], -6), [3, 4, 1, 2]);
});

test('steps beyond the length wrap around', () => {
  assert.deepEqual(rotateInPlace([1, 2, 3], 4), [2, 3, 1]);
  assert.deepEqual(rotateInPlace([1, 2, 3], 3), [1, 2, 3]);
});

test('works in place and returns the array', () => {
  const items = [1, 2, 3];
  assert.equal(rotateInPlace(items, 1), items);
  assert.deepEqual(items, [2, 3, 1]);
});

test('short arrays and zero steps stay as they are', () => {
  assert.deepEqual(rotateInPlace([], 3), []);
  assert.deepEqual(rotateInPlace([1], 3), [1]);
  assert.deepEqual(rotateInPlace([1, 2], 0), [1, 2]);
});

test('finds the rotation between two lists', () => {
  assert.equal(findRotation([1, 2, 3, 4], [3, 4, 1, 2]), 2);
  assert.equal(findRotation([1, 2, 3], [1, 2, 3]), 0);
  assert.equal(findRotation([1, 2, 3], [3, 1, 2]), 2);
});

test('reports minus one when no rotation fits', () => {
  assert.equal(findRotation([1, 2, 3], [3, 2, 1]), -1);
  assert.equal(findRotation([1, 2], [1, 2, 1]), -1);
  assert.equal(findRotation([1], []), -1);
});

test('the smallest of several rotations wins', () => {
  assert.equal(findRotation([1, 2, 1, 2], [2, 1, 2, 1]), 1);
  assert.equal(findRotation([], []), 0);
});

test('finds the smallest element after any rotation', () => {
  assert.equal(rotationPoint([4, 5, 1, 2, 3]), 2);
  assert.equal(rotationPoint([2, 3, 4, 5, 1]), 4);
  assert.equal(rotationPoint([5, 1, 2, 3, 4]), 1);
});

test('rotation point of sorted, single and empty arrays', () => {
  assert.equal(rotationPoint([1, 2, 3]), 0);
  assert.equal(rotationPoint([7]), 0);
  assert.equal(rotationPoint([2, 1]), 1);
  assert.equal(rotationPoint([]), -1);
});

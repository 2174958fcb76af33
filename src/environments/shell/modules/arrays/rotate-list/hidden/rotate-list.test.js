import test from 'node:test';
import assert from 'node:assert/strict';
import { findRotation, rotateInPlace, rotationPoint } from '../src/rotate-list.js';

const range = (count) => Array.from({ length: count }, (_, index) => index * 3 - 4);

test('equals slicing for every shift', () => {
  for (let count = 2; count <= 7; count += 1) {
    for (let shift = 0; shift < count; shift += 1) {
      const expected = [...range(count).slice(shift), ...range(count).slice(0, shift)];
      assert.deepEqual(rotateInPlace(range(count), shift), expected);
      assert.deepEqual(rotateInPlace(range(count), shift - count), expected);
      assert.deepEqual(rotateInPlace(range(count), shift + 2 * count), expected);
    }
  }
});

test('rotating back restores the list', () => {
  for (let shift = -9; shift <= 9; shift += 1) {
    assert.deepEqual(rotateInPlace(rotateInPlace(range(6), shift), -shift), range(6));
  }
});

test('findRotation undoes rotateInPlace', () => {
  for (let shift = 0; shift < 6; shift += 1) {
    assert.equal(findRotation(range(6), rotateInPlace(range(6), shift)), shift);
  }
});

test('rotationPoint locates the minimum of every rotation', () => {
  for (let count = 1; count <= 8; count += 1) {
    for (let shift = 0; shift < count; shift += 1) {
      const rotated = rotateInPlace(range(count), shift);
      assert.equal(rotationPoint(rotated), rotated.indexOf(-4));
    }
  }
});

test('findRotation compares strictly and by length first', () => {
  assert.equal(findRotation([1, '1'], ['1', 1]), 1);
  assert.equal(findRotation([1, 1], ['1', '1']), -1);
  assert.equal(findRotation([1, 2, 3], [1, 2]), -1);
  assert.equal(findRotation([], [1]), -1);
});

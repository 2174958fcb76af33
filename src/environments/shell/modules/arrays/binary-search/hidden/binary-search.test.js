import test from 'node:test';
import assert from 'node:assert/strict';
import { indexOfSorted, lowerBound, nearest, upperBound } from '../src/binary-search.js';

const VALUES = [-8, -3, -3, 0, 0, 0, 2, 5, 5, 11, 40];

test('bounds split the array as promised', () => {
  for (let target = -10; target <= 42; target += 1) {
    const low = lowerBound(VALUES, target);
    const high = upperBound(VALUES, target);
    assert.equal(low, VALUES.filter((value) => value < target).length);
    assert.equal(high, VALUES.filter((value) => value <= target).length);
  }
});

test('agrees with indexOf', () => {
  for (let target = -10; target <= 42; target += 1) {
    assert.equal(indexOfSorted(VALUES, target), VALUES.indexOf(target));
  }
});

test('nearest is never farther than any element', () => {
  for (let target = -12; target <= 45; target += 0.5) {
    const found = nearest(VALUES, target);
    const best = Math.min(...VALUES.map((value) => Math.abs(value - target)));
    assert.equal(Math.abs(found - target), best);
  }
});

test('nearest ties and single elements', () => {
  assert.equal(nearest([0, 4, 8], 6), 4);
  assert.equal(nearest([7], 100), 7);
  assert.equal(nearest([7], -100), 7);
});

test('arrays of one and two elements', () => {
  assert.deepEqual([lowerBound([4], 4), upperBound([4], 4)], [0, 1]);
  assert.deepEqual([lowerBound([4, 6], 6), upperBound([4, 6], 4)], [1, 1]);
  assert.equal(indexOfSorted([4, 6], 6), 1);
  assert.equal(indexOfSorted([4, 6], 5), -1);
});

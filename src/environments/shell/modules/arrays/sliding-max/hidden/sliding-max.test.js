import test from 'node:test';
import assert from 'node:assert/strict';
import { bestWindowSum, shortestRunReaching, slidingMax } from '../src/sliding-max.js';

const VALUES = Array.from({ length: 40 }, (_, i) => ((i * 37) % 23) - 8);
const windows = (values, size) =>
  Array.from({ length: Math.max(0, values.length - size + 1) }, (_, start) => values.slice(start, start + size));

test('agrees with the maxima of copied windows', () => {
  for (let size = 1; size <= 41; size += 1) {
    assert.deepEqual(slidingMax(VALUES, size), windows(VALUES, size).map((window) => Math.max(...window)));
  }
});

test('falling, rising and constant lists', () => {
  assert.deepEqual(slidingMax([6, 5, 4, 3], 2), [6, 5, 4]);
  assert.deepEqual(slidingMax([3, 4, 5, 6], 2), [4, 5, 6]);
  assert.deepEqual(slidingMax([0, 0, 0], 3), [0]);
  assert.throws(() => slidingMax(VALUES, -1), RangeError);
});

test('agrees with the sums of copied windows', () => {
  for (let size = 1; size <= 40; size += 1) {
    const sums = windows(VALUES, size).map((window) => window.reduce((sum, value) => sum + value, 0));
    assert.equal(bestWindowSum(VALUES, size), Math.max(...sums));
  }
  assert.equal(bestWindowSum([], 1), -Infinity);
});

test('agrees with trying every run', () => {
  const values = [3, 0, 2, 7, 1, 1, 4, 0, 6];
  for (let target = 1; target <= 26; target += 1) {
    let expected = 0;
    for (let size = values.length; size >= 1; size -= 1) {
      if (bestWindowSum(values, size) >= target) expected = size;
    }
    assert.equal(shortestRunReaching(values, target), expected);
  }
});

test('fractions reach a target too', () => {
  assert.equal(shortestRunReaching([0.5, 0.25, 0.25, 0.5], 0.75), 2);
  assert.equal(shortestRunReaching([10], 11), 0);
});

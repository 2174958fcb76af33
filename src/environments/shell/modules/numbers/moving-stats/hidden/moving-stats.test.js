import test from 'node:test';
import assert from 'node:assert/strict';
import { RunningStats, movingAverage, outliers, smooth } from '../src/moving-stats.js';

const VALUES = Array.from({ length: 25 }, (_, i) => ((i * 29) % 17) - 5);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9);

test('running stats agree with the two-pass formulas', () => {
  const stats = new RunningStats();
  VALUES.forEach((value, index) => {
    stats.add(value);
    const seen = VALUES.slice(0, index + 1);
    close(stats.mean, mean(seen));
    const squares = seen.reduce((sum, each) => sum + (each - mean(seen)) ** 2, 0);
    close(stats.variance, index === 0 ? 0 : squares / index);
  });
  assert.equal(stats.count, 25);
});

test('a large offset does not harm the variance', () => {
  const stats = new RunningStats();
  [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16].forEach((value) => stats.add(value));
  close(stats.variance, 30);
});

test('moving averages agree with slices for all sizes', () => {
  for (let size = 1; size <= 26; size += 1) {
    movingAverage(VALUES, size).forEach((average, index) => {
      close(average, mean(VALUES.slice(Math.max(0, index - size + 1), index + 1)));
    });
  }
});

test('smoothing keeps constants and zeros, and stays between neighbours', () => {
  assert.deepEqual(smooth([7, 7, 7], 0.3), [7, 7, 7]);
  assert.deepEqual(smooth([0, 4, 0], 0.5), [0, 2, 1]);
  const smoothed = smooth(VALUES, 0.4);
  for (let i = 1; i < VALUES.length; i += 1) {
    assert.ok(smoothed[i] >= Math.min(smoothed[i - 1], VALUES[i]) - 1e-9);
    assert.ok(smoothed[i] <= Math.max(smoothed[i - 1], VALUES[i]) + 1e-9);
  }
});

test('bad smoothing factors', () => {
  for (const alpha of [-0.5, 0, 2, NaN, undefined]) assert.throws(() => smooth(VALUES, alpha), RangeError);
});

test('outliers on both sides, in order', () => {
  const values = [100, 0, 1, 0, -1, 0, 1, -1, 0, 0, 1, -100];
  assert.deepEqual(outliers(values), [0, 11]);
  assert.deepEqual(outliers([]), []);
  assert.deepEqual(outliers([42]), []);
});

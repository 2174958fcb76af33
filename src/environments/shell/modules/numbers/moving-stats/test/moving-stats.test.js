import test from 'node:test';
import assert from 'node:assert/strict';
import { RunningStats, movingAverage, outliers, smooth } from '../src/moving-stats.js';

const statsOf = (...values) => values.reduce((stats, value) => stats.add(value), new RunningStats());

test('running mean and count', () => {
  const stats = statsOf(2, 4, 9);
  assert.equal(stats.count, 3);
  assert.equal(stats.mean, 5);
});

test('sample variance', () => {
  assert.equal(statsOf(2, 4).variance, 2);
  assert.equal(statsOf(1, 3, 5, 7).variance, 20 / 3);
  assert.equal(statsOf(6, 6, 6).variance, 0);
});

test('no spread with fewer than two values', () => {
  assert.equal(statsOf().variance, 0);
  assert.equal(statsOf(8).variance, 0);
  assert.equal(statsOf().mean, 0);
});

test('moving average of full windows', () => {
  assert.deepEqual(movingAverage([1, 2, 3, 6, 9], 3), [1, 1.5, 2, 11 / 3, 6]);
  assert.deepEqual(movingAverage([4, 8, 2], 1), [4, 8, 2]);
});

test('moving average with a window longer than the list', () => {
  assert.deepEqual(movingAverage([2, 4], 10), [2, 3]);
  assert.deepEqual(movingAverage([], 3), []);
});

test('smoothing starts at the first value', () => {
  assert.deepEqual(smooth([8, 4, 4], 0.5), [8, 6, 5]);
  assert.deepEqual(smooth([0, 8], 0.25), [0, 2]);
  assert.deepEqual(smooth([], 0.5), []);
});

test('alpha of one does not smooth and other alphas are refused', () => {
  assert.deepEqual(smooth([3, 1, 2], 1), [3, 1, 2]);
  assert.throws(() => smooth([1], 0), /alpha/);
  assert.throws(() => smooth([1], 1.01), RangeError);
});

test('finds values far from the mean', () => {
  assert.deepEqual(outliers([10, 11, 9, 10, 10, 11, 9, 60]), [7]);
  assert.deepEqual(outliers([-60, 10, 11, 9, 10, 10, 11, 9]), [0]);
  assert.deepEqual(outliers([1, 2, 3, 4]), []);
});

test('the limit of outliers can be set and is exclusive', () => {
  assert.deepEqual(outliers([0, 3, 6], 1), []);
  assert.deepEqual(outliers([0, 3, 6], 0.99), [0, 2]);
  assert.deepEqual(outliers([5, 5, 5], 0), []);
});

test('the default limit is two deviations', () => {
  const values = [0, 0, 0, 0, 0, 0, 0, 0, 9];
  assert.deepEqual(outliers(values), [8]);
  assert.deepEqual(outliers(values, 3), []);
});

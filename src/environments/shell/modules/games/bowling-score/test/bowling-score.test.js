import assert from 'node:assert/strict';
import test from 'node:test';
import { finalScore, frameSymbols, runningTotals } from '../src/bowling-score.js';

const repeat = (count, ...rolls) => Array.from({ length: count }, () => rolls).flat();

test('open frames count their pins', () => {
  assert.deepEqual(runningTotals([3, 4, 0, 9]), [7, 16]);
  assert.equal(finalScore(repeat(10, 3, 4)), 70);
  assert.equal(finalScore(repeat(20, 0)), 0);
});

test('a spare adds the next roll', () => {
  assert.deepEqual(runningTotals([6, 4, 5, 2]), [15, 22]);
  assert.deepEqual(runningTotals([0, 10, 3, 0]), [13, 16]);
});

test('a strike adds the next two rolls', () => {
  assert.deepEqual(runningTotals([10, 3, 4]), [17, 24]);
  assert.deepEqual(runningTotals([10, 10, 2, 3]), [22, 37, 42]);
});

test('frames without their bonus are left out', () => {
  assert.deepEqual(runningTotals([]), []);
  assert.deepEqual(runningTotals([5]), []);
  assert.deepEqual(runningTotals([6, 4]), []);
  assert.deepEqual(runningTotals([1, 2, 10, 5]), [3]);
});

test('perfect and all-spare games', () => {
  assert.equal(finalScore(repeat(12, 10)), 300);
  assert.equal(finalScore(repeat(21, 5)), 150);
});

test('bonus rolls are no frames of their own', () => {
  assert.equal(runningTotals([...repeat(18, 0), 10, 10, 10]).length, 10);
  assert.equal(finalScore([...repeat(18, 0), 10, 9, 1]), 20);
  assert.equal(finalScore([...repeat(18, 0), 4, 6, 10]), 20);
});

test('a frame cannot have more than ten pins', () => {
  assert.throws(() => runningTotals([5, 6]), /too many pins at roll 1/);
  assert.throws(() => runningTotals([10, 9, 2]), /too many pins at roll 2/);
  assert.deepEqual(runningTotals([5, 5, 6, 3]), [16, 25]);
});

test('incomplete games have no final score', () => {
  assert.throws(() => finalScore(repeat(9, 3, 4)), /only 9 frames/);
  assert.throws(() => finalScore([...repeat(18, 0), 10, 1]), RangeError);
});

test('writes the symbols of a frame', () => {
  assert.equal(frameSymbols([10]), 'X');
  assert.equal(frameSymbols([7, 3]), '7/');
  assert.equal(frameSymbols([0, 10]), '-/');
  assert.equal(frameSymbols([0, 3]), '-3');
  assert.equal(frameSymbols([8, 0]), '8-');
});

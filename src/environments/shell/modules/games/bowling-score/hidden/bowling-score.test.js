import assert from 'node:assert/strict';
import test from 'node:test';
import { finalScore, frameSymbols, runningTotals } from '../src/bowling-score.js';

test('a mixed game', () => {
  const rolls = [1, 4, 4, 5, 6, 4, 5, 5, 10, 0, 1, 7, 3, 6, 4, 10, 2, 8, 6];
  assert.deepEqual(runningTotals(rolls), [5, 14, 29, 49, 60, 61, 77, 97, 117, 133]);
  assert.equal(finalScore(rolls), 133);
});

test('alternating strikes and spares score 200', () => {
  assert.equal(finalScore([10, 4, 6, 10, 3, 7, 10, 2, 8, 10, 1, 9, 10, 5, 5, 10]), 200);
  assert.equal(finalScore([4, 6, 10, 3, 7, 10, 2, 8, 10, 1, 9, 10, 5, 5, 10, 4, 6]), 200);
});

test('totals of a game in progress are a prefix of the final ones', () => {
  const rolls = [10, 9, 1, 5, 5, 7, 2, 10, 10, 10, 9, 0, 8, 2, 9, 1, 10];
  const all = runningTotals(rolls);
  assert.deepEqual(all, [20, 35, 52, 61, 91, 120, 139, 148, 167, 187]);
  for (let count = 0; count <= rolls.length; count++) {
    const totals = runningTotals(rolls.slice(0, count));
    assert.deepEqual(totals, all.slice(0, totals.length));
  }
  assert.equal(runningTotals(rolls.slice(0, 3)).length, 1);
  assert.equal(runningTotals(rolls.slice(0, 4)).length, 2);
});

test('rolls after the last frame are ignored', () => {
  assert.equal(finalScore([...new Array(20).fill(4), 9]), 80);
});

test('too many pins name the roll', () => {
  assert.throws(() => runningTotals([1, 1, 1, 1, 8, 7]), /roll 5/);
  assert.throws(() => finalScore([...new Array(18).fill(1), 9, 9]), RangeError);
  assert.throws(() => finalScore([]), /only 0 frames/);
});

test('symbols of all frames with a first roll of four', () => {
  assert.deepEqual(
    [0, 1, 5, 6].map((second) => frameSymbols([4, second])),
    ['4-', '41', '45', '4/'],
  );
  assert.equal(frameSymbols([0, 0]), '--');
  assert.equal(frameSymbols([9, 1]), '9/');
});

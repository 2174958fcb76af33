import assert from 'node:assert/strict';
import test from 'node:test';
import { settle, splitByWeight, withTip } from '../src/bill-split.js';

test('divides evenly when it can', () => {
  assert.deepEqual(splitByWeight(900, [1, 1, 1]), [300, 300, 300]);
  assert.deepEqual(splitByWeight(1000, [3, 1]), [750, 250]);
});

test('leftover cents go to the first of equal shares', () => {
  assert.deepEqual(splitByWeight(1000, [1, 1, 1]), [334, 333, 333]);
  assert.deepEqual(splitByWeight(1001, [1, 1, 1]), [334, 334, 333]);
});

test('leftover cents go to the largest remainders', () => {
  assert.deepEqual(splitByWeight(100, [1, 2, 4]), [14, 29, 57]);
  assert.deepEqual(splitByWeight(10, [1, 1, 4]), [2, 2, 6]);
});

test('a weight of zero pays nothing', () => {
  assert.deepEqual(splitByWeight(501, [0, 1, 1]), [0, 251, 250]);
});

test('weights must add up to something', () => {
  assert.throws(() => splitByWeight(100, [0, 0]), /more than zero/);
  assert.throws(() => splitByWeight(100, []), RangeError);
  assert.deepEqual(splitByWeight(100, [0.5]), [100]);
});

test('tips are rounded up', () => {
  assert.equal(withTip(1000, 15), 1150);
  assert.equal(withTip(999, 10), 1099);
  assert.equal(withTip(2340, 10, 100), 2600);
  assert.equal(withTip(2000, 10, 100), 2200);
});

test('one who paid everything is paid back by all', () => {
  assert.deepEqual(settle({ ann: 900, bob: 0, cy: 0 }), [
    { from: 'cy', to: 'ann', amount: 300 },
    { from: 'bob', to: 'ann', amount: 300 },
  ]);
});

test('the largest debtor pays the largest creditor', () => {
  assert.deepEqual(settle({ ann: 1000, bob: 600, cy: 200, dee: 0 }), [
    { from: 'dee', to: 'ann', amount: 450 },
    { from: 'cy', to: 'bob', amount: 150 },
    { from: 'cy', to: 'ann', amount: 100 },
  ]);
});

test('nothing is owed when all paid the same', () => {
  assert.deepEqual(settle({ ann: 500, bob: 500 }), []);
  assert.deepEqual(settle({ ann: 500 }), []);
  assert.deepEqual(settle({}), []);
});

test('even a single cent is settled', () => {
  assert.deepEqual(settle({ kim: 0, lee: 2 }), [{ from: 'kim', to: 'lee', amount: 1 }]);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { settle, splitByWeight, withTip } from '../src/bill-split.js';

test('shares always add up', () => {
  for (const weights of [
    [1, 1, 1, 1, 1, 1, 1],
    [5, 3, 2],
    [0.5, 0.25],
    [10, 0, 1],
  ]) {
    for (let cents = 0; cents < 60; cents++) {
      const shares = splitByWeight(cents, weights);
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        cents,
      );
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      assert.ok(shares.every((share, index) => Math.abs(share - (cents * weights[index]) / total) < 1));
    }
  }
});

test('remainders decide who pays the extra cent', () => {
  assert.deepEqual(splitByWeight(11, [1, 2, 1]), [3, 5, 3]);
  assert.deepEqual(splitByWeight(7, [1, 5]), [1, 6]);
  assert.deepEqual(splitByWeight(5, [2, 2, 2, 2]), [2, 1, 1, 1]);
});

test('tips with units and without percent', () => {
  assert.equal(withTip(1234, 0), 1234);
  assert.equal(withTip(1234, 0, 50), 1250);
  assert.equal(withTip(1, 1), 2);
  assert.equal(withTip(10000, 20, 500), 12000);
});

test('after the transfers all have paid the same up to a cent', () => {
  for (const paid of [
    { a: 1000, b: 1, c: 77, d: 350 },
    { x: 0, y: 5001, z: 4999 },
    { p: 10, q: 20, r: 30, s: 40, t: 50 },
  ]) {
    const result = { ...paid };
    const transfers = settle(paid);
    for (const { from, to, amount } of transfers) {
      assert.ok(amount > 0);
      result[from] += amount;
      result[to] -= amount;
    }
    const amounts = Object.values(result);
    assert.ok(Math.max(...amounts) - Math.min(...amounts) <= 1);
    assert.ok(transfers.length < amounts.length);
  }
});

test('a pair settles with one transfer', () => {
  assert.deepEqual(settle({ kim: 0, lee: 2500 }), [{ from: 'kim', to: 'lee', amount: 1250 }]);
  assert.deepEqual(settle({ kim: 1, lee: 0 }), []);
  assert.deepEqual(settle({ kim: 0, lee: 1 }), [{ from: 'kim', to: 'lee', amount: 1 }]);
});

test('impossible weights throw', () => {
  assert.throws(() => splitByWeight(10, [1, -1]), RangeError);
  assert.throws(() => splitByWeight(10, [-2, 1]), RangeError);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { amortise, monthlyPayment, totalInterest } from '../src/loan-schedule.js';

test('computes the level payment', () => {
  assert.equal(monthlyPayment(100000, 12, 3), 34002);
  assert.equal(monthlyPayment(20000000, 6, 360), 119910);
  assert.equal(monthlyPayment(5000, 24, 1), 5100);
});

test('loans without interest are divided, rounding up', () => {
  assert.equal(monthlyPayment(1000, 0, 3), 334);
  assert.equal(monthlyPayment(900, 0, 3), 300);
});

test('refuses what is not a loan', () => {
  assert.throws(() => monthlyPayment(0, 5, 12), /not a loan/);
  assert.throws(() => monthlyPayment(1000, -1, 12), RangeError);
  assert.throws(() => monthlyPayment(1000, 5, 0), RangeError);
  assert.throws(() => monthlyPayment(NaN, 5, 12), RangeError);
  assert.equal(monthlyPayment(1, 0, 1), 1);
});

test('splits payments into interest and repayment', () => {
  assert.deepEqual(amortise(100000, 12, 3)[0], {
    month: 1,
    payment: 34002,
    interest: 1000,
    repaid: 33002,
    balance: 66998,
  });
  assert.deepEqual(amortise(100000, 12, 3)[1], {
    month: 2,
    payment: 34002,
    interest: 670,
    repaid: 33332,
    balance: 33666,
  });
});

test('the last payment clears the balance', () => {
  assert.deepEqual(amortise(100000, 12, 3)[2], {
    month: 3,
    payment: 34003,
    interest: 337,
    repaid: 33666,
    balance: 0,
  });
  assert.equal(amortise(100000, 12, 3).length, 3);
});

test('the last payment of an interest-free loan may be smaller', () => {
  assert.deepEqual(
    amortise(1000, 0, 3).map((row) => row.payment),
    [334, 334, 332],
  );
});

test('tiny loans may end early', () => {
  assert.deepEqual(
    amortise(3, 0, 5).map((row) => row.payment),
    [1, 1, 1],
  );
  assert.deepEqual(
    amortise(5, 0, 4).map((row) => row.balance),
    [3, 1, 0],
  );
});

test('adds up the interest', () => {
  assert.equal(totalInterest(100000, 12, 3), 2007);
  assert.equal(totalInterest(5000, 24, 1), 100);
  assert.equal(totalInterest(1000, 0, 3), 0);
});

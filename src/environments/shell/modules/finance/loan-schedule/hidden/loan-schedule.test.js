import assert from 'node:assert/strict';
import test from 'node:test';
import { amortise, monthlyPayment, totalInterest } from '../src/loan-schedule.js';

const loans = [
  [250000, 4.5, 24],
  [1234567, 7.2, 60],
  [99999, 19.9, 12],
  [50000, 0, 7],
];

test('repayments add up to the principal', () => {
  for (const [principal, rate, months] of loans) {
    const rows = amortise(principal, rate, months);
    assert.equal(
      rows.reduce((sum, row) => sum + row.repaid, 0),
      principal,
    );
    assert.equal(rows[rows.length - 1].balance, 0);
    assert.equal(rows.length, months);
  }
});

test('all but the last payment are level and the last is close', () => {
  for (const [principal, rate, months] of loans) {
    const level = monthlyPayment(principal, rate, months);
    const rows = amortise(principal, rate, months);
    assert.ok(rows.slice(0, -1).every((row) => row.payment === level));
    assert.ok(Math.abs(rows[rows.length - 1].payment - level) <= months);
  }
});

test('interest follows the balance of the month before', () => {
  const rows = amortise(250000, 4.5, 24);
  rows.forEach((row, index) => {
    const before = index === 0 ? 250000 : rows[index - 1].balance;
    assert.equal(row.interest, Math.round((before * 4.5) / 1200));
    assert.equal(row.payment, row.interest + row.repaid);
    assert.equal(row.balance, before - row.repaid);
    assert.equal(row.month, index + 1);
  });
});

test('total interest is what is paid beyond the principal', () => {
  for (const [principal, rate, months] of loans) {
    const paid = amortise(principal, rate, months).reduce((sum, row) => sum + row.payment, 0);
    assert.equal(totalInterest(principal, rate, months), paid - principal);
  }
});

test('known payments', () => {
  assert.equal(monthlyPayment(1000000, 5, 120), 10607);
  assert.equal(monthlyPayment(10000, 12, 12), 888);
  assert.equal(monthlyPayment(7, 0, 2), 4);
});

test('invalid loans throw from every function', () => {
  assert.throws(() => amortise(-5, 1, 1), RangeError);
  assert.throws(() => totalInterest(5, 1, 0.5), RangeError);
  assert.throws(() => monthlyPayment(5, -0.1, 1), RangeError);
});

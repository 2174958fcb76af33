import assert from 'node:assert/strict';
import test from 'node:test';
import { roundHalfEven } from '../src/rounding.js';
import { effectiveRate, marginalRate, taxDue, taxedParts } from '../src/tax-brackets.js';

const brackets = [
  { upTo: 1000, rate: 10 },
  { upTo: 5000, rate: 20 },
  { upTo: Infinity, rate: 45 },
];

test('halves are rounded to even', () => {
  assert.deepEqual([0.5, 1.5, 2.5, 3.5].map(roundHalfEven), [0, 2, 2, 4]);
});

test('other fractions are rounded to the nearest', () => {
  assert.deepEqual([2.4, 2.6, 3, -1.4, -1.6].map(roundHalfEven), [2, 3, 3, -1, -2]);
});

test('splits an income over the brackets', () => {
  assert.deepEqual(taxedParts(6000, brackets), [
    { rate: 10, amount: 1000 },
    { rate: 20, amount: 4000 },
    { rate: 45, amount: 1000 },
  ]);
  assert.deepEqual(taxedParts(400, brackets), [{ rate: 10, amount: 400 }]);
});

test('an income at the end of a bracket does not enter the next', () => {
  assert.deepEqual(taxedParts(1000, brackets), [{ rate: 10, amount: 1000 }]);
  assert.deepEqual(taxedParts(1001, brackets), [
    { rate: 10, amount: 1000 },
    { rate: 20, amount: 1 },
  ]);
  assert.deepEqual(taxedParts(0, brackets), []);
});

test('adds up the tax of all parts', () => {
  assert.equal(taxDue(1000, brackets), 100);
  assert.equal(taxDue(6000, brackets), 1350);
  assert.equal(taxDue(25, brackets), 2);
});

test('the allowance is not taxed', () => {
  assert.equal(taxDue(1500, brackets, 1000), 50);
  assert.equal(taxDue(800, brackets, 1000), 0);
});

test('the marginal rate is that of the next unit', () => {
  assert.deepEqual(
    [0, 999, 1000, 4999, 5000, 1e9].map((income) => marginalRate(income, brackets)),
    [10, 10, 20, 20, 45, 45],
  );
});

test('above the last upper end its rate stays', () => {
  assert.equal(
    marginalRate(200, [
      { upTo: 50, rate: 5 },
      { upTo: 100, rate: 7 },
    ]),
    7,
  );
});

test('the effective rate has one decimal', () => {
  assert.equal(effectiveRate(6000, brackets), 22.5);
  assert.equal(effectiveRate(3000, brackets), 16.7);
  assert.equal(effectiveRate(1500, brackets, 1000), 3.3);
});

test('without income nothing is taxed away', () => {
  assert.equal(effectiveRate(0, brackets), 0);
  assert.equal(effectiveRate(-10, brackets), 0);
  assert.equal(effectiveRate(1, [{ upTo: Infinity, rate: 100 }]), 100);
});

test('there is no allowance by default', () => {
  const flat = [{ upTo: Infinity, rate: 100 }];
  assert.equal(taxDue(3, flat), 3);
  assert.equal(taxDue(0, flat), 0);
});

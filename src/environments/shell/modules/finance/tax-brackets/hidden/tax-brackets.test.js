import assert from 'node:assert/strict';
import test from 'node:test';
import { roundHalfEven } from '../src/rounding.js';
import { effectiveRate, marginalRate, taxDue, taxedParts } from '../src/tax-brackets.js';

const brackets = [
  { upTo: 12000, rate: 0 },
  { upTo: 30000, rate: 15 },
  { upTo: 60000, rate: 25 },
  { upTo: Infinity, rate: 40 },
];

test('the parts add up to the income', () => {
  for (const income of [1, 11999, 12000, 12001, 45000, 60000, 60001, 250000]) {
    assert.equal(
      taxedParts(income, brackets).reduce((sum, part) => sum + part.amount, 0),
      income,
    );
    assert.ok(taxedParts(income, brackets).every((part) => part.amount > 0));
  }
});

test('tax at and around the bracket ends', () => {
  assert.deepEqual(
    [12000, 12010, 30000, 30004, 60000, 70000].map((income) => taxDue(income, brackets)),
    [0, 2, 2700, 2701, 10200, 14200],
  );
});

test('one more unit costs the marginal rate', () => {
  const inHundredths = brackets.map(({ upTo, rate }) => ({ upTo, rate: rate * 100 }));
  for (const income of [5000, 12000, 29999, 30000, 59999, 60000, 90000]) {
    const step = taxDue(income + 1, inHundredths) - taxDue(income, inHundredths);
    assert.equal(step, marginalRate(income, brackets));
  }
});

test('an allowance shifts the income', () => {
  for (const income of [5000, 20000, 80000]) {
    assert.equal(taxDue(income, brackets, 4000), taxDue(Math.max(income - 4000, 0), brackets));
  }
  assert.equal(taxDue(3999, brackets, 4000), 0);
});

test('effective rates', () => {
  assert.equal(effectiveRate(70000, brackets), 20.3);
  assert.equal(effectiveRate(30000, brackets), 9);
  assert.equal(effectiveRate(40000, brackets, 10000), 6.8);
  assert.equal(effectiveRate(-1, brackets), 0);
});

test('rounding is symmetric for halves', () => {
  assert.deepEqual(
    [-0.5, -1.5, -2.5, 4.5, 5.5, 6.49, 6.51].map((value) => roundHalfEven(value) + 0),
    [0, -2, -2, 4, 6, 6, 7],
  );
});

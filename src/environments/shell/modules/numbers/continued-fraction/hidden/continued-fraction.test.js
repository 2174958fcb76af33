import test from 'node:test';
import assert from 'node:assert/strict';
import { approximate, convergents, toTerms } from '../src/continued-fraction.js';

test('the last convergent is the reduced fraction', () => {
  for (let p = -20; p <= 20; p += 1) {
    for (let q = 1; q <= 12; q += 1) {
      const [a, b] = convergents(toTerms(p, q)).at(-1);
      assert.equal(a * q, b * p);
      assert.ok(b >= 1 && b <= q);
    }
  }
});

test('neighbouring convergents differ by one over the product', () => {
  const list = convergents([2, 3, 1, 4, 2, 5]);
  for (let i = 1; i < list.length; i += 1) {
    const determinant = list[i][0] * list[i - 1][1] - list[i - 1][0] * list[i][1];
    assert.equal(Math.abs(determinant), 1);
  }
});

test('all terms but the first are positive and the last exceeds one', () => {
  for (let p = -15; p <= 15; p += 1) {
    const terms = toTerms(p, 11);
    assert.ok(terms.slice(1).every((term) => term >= 1));
    if (terms.length > 1) assert.ok(terms.at(-1) > 1);
  }
});

test('simple fractions are recovered from their decimals', () => {
  for (let q = 1; q <= 30; q += 1) {
    for (let p = 1; p <= 40; p += 7) {
      const [a, b] = approximate(p / q, 1000000);
      assert.equal(a * q, b * p);
      assert.ok(b <= q);
    }
  }
});

test('approximations respect the limit and improve with it', () => {
  let last = Infinity;
  for (const limit of [1, 2, 5, 12, 29, 70, 169]) {
    const [p, q] = approximate(Math.SQRT2, limit);
    assert.equal(q, limit);
    assert.ok(Math.abs(p / q - Math.SQRT2) < last);
    last = Math.abs(p / q - Math.SQRT2);
  }
});

test('known approximations of e', () => {
  assert.deepEqual(approximate(Math.E, 1), [3, 1]);
  assert.deepEqual(approximate(Math.E, 40), [106, 39]);
  assert.deepEqual(approximate(Math.E, 31), [19, 7]);
});

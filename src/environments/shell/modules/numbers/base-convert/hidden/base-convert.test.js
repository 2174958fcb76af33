import test from 'node:test';
import assert from 'node:assert/strict';
import { convertBase, groupDigits } from '../src/base-convert.js';
import { ALPHABET, readDigits } from '../src/digits.js';

test('agrees with the built-in conversion', () => {
  for (let base = 2; base <= 36; base += 1) {
    for (const number of [0, 1, base - 1, base, base * base, 98765, 1000000]) {
      assert.equal(convertBase(String(number), 10, base), number.toString(base));
      assert.equal(convertBase(number.toString(base), base, 10), String(number));
    }
  }
});

test('round trips of a long numeral', () => {
  const numeral = '9081726354'.repeat(6);
  for (const base of [2, 3, 7, 16, 36]) {
    assert.equal(convertBase(convertBase(numeral, 10, base), base, 10), numeral);
  }
});

test('signs', () => {
  assert.equal(convertBase('-zz', 36, 36), '-zz');
  assert.equal(convertBase('-000', 10, 7), '0');
  assert.throws(() => convertBase('-', 10, 2), SyntaxError);
  assert.throws(() => convertBase('--1', 10, 2), SyntaxError);
});

test('every digit is accepted just inside its base', () => {
  for (let base = 2; base <= 36; base += 1) {
    assert.deepEqual(readDigits(ALPHABET[base - 1].toUpperCase(), base), [base - 1]);
    if (base < 36) assert.throws(() => readDigits(ALPHABET[base], base), SyntaxError);
  }
});

test('bases on either side are checked', () => {
  for (const base of [0, 1, -2, 37, 10.5, NaN, '10']) {
    assert.throws(() => convertBase('1', base, 10), RangeError);
    assert.throws(() => convertBase('1', 10, base), RangeError);
  }
});

test('grouping keeps the value', () => {
  for (let size = 1; size <= 5; size += 1) {
    const grouped = groupDigits('1100101', size);
    assert.equal(convertBase(grouped, 2, 10), '101');
    assert.ok(grouped.split('_').every((group) => group.length === size));
  }
  assert.equal(groupDigits('1234567', 3, ','), '001,234,567');
});

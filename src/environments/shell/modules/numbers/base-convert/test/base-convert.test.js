import test from 'node:test';
import assert from 'node:assert/strict';
import { convertBase, groupDigits } from '../src/base-convert.js';
import { readDigits } from '../src/digits.js';

test('converts between binary, decimal and hexadecimal', () => {
  assert.equal(convertBase('255', 10, 16), 'ff');
  assert.equal(convertBase('ff', 16, 2), '11111111');
  assert.equal(convertBase('101010', 2, 10), '42');
});

test('keeps zeros inside and at the end', () => {
  assert.equal(convertBase('1024', 10, 2), '10000000000');
  assert.equal(convertBase('1000', 10, 10), '1000');
});

test('zero and leading zeros', () => {
  assert.equal(convertBase('0', 10, 2), '0');
  assert.equal(convertBase('0007', 8, 10), '7');
  assert.equal(convertBase('000', 2, 10), '0');
});

test('does not lose precision on long numerals', () => {
  assert.equal(convertBase('ffffffffffffffffffff', 16, 10), '1208925819614629174706175');
});

test('keeps the sign except for zero', () => {
  assert.equal(convertBase('-10', 2, 10), '-2');
  assert.equal(convertBase('-0', 10, 2), '0');
});

test('works at the smallest and largest base', () => {
  assert.equal(convertBase('zz', 36, 10), '1295');
  assert.equal(convertBase('35', 10, 36), 'z');
  assert.equal(convertBase('11', 2, 3), '10');
});

test('refuses other bases', () => {
  assert.throws(() => convertBase('1', 1, 10), /unsupported base 1/);
  assert.throws(() => convertBase('1', 10, 37), /unsupported base 37/);
  assert.throws(() => convertBase('1', 2.5, 10), RangeError);
});

test('reads digits in either case and skips underscores', () => {
  assert.deepEqual(readDigits('aF_09', 16), [10, 15, 0, 9]);
});

test('refuses digits outside the base', () => {
  assert.throws(() => readDigits('102', 2), /bad digit "2" in base 2/);
  assert.throws(() => readDigits('1.5', 10), /bad digit "\."/);
});

test('refuses malformed numerals', () => {
  assert.throws(() => convertBase('', 10, 2), /malformed numeral/);
  assert.throws(() => readDigits('_1', 10), SyntaxError);
  assert.throws(() => readDigits('1_', 10), SyntaxError);
});

test('groups digits from the right and pads with zeros', () => {
  assert.equal(groupDigits('101101', 4), '0010_1101');
  assert.equal(groupDigits('12345678', 4, ' '), '1234 5678');
  assert.equal(groupDigits('7', 1), '7');
});

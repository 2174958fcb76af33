import test from 'node:test';
import assert from 'node:assert/strict';
import { add, compare, divide, format, multiply, parse, rational, subtract } from '../src/rational-math.js';

test('reduces to lowest terms', () => {
  assert.deepEqual(rational(6, 8), [3, 4]);
  assert.deepEqual(rational(5), [5, 1]);
  assert.deepEqual(rational(7, 3), [7, 3]);
});

test('moves the sign to the numerator', () => {
  assert.deepEqual(rational(3, -6), [-1, 2]);
  assert.deepEqual(rational(-3, -6), [1, 2]);
  assert.deepEqual(rational(-4, 6), [-2, 3]);
});

test('zero has denominator one and zero denominators are refused', () => {
  assert.deepEqual(rational(0, -9), [0, 1]);
  assert.throws(() => rational(1, 0), /zero denominator/);
});

test('adds and subtracts', () => {
  assert.deepEqual(add([1, 2], [1, 3]), [5, 6]);
  assert.deepEqual(subtract([1, 2], [1, 3]), [1, 6]);
  assert.deepEqual(add([1, 4], [1, 4]), [1, 2]);
  assert.deepEqual(subtract([1, 4], [1, 4]), [0, 1]);
});

test('multiplies and divides', () => {
  assert.deepEqual(multiply([2, 3], [9, 4]), [3, 2]);
  assert.deepEqual(divide([2, 3], [4, 9]), [3, 2]);
  assert.deepEqual(divide([1, 2], [-3, 1]), [-1, 6]);
  assert.throws(() => divide([1, 2], [0, 1]), RangeError);
});

test('compares exactly', () => {
  assert.equal(compare([1, 3], [33, 100]), 1);
  assert.equal(compare([1, 3], [34, 100]), -1);
  assert.equal(compare([-1, 2], [-1, 2]), 0);
});

test('parses integers and fractions', () => {
  assert.deepEqual(parse('12'), [12, 1]);
  assert.deepEqual(parse(' -6/8 '), [-3, 4]);
  assert.deepEqual(parse('+3/1'), [3, 1]);
});

test('parses decimals', () => {
  assert.deepEqual(parse('2.75'), [11, 4]);
  assert.deepEqual(parse('-.5'), [-1, 2]);
  assert.deepEqual(parse('0.125'), [1, 8]);
});

test('refuses other texts', () => {
  for (const text of ['', '-', '1/', '/2', '1.', '1/2/3', 'x']) {
    assert.throws(() => parse(text), /not a rational/);
  }
  assert.throws(() => parse('1/0'), /zero denominator/);
});

test('formats integers and proper fractions', () => {
  assert.equal(format([-4, 1]), '-4');
  assert.equal(format([3, 4]), '3/4');
  assert.equal(format([-1, 4]), '-1/4');
});

test('formats mixed numbers', () => {
  assert.equal(format([7, 4]), '1 3/4');
  assert.equal(format([-11, 4]), '-2 3/4');
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { approximate, convergents, toTerms } from '../src/continued-fraction.js';

test('expands a fraction into its terms', () => {
  assert.deepEqual(toTerms(415, 93), [4, 2, 6, 7]);
  assert.deepEqual(toTerms(3, 8), [0, 2, 1, 2]);
});

test('integers have one term', () => {
  assert.deepEqual(toTerms(5, 1), [5]);
  assert.deepEqual(toTerms(12, 4), [3]);
  assert.deepEqual(toTerms(0, 7), [0]);
});

test('negative fractions start with their floor', () => {
  assert.deepEqual(toTerms(-7, 3), [-3, 1, 2]);
});

test('the denominator must be positive', () => {
  assert.throws(() => toTerms(1, 0), /denominator must be positive/);
  assert.throws(() => toTerms(1, -2), RangeError);
});

test('one convergent for each term', () => {
  assert.deepEqual(convergents([4, 2, 6, 7]), [[4, 1], [9, 2], [58, 13], [415, 93]]);
  assert.deepEqual(convergents([]), []);
});

test('convergents of ones are ratios of Fibonacci numbers', () => {
  assert.deepEqual(convergents([1, 1, 1, 1, 1]).at(-1), [8, 5]);
});

test('approximates pi by the well-known fractions', () => {
  assert.deepEqual(approximate(Math.PI, 10), [22, 7]);
  assert.deepEqual(approximate(Math.PI, 106), [333, 106]);
  assert.deepEqual(approximate(Math.PI, 113), [355, 113]);
});

test('the largest denominator is included', () => {
  assert.deepEqual(approximate(Math.PI, 7), [22, 7]);
  assert.deepEqual(approximate(Math.PI, 6), [3, 1]);
});

test('recognises simple decimals exactly', () => {
  assert.deepEqual(approximate(0.75, 1000), [3, 4]);
  assert.deepEqual(approximate(0.1, 1000), [1, 10]);
  assert.deepEqual(approximate(4, 50), [4, 1]);
});

test('rounding noise does not produce further terms', () => {
  assert.deepEqual(approximate(1 / 3, Infinity), [1, 3]);
  assert.deepEqual(approximate(2.3, Infinity), [23, 10]);
});

test('approximates negative numbers', () => {
  assert.deepEqual(approximate(-1.5, 10), [-3, 2]);
  assert.deepEqual(approximate(-0.2, 4), [0, 1]);
});

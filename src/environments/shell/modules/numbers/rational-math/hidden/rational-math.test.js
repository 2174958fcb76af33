import test from 'node:test';
import assert from 'node:assert/strict';
import { add, compare, divide, format, multiply, parse, rational, subtract } from '../src/rational-math.js';

const SAMPLES = [[0, 1], [1, 1], [-1, 2], [2, 3], [-7, 4], [5, 12], [9, 1]];
const value = ([numerator, denominator]) => numerator / denominator;

test('subtraction undoes addition and division undoes multiplication', () => {
  for (const p of SAMPLES) {
    for (const q of SAMPLES) {
      assert.deepEqual(subtract(add(p, q), q), p);
      if (q[0] !== 0) assert.deepEqual(divide(multiply(p, q), q), p);
    }
  }
});

test('results are reduced with positive denominators', () => {
  for (let n = -12; n <= 12; n += 1) {
    for (let d = -12; d <= 12; d += 1) {
      if (d === 0) continue;
      const [p, q] = rational(n, d);
      assert.ok(q > 0);
      assert.ok(p * d === n * q);
      for (let k = 2; k <= q; k += 1) assert.ok(q % k !== 0 || p % k !== 0);
    }
  }
});

test('comparison orders by value', () => {
  for (const p of SAMPLES) {
    for (const q of SAMPLES) assert.equal(compare(p, q), Math.sign(value(p) - value(q)) + 0);
  }
});

test('decimals are read exactly', () => {
  assert.deepEqual(parse('1.20'), [6, 5]);
  assert.deepEqual(parse('-10.01'), [-1001, 100]);
  assert.deepEqual(parse('.75'), [3, 4]);
  assert.deepEqual(parse('0/5'), [0, 1]);
});

test('malformed texts and zero divisors', () => {
  for (const text of ['+', '.', ' ', '--1', '1 /2', '1.5/2', '1/-2']) assert.throws(() => parse(text), SyntaxError);
  assert.throws(() => parse('0/0'), RangeError);
  assert.throws(() => divide([0, 1], [0, 1]), RangeError);
});

test('formatting of borders', () => {
  assert.equal(format([0, 1]), '0');
  assert.equal(format([1, 2]), '1/2');
  assert.equal(format([5, 2]), '2 1/2');
  assert.equal(format([-3, 2]), '-1 1/2');
  assert.equal(format(parse('-0.04')), '-1/25');
});

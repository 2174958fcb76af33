import assert from 'node:assert/strict';
import test from 'node:test';
import { identity, multiply, power } from '../src/matrix-multiply.js';

const sample = [
  [1, -2, 0],
  [4, 3, -1],
  [0, 5, 2],
];

test('identity is neutral on both sides', () => {
  assert.deepEqual(multiply(identity(3), sample), sample);
  assert.deepEqual(multiply(sample, identity(3)), sample);
  assert.deepEqual(identity(1), [[1]]);
});

test('multiplies a 2x3 by a 3x2 matrix', () => {
  assert.deepEqual(
    multiply(
      [
        [1, 0, 2],
        [-1, 3, 1],
      ],
      [
        [3, 1],
        [2, 1],
        [1, 0],
      ],
    ),
    [
      [5, 1],
      [4, 2],
    ],
  );
});

test('multiplication is associative', () => {
  const other = [
    [2, 0, 1],
    [1, 1, 1],
    [0, 3, 5],
  ];
  const last = [[1], [2], [3]];
  assert.deepEqual(multiply(multiply(sample, other), last), multiply(sample, multiply(other, last)));
});

test('power agrees with repeated multiplication', () => {
  let expected = identity(3);
  for (let exponent = 0; exponent <= 9; exponent++) {
    assert.deepEqual(power(sample, exponent), expected);
    expected = multiply(expected, sample);
  }
});

test('invalid arguments are refused whichever side is wrong', () => {
  assert.throws(() => multiply([[1]], [[1], [2]]), RangeError);
  assert.throws(() => multiply([[1, 2, 3]], [[1], [2]]), RangeError);
  assert.throws(() => power(sample, -3), RangeError);
  assert.throws(() => power(sample, 0.5), RangeError);
});

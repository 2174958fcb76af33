import assert from 'node:assert/strict';
import test from 'node:test';
import { identity, multiply, power } from '../src/matrix-multiply.js';

test('identity has ones on the diagonal only', () => {
  assert.deepEqual(identity(3), [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  assert.deepEqual(identity(0), []);
});

test('multiplies two square matrices', () => {
  assert.deepEqual(
    multiply(
      [
        [1, 2],
        [3, 4],
      ],
      [
        [5, 6],
        [7, 8],
      ],
    ),
    [
      [19, 22],
      [43, 50],
    ],
  );
});

test('multiplies rectangular matrices', () => {
  assert.deepEqual(multiply([[1, 2, 3]], [[4], [5], [6]]), [[32]]);
  assert.deepEqual(multiply([[2], [3]], [[1, 10]]), [
    [2, 20],
    [3, 30],
  ]);
});

test('a matrix without columns times one without rows has empty rows', () => {
  assert.deepEqual(multiply([[], []], []), [[], []]);
});

test('rejects mismatched inner dimensions', () => {
  assert.throws(() => multiply([[1, 2]], [[1, 2]]), /inner dimensions differ/);
  assert.throws(() => multiply([[1, 2], [1]], [[1], [2]]), RangeError);
});

test('power zero is the identity and power one the matrix itself', () => {
  assert.deepEqual(
    power(
      [
        [2, 3],
        [5, 7],
      ],
      0,
    ),
    [
      [1, 0],
      [0, 1],
    ],
  );
  assert.deepEqual(
    power(
      [
        [2, 3],
        [5, 7],
      ],
      1,
    ),
    [
      [2, 3],
      [5, 7],
    ],
  );
});

test('higher powers of the Fibonacci matrix', () => {
  assert.deepEqual(
    power(
      [
        [1, 1],
        [1, 0],
      ],
      5,
    ),
    [
      [8, 5],
      [5, 3],
    ],
  );
  assert.deepEqual(
    power(
      [
        [1, 1],
        [1, 0],
      ],
      10,
    ),
    [
      [89, 55],
      [55, 34],
    ],
  );
});

test('rejects negative and fractional exponents', () => {
  assert.throws(() => power([[1]], -1), /non-negative integer/);
  assert.throws(() => power([[1]], 1.5), RangeError);
});

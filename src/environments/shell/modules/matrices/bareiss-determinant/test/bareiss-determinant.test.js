import assert from 'node:assert/strict';
import test from 'node:test';
import { determinant, isUnimodular } from '../src/bareiss-determinant.js';
import { exchangeRows, findPivot } from '../src/rows.js';

test('determinants of sizes zero and one', () => {
  assert.equal(determinant([]), 1);
  assert.equal(determinant([[-7]]), -7);
  assert.equal(determinant([[0]]), 0);
});

test('determinant of a 2x2 matrix', () => {
  assert.equal(
    determinant([
      [3, 8],
      [4, 6],
    ]),
    -14,
  );
});

test('determinant of a 3x3 matrix stays exact', () => {
  assert.equal(
    determinant([
      [6, 1, 1],
      [4, -2, 5],
      [2, 8, 7],
    ]),
    -306,
  );
});

test('determinant of a 4x4 matrix needs the running divisor', () => {
  assert.equal(
    determinant([
      [2, 1, 0, 3],
      [1, 4, 2, 1],
      [0, 1, 5, 2],
      [3, 2, 1, 6],
    ]),
    38,
  );
});

test('a zero pivot swaps rows and flips the sign', () => {
  assert.equal(
    determinant([
      [0, 2],
      [3, 4],
    ]),
    -6,
  );
  assert.equal(
    determinant([
      [0, 0, 2],
      [0, 3, 1],
      [4, 1, 1],
    ]),
    -24,
  );
});

test('singular matrices give zero', () => {
  assert.equal(
    determinant([
      [1, 2],
      [2, 4],
    ]),
    0,
  );
  assert.equal(
    determinant([
      [0, 1],
      [0, 5],
    ]),
    0,
  );
  assert.equal(
    determinant([
      [0, 0],
      [3, 0],
    ]),
    0,
  );
});

test('the argument is left unchanged and must be square', () => {
  const matrix = [
    [0, 1],
    [1, 2],
  ];
  determinant(matrix);
  assert.deepEqual(matrix, [
    [0, 1],
    [1, 2],
  ]);
  assert.throws(
    () =>
      determinant([
        [1, 2, 3],
        [4, 5, 6],
      ]),
    /not square/,
  );
  assert.throws(() => determinant([[1, 2], [3]]), TypeError);
});

test('pivot search starts on the diagonal', () => {
  assert.equal(
    findPivot(
      [
        [1, 1],
        [5, 0],
      ],
      1,
    ),
    -1,
  );
  assert.equal(
    findPivot(
      [
        [1, 1],
        [5, 2],
      ],
      1,
    ),
    1,
  );
  assert.equal(
    findPivot(
      [
        [0, 1],
        [5, 2],
      ],
      0,
    ),
    1,
  );
});

test('exchanging rows reports whether they moved', () => {
  const rows = [['a'], ['b']];
  assert.equal(exchangeRows(rows, 0, 1), true);
  assert.deepEqual(rows, [['b'], ['a']]);
  assert.equal(exchangeRows(rows, 1, 1), false);
});

test('unimodular means a determinant of plus or minus one', () => {
  assert.equal(
    isUnimodular([
      [2, 1],
      [1, 1],
    ]),
    true,
  );
  assert.equal(
    isUnimodular([
      [0, 1],
      [1, 0],
    ]),
    true,
  );
  assert.equal(
    isUnimodular([
      [2, 0],
      [0, 1],
    ]),
    false,
  );
});

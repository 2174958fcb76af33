import assert from 'node:assert/strict';
import test from 'node:test';
import { determinant, isUnimodular } from '../src/bareiss-determinant.js';

function transpose(matrix) {
  return matrix.map((_row, i) => matrix.map((row) => row[i]));
}

const square = [
  [1, -2, 3, 0],
  [4, 0, 6, 2],
  [7, 8, 9, -1],
  [2, 5, 1, 3],
];

function cofactorDeterminant(matrix) {
  if (matrix.length === 0) return 1;
  return matrix[0].reduce((sum, value, column) => {
    const minor = matrix.slice(1).map((row) => row.filter((_cell, j) => j !== column));
    return sum + (column % 2 === 0 ? 1 : -1) * value * cofactorDeterminant(minor);
  }, 0);
}

test('agrees with cofactor expansion', () => {
  const samples = [
    square,
    [[5]],
    [
      [1, 2],
      [3, 4],
    ],
    [
      [0, 3, 1],
      [2, 0, 4],
      [5, 6, 0],
    ],
    [
      [2, 3, 1],
      [4, 6, 5],
      [1, 1, 1],
    ],
  ];
  for (const sample of samples) assert.equal(determinant(sample), cofactorDeterminant(sample));
});

test('transposing keeps the determinant', () => {
  assert.equal(determinant(transpose(square)), determinant(square));
});

test('swapping two rows negates the determinant', () => {
  const swapped = [square[2], square[1], square[0], square[3]];
  assert.equal(determinant(swapped), -determinant(square));
});

test('triangular matrices multiply their diagonal', () => {
  assert.equal(
    determinant([
      [2, 9, 4],
      [0, 3, 5],
      [0, 0, -4],
    ]),
    -24,
  );
  assert.equal(
    determinant([
      [0, 0, 0, 1],
      [0, 0, 1, 0],
      [0, 1, 0, 0],
      [1, 0, 0, 0],
    ]),
    1,
  );
});

test('dependent rows or columns give a plain zero', () => {
  assert.equal(
    determinant([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]),
    0,
  );
  assert.equal(
    determinant([
      [0, 4],
      [0, -2],
    ]),
    0,
  );
  assert.equal(
    determinant(
      [
        [0, 5],
        [1, 0],
        [2, 0],
      ]
        .slice(0, 2)
        .map((row) => [row[0], 0]),
    ),
    0,
  );
});

test('unimodular matrices and shape errors', () => {
  assert.equal(
    isUnimodular([
      [1, 5, 2],
      [0, -1, 3],
      [0, 0, 1],
    ]),
    true,
  );
  assert.equal(
    isUnimodular([
      [1, 1],
      [1, 1],
    ]),
    false,
  );
  assert.throws(() => determinant([[1], [2]]), TypeError);
});

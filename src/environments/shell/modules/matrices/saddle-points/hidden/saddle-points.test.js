import assert from 'node:assert/strict';
import test from 'node:test';
import { columnMinima, pureGameValue, rowMaxima, saddlePoints } from '../src/saddle-points.js';

test('extremes of a rectangular matrix with positive and negative values', () => {
  const matrix = [
    [-3, 7],
    [12, 0],
    [4, -9],
  ];
  assert.deepEqual(rowMaxima(matrix), [7, 12, 4]);
  assert.deepEqual(columnMinima(matrix), [-3, -9]);
});

test('every cell of a constant matrix is a saddle point', () => {
  const points = saddlePoints([
    [2, 2],
    [2, 2],
  ]);
  assert.deepEqual(
    points.map(({ row, column }) => [row, column]),
    [
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ],
  );
});

test('a single row yields its maxima, a single column its minima', () => {
  assert.deepEqual(saddlePoints([[2, 5, 3, 5]]), [
    { row: 1, column: 2, value: 5 },
    { row: 1, column: 4, value: 5 },
  ]);
  assert.deepEqual(saddlePoints([[2], [1], [4], [1]]), [
    { row: 2, column: 1, value: 1 },
    { row: 4, column: 1, value: 1 },
  ]);
});

test('reported points really are saddle points', () => {
  const matrix = [
    [3, 1, 3, 2],
    [3, 2, 3, 4],
    [6, 5, 7, 7],
  ];
  const points = saddlePoints(matrix);
  assert.equal(points.length, 2);
  for (const { row, column, value } of points) {
    assert.equal(matrix[row - 1][column - 1], value);
    assert.ok(matrix[row - 1].every((other) => other <= value));
    assert.ok(matrix.every((other) => other[column - 1] >= value));
  }
});

test('game values, also negative, zero and missing', () => {
  assert.equal(
    pureGameValue([
      [-1, -4],
      [3, 2],
    ]),
    -1,
  );
  assert.equal(
    pureGameValue([
      [0, -2],
      [5, 1],
    ]),
    0,
  );
  assert.equal(pureGameValue([]), null);
});

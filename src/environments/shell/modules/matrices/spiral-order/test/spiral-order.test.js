import assert from 'node:assert/strict';
import test from 'node:test';
import { spiralOrder, spiralSquare } from '../src/spiral-order.js';

test('walks a 3x3 grid', () => {
  assert.deepEqual(
    spiralOrder([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]),
    [1, 2, 3, 6, 9, 8, 7, 4, 5],
  );
});

test('walks a wide grid', () => {
  assert.deepEqual(
    spiralOrder([
      ['a', 'b', 'c', 'd'],
      ['e', 'f', 'g', 'h'],
      ['i', 'j', 'k', 'l'],
    ]).join(''),
    'abcdhlkjiefg',
  );
});

test('walks a tall grid', () => {
  assert.deepEqual(
    spiralOrder([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
      [10, 11, 12],
    ]),
    [1, 2, 3, 6, 9, 12, 11, 10, 7, 4, 5, 8],
  );
});

test('a single row is read once', () => {
  assert.deepEqual(spiralOrder([[1, 2, 3]]), [1, 2, 3]);
});

test('a single column is read once', () => {
  assert.deepEqual(spiralOrder([[1], [2], [3]]), [1, 2, 3]);
});

test('empty grids have no cells', () => {
  assert.deepEqual(spiralOrder([]), []);
  assert.deepEqual(spiralOrder([[]]), []);
});

test('a 2x2 square is numbered clockwise from one', () => {
  assert.deepEqual(spiralSquare(2), [
    [1, 2],
    [4, 3],
  ]);
});

test('squares of size zero, one and four', () => {
  assert.deepEqual(spiralSquare(0), []);
  assert.deepEqual(spiralSquare(1), [[1]]);
  assert.deepEqual(spiralSquare(4), [
    [1, 2, 3, 4],
    [12, 13, 14, 5],
    [11, 16, 15, 6],
    [10, 9, 8, 7],
  ]);
  assert.equal(spiralSquare(6)[2].join(' '), '19 32 33 34 25 8');
});

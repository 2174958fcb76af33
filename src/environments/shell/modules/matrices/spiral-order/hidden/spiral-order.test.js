import assert from 'node:assert/strict';
import test from 'node:test';
import { spiralOrder, spiralSquare } from '../src/spiral-order.js';

function numbered(rows, columns) {
  return Array.from({ length: rows }, (_row, y) =>
    Array.from({ length: columns }, (_cell, x) => y * columns + x),
  );
}

test('every cell is visited exactly once in any shape', () => {
  for (let rows = 1; rows <= 6; rows++) {
    for (let columns = 1; columns <= 6; columns++) {
      const seen = spiralOrder(numbered(rows, columns));
      assert.equal(seen.length, rows * columns);
      assert.equal(new Set(seen).size, rows * columns);
    }
  }
});

test('consecutive cells are neighbours', () => {
  const columns = 5;
  const order = spiralOrder(numbered(4, columns));
  for (let i = 1; i < order.length; i++) {
    const dy = Math.abs(Math.floor(order[i] / columns) - Math.floor(order[i - 1] / columns));
    const dx = Math.abs((order[i] % columns) - (order[i - 1] % columns));
    assert.equal(dy + dx, 1);
  }
});

test('walks a 5x2 and a 2x5 grid', () => {
  assert.deepEqual(spiralOrder(numbered(5, 2)), [0, 1, 3, 5, 7, 9, 8, 6, 4, 2]);
  assert.deepEqual(spiralOrder(numbered(2, 5)), [0, 1, 2, 3, 4, 9, 8, 7, 6, 5]);
});

test('reading a numbered square back along the spiral counts up', () => {
  for (let size = 1; size <= 7; size++) {
    const expected = Array.from({ length: size * size }, (_value, index) => index + 1);
    assert.deepEqual(spiralOrder(spiralSquare(size)), expected);
  }
});

test('the centre of an odd square holds the largest number', () => {
  assert.equal(spiralSquare(5)[2][2], 25);
  assert.deepEqual(spiralSquare(3), [
    [1, 2, 3],
    [8, 9, 4],
    [7, 6, 5],
  ]);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { PrefixSumTable } from '../src/prefix-sum-table.js';

const table = new PrefixSumTable([
  [3, 0, 1, 4],
  [5, 6, 3, 2],
  [1, 2, 0, 1],
]);

test('the whole grid is summed', () => {
  assert.equal(table.sum(0, 0, 3, 4), 28);
});

test('inner rectangles exclude their surroundings', () => {
  assert.equal(table.sum(1, 1, 3, 3), 11);
  assert.equal(table.sum(1, 2, 2, 3), 3);
});

test('the far edges are exclusive and the near edges inclusive', () => {
  assert.equal(table.sum(0, 0, 1, 1), 3);
  assert.equal(table.sum(2, 3, 3, 4), 1);
});

test('empty and inverted rectangles sum to zero', () => {
  assert.equal(table.sum(1, 1, 1, 3), 0);
  assert.equal(table.sum(0, 2, 3, 2), 0);
  assert.equal(table.sum(2, 0, 1, 4), 0);
  assert.equal(table.sum(0, 3, 3, 1), 0);
});

test('rectangles outside the grid are refused', () => {
  assert.throws(() => table.sum(-1, 0, 1, 1), /leaves the grid/);
  assert.throws(() => table.sum(0, -1, 1, 1), RangeError);
  assert.throws(() => table.sum(0, 0, 4, 1), RangeError);
  assert.throws(() => table.sum(0, 0, 1, 5), RangeError);
});

test('reports the dimensions, also of an empty grid', () => {
  assert.equal(table.rows, 3);
  assert.equal(table.columns, 4);
  const empty = new PrefixSumTable([]);
  assert.equal(empty.rows, 0);
  assert.equal(empty.columns, 0);
  assert.equal(empty.sum(0, 0, 0, 0), 0);
});

test('finds the richest block', () => {
  assert.deepEqual(table.richestBlock(2), { top: 0, left: 0, total: 14 });
  assert.deepEqual(table.richestBlock(3), { top: 0, left: 0, total: 21 });
  assert.deepEqual(
    new PrefixSumTable([
      [1, 1],
      [1, 9],
    ]).richestBlock(1),
    { top: 1, left: 1, total: 9 },
  );
});

test('the first of equally rich blocks wins', () => {
  assert.deepEqual(
    new PrefixSumTable([
      [2, 7, 7],
      [7, 1, 0],
    ]).richestBlock(1),
    { top: 0, left: 1, total: 7 },
  );
});

test('negative blocks still count and oversized blocks do not exist', () => {
  assert.deepEqual(new PrefixSumTable([[-5, -3]]).richestBlock(1), { top: 0, left: 1, total: -3 });
  assert.equal(table.richestBlock(4), null);
});

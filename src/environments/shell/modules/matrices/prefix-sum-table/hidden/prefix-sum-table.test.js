import assert from 'node:assert/strict';
import test from 'node:test';
import { PrefixSumTable } from '../src/prefix-sum-table.js';

const grid = [
  [2, -1, 4],
  [0, 3, -6],
  [5, 1, 2],
  [-2, 8, 7],
];
const table = new PrefixSumTable(grid);

test('every rectangle agrees with a plain double loop', () => {
  for (let top = 0; top <= 4; top++) {
    for (let bottom = 0; bottom <= 4; bottom++) {
      for (let left = 0; left <= 3; left++) {
        for (let right = 0; right <= 3; right++) {
          let expected = 0;
          for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) expected += grid[y][x];
          assert.equal(table.sum(top, left, bottom, right), expected);
        }
      }
    }
  }
});

test('richest blocks of several sizes', () => {
  assert.deepEqual(table.richestBlock(1), { top: 3, left: 1, total: 8 });
  assert.deepEqual(table.richestBlock(2), { top: 2, left: 1, total: 18 });
  assert.deepEqual(table.richestBlock(3), { top: 1, left: 0, total: 18 });
  assert.equal(table.richestBlock(4), null);
});

test('ties prefer the upper and then the left block', () => {
  assert.deepEqual(
    new PrefixSumTable([
      [0, 0],
      [0, 0],
    ]).richestBlock(1),
    { top: 0, left: 0, total: 0 },
  );
  assert.deepEqual(
    new PrefixSumTable([
      [1, 4],
      [4, 2],
    ]).richestBlock(1),
    { top: 0, left: 1, total: 4 },
  );
});

test('a single cell and bounds around it', () => {
  const one = new PrefixSumTable([[6]]);
  assert.equal(one.sum(0, 0, 1, 1), 6);
  assert.throws(() => one.sum(0, 0, 2, 1), RangeError);
  assert.throws(() => one.sum(0, 0, 1, 2), RangeError);
  assert.throws(() => one.sum(-1, -1, 0, 0), RangeError);
});

test('later changes of the source grid do not matter', () => {
  const source = [[1, 2]];
  const fixed = new PrefixSumTable(source);
  source[0][0] = 100;
  assert.equal(fixed.sum(0, 0, 1, 2), 3);
  assert.equal(fixed.columns, 2);
});

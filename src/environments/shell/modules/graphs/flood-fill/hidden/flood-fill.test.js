import test from 'node:test';
import assert from 'node:assert/strict';
import { floodFill, measureRegions, region } from '../src/flood-fill.js';
import { inside, neighbours } from '../src/grid-cells.js';

const grid = (...rows) => rows.map((row) => [...row]);
const text = (cells) => cells.map((row) => row.join(''));
const LAKE = grid('~~....', '~.~~~.', '~.~.~.', '~.~~~.', '~.....');

test('a ring encloses its middle', () => {
  assert.deepEqual(text(floodFill(LAKE, 2, 3, 'X')), ['~~....', '~.~~~.', '~.~X~.', '~.~~~.', '~.....']);
  assert.equal(region(LAKE, 1, 2).length, 8);
  assert.equal(region(LAKE, 4, 5).length, 15);
});

test('regions add up to all cells of the value', () => {
  assert.deepEqual(measureRegions(LAKE, '~'), { count: 2, largest: 8 });
  assert.deepEqual(measureRegions(LAKE, '.'), { count: 2, largest: 15 });
  assert.deepEqual(measureRegions(LAKE, '~', { diagonal: true }), { count: 1, largest: 14 });
});

test('any cell of a region finds the same region', () => {
  const key = (cells) => cells.map((cell) => cell.join()).sort().join(' ');
  const whole = region(LAKE, 0, 0);
  for (const [row, column] of whole) assert.equal(key(region(LAKE, row, column)), key(whole));
});

test('filling and filling back restores the grid', () => {
  const filled = floodFill(LAKE, 1, 2, 'o');
  assert.deepEqual(measureRegions(filled, 'o'), { count: 1, largest: 8 });
  assert.deepEqual(text(floodFill(filled, 3, 4, '~')), text(LAKE));
});

test('single rows, columns and cells', () => {
  assert.deepEqual(region(grid('aaba'), 0, 0), [[0, 0], [0, 1]]);
  assert.deepEqual(region(grid('a', 'a', 'b'), 1, 0), [[1, 0], [0, 0]]);
  assert.deepEqual(region(grid('q'), 0, 0, { diagonal: true }), [[0, 0]]);
  assert.deepEqual(region([], 0, 0), []);
});

test('values are compared strictly', () => {
  assert.deepEqual(region([[0, '0'], [0, false]], 0, 0), [[0, 0], [1, 0]]);
  assert.deepEqual(measureRegions([[1, '1', 1]], 1), { count: 2, largest: 1 });
});

test('neighbours are mutual and inside', () => {
  for (const diagonal of [false, true]) {
    for (let row = 0; row < 5; row += 1) {
      for (let column = 0; column < 6; column += 1) {
        for (const [r, c] of neighbours(LAKE, row, column, diagonal)) {
          assert.ok(inside(LAKE, r, c));
          assert.ok(neighbours(LAKE, r, c, diagonal).some(([y, x]) => y === row && x === column));
        }
      }
    }
  }
  assert.equal(neighbours(LAKE, 2, 2, true).length, 8);
  assert.equal(neighbours(LAKE, 4, 5, true).length, 3);
});

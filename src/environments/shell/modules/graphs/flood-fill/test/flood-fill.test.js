import test from 'node:test';
import assert from 'node:assert/strict';
import { floodFill, measureRegions, region } from '../src/flood-fill.js';
import { inside, neighbours } from '../src/grid-cells.js';

const grid = (...rows) => rows.map((row) => [...row]);
const text = (cells) => cells.map((row) => row.join(''));
const MAP = grid('##..', '#..#', '..##');

test('collects the region around a cell in breadth-first order', () => {
  assert.deepEqual(region(MAP, 0, 0), [[0, 0], [0, 1], [1, 0]]);
  assert.deepEqual(region(MAP, 2, 3), [[2, 3], [1, 3], [2, 2]]);
});

test('corners connect only when asked for', () => {
  const checker = grid('#.', '.#');
  assert.deepEqual(region(checker, 0, 0), [[0, 0]]);
  assert.deepEqual(region(checker, 0, 0, { diagonal: true }), [[0, 0], [1, 1]]);
});

test('a start outside the grid has no region', () => {
  assert.deepEqual(region(MAP, -1, 0), []);
  assert.deepEqual(region(MAP, 0, 4), []);
  assert.deepEqual(region(MAP, 3, 0), []);
});

test('fills a region and nothing else', () => {
  assert.deepEqual(text(floodFill(MAP, 0, 2, 'o')), ['##oo', '#oo#', 'oo##']);
  assert.deepEqual(text(floodFill(MAP, 1, 0, 'o')), ['oo..', 'o..#', '..##']);
});

test('filling works on a copy', () => {
  const original = grid('ab', 'aa');
  const filled = floodFill(original, 0, 0, 'z');
  assert.deepEqual(text(original), ['ab', 'aa']);
  assert.deepEqual(text(filled), ['zb', 'zz']);
});

test('filling outside or with the same value changes nothing', () => {
  assert.deepEqual(text(floodFill(MAP, 9, 9, 'o')), text(MAP));
  assert.deepEqual(text(floodFill(MAP, 0, 0, '#')), text(MAP));
});

test('counts regions and measures the largest', () => {
  assert.deepEqual(measureRegions(MAP, '#'), { count: 2, largest: 3 });
  assert.deepEqual(measureRegions(MAP, '.'), { count: 1, largest: 6 });
  assert.deepEqual(measureRegions(grid('#.#', '...', '###'), '#'), { count: 3, largest: 3 });
  assert.deepEqual(measureRegions(grid('###', '...', '#.#'), '#'), { count: 3, largest: 3 });
});

test('counts diagonal regions', () => {
  assert.deepEqual(measureRegions(grid('#.#', '.#.', '#..'), '#', { diagonal: true }), { count: 1, largest: 4 });
});

test('a value that is absent has no regions', () => {
  assert.deepEqual(measureRegions(MAP, '?'), { count: 0, largest: 0 });
  assert.deepEqual(measureRegions([], '#'), { count: 0, largest: 0 });
});

test('knows the borders of the grid', () => {
  assert.deepEqual([[0, 0], [2, 3], [3, 0], [0, 4], [-1, 0], [0, -1]].map((cell) => inside(MAP, ...cell)), [true, true, false, false, false, false]);
});

test('lists neighbours clockwise, corners last', () => {
  assert.deepEqual(neighbours(MAP, 1, 1, false), [[0, 1], [1, 2], [2, 1], [1, 0]]);
  assert.deepEqual(neighbours(MAP, 1, 1, true).slice(4), [[0, 0], [0, 2], [2, 2], [2, 0]]);
  assert.deepEqual(neighbours(MAP, 0, 0, true), [[0, 1], [1, 0], [1, 1]]);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { barCells, percent, progressBar } from '../src/progress-bar.js';

test('percentages round down', () => {
  assert.equal(percent(1, 3), 33);
  assert.equal(percent(2, 3), 66);
  assert.equal(percent(999, 1000), 99);
});

test('percentages stay between 0 and 100', () => {
  assert.equal(percent(-5, 10), 0);
  assert.equal(percent(15, 10), 100);
  assert.equal(percent(10, 10), 100);
});

test('nothing to do counts as finished', () => {
  assert.equal(percent(0, 0), 100);
  assert.equal(percent(0, 1), 0);
  assert.equal(barCells(0, 0, 3), '###');
});

test('whole cells are filled with hashes', () => {
  assert.equal(barCells(2, 4, 4), '##  ');
  assert.equal(barCells(0, 4, 4), '    ');
  assert.equal(barCells(4, 4, 4), '####');
});

test('the cell at the edge shows quarters', () => {
  assert.equal(barCells(5, 16, 4), '#.  ');
  assert.equal(barCells(6, 16, 4), '#:  ');
  assert.equal(barCells(7, 16, 4), '#|  ');
  assert.equal(barCells(15, 16, 4), '###|');
});

test('parts of a quarter are not shown', () => {
  assert.equal(barCells(1, 3, 1), '.');
  assert.equal(barCells(0.25, 0.5, 2), '# ');
});

test('bars never leave their width', () => {
  assert.equal(barCells(9, 4, 3), '###');
  assert.equal(barCells(-1, 4, 3), '   ');
  assert.equal(barCells(1, 1, 1), '#');
});

test('a line shows bar, percentage and counts', () => {
  assert.equal(progressBar(5, 10, { width: 5 }), '[##:  ]  50% (5/10)');
  assert.equal(progressBar(10, 10, { width: 4 }), '[####] 100% (10/10)');
});

test('the default bar is twenty cells wide', () => {
  assert.equal(progressBar(1, 20), '[#                   ]   5% (1/20)');
});

test('a unit follows the total', () => {
  assert.equal(progressBar(1, 2, { width: 2, unit: 'files' }), '[# ]  50% (1/2 files)');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { barCells, percent, progressBar } from '../src/progress-bar.js';

test('every bar has exactly its width', () => {
  for (let width = 1; width <= 6; width++) {
    for (let done = -2; done <= 14; done++) assert.equal(barCells(done, 12, width).length, width);
  }
});

test('bars grow monotonically and fill only at the end', () => {
  const level = { ' ': 0, '.': 1, ':': 2, '|': 3, '#': 4 };
  let previous = -1;
  for (let done = 0; done <= 20; done++) {
    const sum = [...barCells(done, 20, 5)].reduce((total, cell) => total + level[cell], 0);
    assert.equal(sum, done);
    assert.ok(sum > previous);
    previous = sum;
  }
});

test('the sequence for a two cell bar', () => {
  const bars = Array.from({ length: 9 }, (_bar, done) => barCells(done, 8, 2));
  assert.deepEqual(bars, ['  ', '. ', ': ', '| ', '# ', '#.', '#:', '#|', '##']);
});

test('percentages at the borders', () => {
  assert.equal(percent(199, 200), 99);
  assert.equal(percent(1, 200), 0);
  assert.equal(percent(0.5, 1), 50);
  assert.equal(percent(3, 0), 100);
  assert.equal(percent(3, -1), 100);
  assert.equal(percent(300, 200), 100);
});

test('lines with and without units', () => {
  assert.equal(progressBar(0, 8, { width: 1 }), '[ ]   0% (0/8)');
  assert.equal(progressBar(3, 4, { width: 4, unit: 'MB' }), '[### ]  75% (3/4 MB)');
  assert.equal(progressBar(0, 0, { unit: 'rows' }), `[${'#'.repeat(20)}] 100% (0/0 rows)`);
  assert.equal(progressBar(12, 8, { width: 2 }), '[##] 100% (12/8)');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { escapeCell, padCell } from '../src/cells.js';
import { markdownTable, separator } from '../src/markdown-table.js';

test('all lines of a table have the same length', () => {
  const lines = markdownTable(
    ['id', 'a longer heading', 'x'],
    [
      [1, 'p|q', 'wide cell'],
      [22, null, ''],
      [333, 'two\nlines', 'z'],
    ],
    ['right', 'center', 'left'],
  ).split('\n');
  assert.equal(lines.length, 5);
  assert.equal(new Set(lines.map((line) => line.length)).size, 1);
  assert.equal(lines[0], '|  id | a longer heading | x         |');
  assert.equal(lines[1], '| --: | :--------------: | --------- |');
  assert.equal(lines[2], '|   1 |       p\\|q       | wide cell |');
  assert.equal(lines[3], '|  22 |                  |           |');
});

test('padding keeps the width for every length and alignment', () => {
  for (const align of ['left', 'right', 'center']) {
    for (let length = 0; length <= 8; length++) {
      const cell = padCell('x'.repeat(length), 8, align);
      assert.equal(cell.length, 8);
      assert.equal(cell.trim().length, length);
    }
  }
  assert.equal(padCell('abc', 8, 'center'), '  abc   ');
  assert.equal(padCell('a', 3, 'right'), '  a');
});

test('separators keep the width', () => {
  for (const align of ['left', 'right', 'center', undefined]) {
    for (let width = 3; width < 9; width++) assert.equal(separator(width, align).length, width);
  }
  assert.equal(separator(3, 'center'), ':-:');
  assert.equal(separator(5, 'right'), '----:');
});

test('surplus cells are dropped and escapes count for the width', () => {
  assert.equal(markdownTable(['k'], [['a|b', 'extra']]), '| k    |\n| ---- |\n| a\\|b |');
});

test('falsy values other than null and undefined survive', () => {
  assert.equal(escapeCell(''), '');
  assert.equal(escapeCell(0), '0');
  assert.equal(markdownTable(['n'], [[0], [null]]), '| n   |\n| --- |\n| 0   |\n|     |');
});

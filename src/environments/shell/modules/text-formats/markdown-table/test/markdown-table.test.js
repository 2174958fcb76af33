import assert from 'node:assert/strict';
import test from 'node:test';
import { escapeCell, padCell } from '../src/cells.js';
import { markdownTable, separator } from '../src/markdown-table.js';

test('escapes pipes and line breaks', () => {
  assert.equal(escapeCell('a|b|c'), 'a\\|b\\|c');
  assert.equal(escapeCell('x\ny\nz'), 'x<br>y<br>z');
});

test('missing values are empty but zero and false are shown', () => {
  assert.equal(escapeCell(undefined), '');
  assert.equal(escapeCell(null), '');
  assert.equal(escapeCell(0), '0');
  assert.equal(escapeCell(false), 'false');
});

test('pads left and right aligned cells', () => {
  assert.equal(padCell('ab', 5, 'left'), 'ab   ');
  assert.equal(padCell('ab', 5, undefined), 'ab   ');
  assert.equal(padCell('ab', 5, 'right'), '   ab');
});

test('centred cells put the odd space on the right', () => {
  assert.equal(padCell('ab', 5, 'center'), ' ab  ');
  assert.equal(padCell('ab', 6, 'center'), '  ab  ');
});

test('separators carry the alignment', () => {
  assert.equal(separator(4, undefined), '----');
  assert.equal(separator(4, 'right'), '---:');
  assert.equal(separator(4, 'center'), ':--:');
});

test('renders a table with the widest cell setting the width', () => {
  assert.equal(
    markdownTable(
      ['name', 'age'],
      [
        ['Al', 7],
        ['Barbara', 61],
      ],
    ),
    ['| name    | age |', '| ------- | --- |', '| Al      | 7   |', '| Barbara | 61  |'].join('\n'),
  );
});

test('aligns columns one by one', () => {
  assert.equal(
    markdownTable(['item', 'price', 'ok'], [['tea', 12, 'y']], ['left', 'right', 'center']),
    ['| item | price | ok  |', '| ---- | ----: | :-: |', '| tea  |    12 |  y  |'].join('\n'),
  );
});

test('short rows are filled and narrow columns take three characters', () => {
  assert.equal(
    markdownTable(['a', 'b'], [['1']]),
    ['| a   | b   |', '| --- | --- |', '| 1   |     |'].join('\n'),
  );
});

test('a table without rows has two lines', () => {
  assert.equal(markdownTable(['one'], []), '| one |\n| --- |');
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { formatCsvRow, parseCsv } from '../src/csv-line.js';

const ROWS = [
  ['id', 'name', 'note'],
  ['1', 'Ann "A" Lee', 'likes, commas'],
  ['2', '', 'two\nlines'],
  ['3', '"', ',"\n"'],
];

test('parsing undoes formatting', () => {
  for (const separator of [',', ';', '\t', '|']) {
    const text = ROWS.map((row) => formatCsvRow(row, separator)).join('\n');
    assert.deepEqual(parseCsv(text, separator), ROWS);
    assert.deepEqual(parseCsv(`${text}\n`, separator), ROWS);
  }
});

test('quoted separators, other separators are plain text', () => {
  assert.deepEqual(parseCsv('"a;b";c,d', ';'), [['a;b', 'c,d']]);
  assert.deepEqual(parseCsv('a\tb c', '\t'), [['a', 'b c']]);
});

test('line ends of every kind', () => {
  assert.deepEqual(parseCsv('\n'), [['']]);
  assert.deepEqual(parseCsv('a,\r\n,b'), [['a', ''], ['', 'b']]);
  assert.deepEqual(parseCsv('"a\r\nb"\r\nc'), [['a\r\nb'], ['c']]);
});

test('a carriage return elsewhere is kept', () => {
  assert.deepEqual(parseCsv('a\rb,c'), [['a\rb', 'c']]);
});

test('quotes that do not close', () => {
  assert.throws(() => parseCsv('"'), SyntaxError);
  assert.throws(() => parseCsv('"a""'), SyntaxError);
  assert.throws(() => parseCsv('"a\nb,c'), SyntaxError);
  assert.deepEqual(parseCsv('""""""'), [['""']]);
});

test('formatting of empty rows and single fields', () => {
  assert.equal(formatCsvRow([]), '');
  assert.equal(formatCsvRow(['plain']), 'plain');
  assert.equal(formatCsvRow(['""']), '""""""');
});

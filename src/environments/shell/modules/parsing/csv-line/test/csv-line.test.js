import test from 'node:test';
import assert from 'node:assert/strict';
import { formatCsvRow, parseCsv } from '../src/csv-line.js';

test('splits plain fields', () => {
  assert.deepEqual(parseCsv('a,b,c'), [['a', 'b', 'c']]);
  assert.deepEqual(parseCsv('one'), [['one']]);
});

test('keeps empty fields everywhere', () => {
  assert.deepEqual(parseCsv(',a,,b,'), [['', 'a', '', 'b', '']]);
  assert.deepEqual(parseCsv(','), [['', '']]);
});

test('splits rows and ignores the final line break', () => {
  assert.deepEqual(parseCsv('a,b\nc,d\n'), [['a', 'b'], ['c', 'd']]);
  assert.deepEqual(parseCsv('a\n\nb'), [['a'], [''], ['b']]);
});

test('accepts carriage returns before line breaks', () => {
  assert.deepEqual(parseCsv('a,bcd\r\nc\r\n'), [['a', 'bcd'], ['c']]);
});

test('empty text has no rows', () => {
  assert.deepEqual(parseCsv(''), []);
});

test('quoted fields may hold separators and line breaks', () => {
  assert.deepEqual(parseCsv('"a,b",c'), [['a,b', 'c']]);
  assert.deepEqual(parseCsv('"x\ny",z\n'), [['x\ny', 'z']]);
});

test('doubled quotes stand for one', () => {
  assert.deepEqual(parseCsv('"say ""hi""",1'), [['say "hi"', '1']]);
  assert.deepEqual(parseCsv('"",""""'), [['', '"']]);
});

test('a quote inside a plain field is literal', () => {
  assert.deepEqual(parseCsv('5" disk,x'), [['5" disk', 'x']]);
});

test('an open quote is an error', () => {
  assert.throws(() => parseCsv('a,"b'), /unterminated/);
});

test('accepts another separator', () => {
  assert.deepEqual(parseCsv('a;b,c', ';'), [['a', 'b,c']]);
  assert.equal(formatCsvRow(['a;b', 'c,d'], ';'), '"a;b";c,d');
});

test('formats fields and quotes only where needed', () => {
  assert.equal(formatCsvRow(['a', 1, true]), 'a,1,true');
  assert.equal(formatCsvRow(['a,b', 'say "hi"', 'x\ny', 'r\r']), '"a,b","say ""hi""","x\ny","r\r"');
});

test('missing values become empty fields but zero does not', () => {
  assert.equal(formatCsvRow([null, undefined, 0, false, '']), ',,0,false,');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { hexByte, printable } from '../src/bytes.js';
import { hexDump, undump } from '../src/hex-dump.js';

test('bytes take two hexadecimal digits', () => {
  assert.equal(hexByte(0), '00');
  assert.equal(hexByte(10), '0a');
  assert.equal(hexByte(255), 'ff');
});

test('only visible ASCII and the space are printable', () => {
  assert.equal(printable(0x20), ' ');
  assert.equal(printable(0x1f), '.');
  assert.equal(printable(0x7e), '~');
  assert.equal(printable(0x7f), '.');
  assert.equal(printable(65), 'A');
});

test('a full line shows two groups of eight', () => {
  const bytes = [...'Hello, dumper!?\n'].map((c) => c.charCodeAt(0));
  assert.deepEqual(hexDump(bytes), [
    '00000000  48 65 6c 6c 6f 2c 20 64  75 6d 70 65 72 21 3f 0a  |Hello, dumper!?.|',
  ]);
});

test('a short line is padded up to the text column', () => {
  assert.deepEqual(hexDump([1, 2, 3]), [`00000000  01 02 03${' '.repeat(15)}  ${' '.repeat(23)}  |...|`]);
});

test('a short second group is padded as well', () => {
  assert.deepEqual(hexDump([0, 1, 2, 3, 4, 5, 6, 7, 72, 105]), [
    `00000000  00 01 02 03 04 05 06 07  48 69${' '.repeat(18)}  |........Hi|`,
  ]);
});

test('narrow dumps count their offsets in hexadecimal', () => {
  const lines = hexDump([65, 66, 67, 68, 69, 70, 71, 72, 73, 74], 4);
  assert.deepEqual(lines, [
    '00000000  41 42  43 44  |ABCD|',
    '00000004  45 46  47 48  |EFGH|',
    '00000008  49 4a         |IJ|',
  ]);
  assert.equal(hexDump(new Array(20).fill(0), 10)[1].slice(0, 8), '0000000a');
});

test('odd widths give the left group the extra byte', () => {
  assert.deepEqual(hexDump([1, 2, 3], 3), ['00000000  01 02  03  |...|']);
});

test('no bytes give no lines', () => {
  assert.deepEqual(hexDump([]), []);
  assert.deepEqual(undump([]), []);
});

test('numbers outside a byte are refused', () => {
  assert.throws(() => hexDump([0, 256]), /not a byte at offset 1/);
  assert.throws(() => hexDump([-1]), /not a byte at offset 0/);
  assert.throws(() => hexDump([1, 2, 0.5]), RangeError);
  assert.equal(hexDump([255]).length, 1);
});

test('undump reads the bytes back', () => {
  assert.deepEqual(
    undump(['00000000  41 42  43 44  |ABCD|', '00000004  ff            |.|'], 4),
    [65, 66, 67, 68, 255],
  );
  const text = [...'12 34 56 78 90 ab'].map((c) => c.charCodeAt(0));
  assert.deepEqual(undump(hexDump(text)), text);
});

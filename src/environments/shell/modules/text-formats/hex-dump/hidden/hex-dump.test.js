import assert from 'node:assert/strict';
import test from 'node:test';
import { hexByte, printable } from '../src/bytes.js';
import { hexDump, undump } from '../src/hex-dump.js';

const allBytes = Array.from({ length: 256 }, (_byte, index) => index);

test('all bytes survive a round trip at several widths', () => {
  for (const width of [2, 3, 8, 16, 24]) assert.deepEqual(undump(hexDump(allBytes, width), width), allBytes);
});

test('every full line has the same length', () => {
  assert.equal(new Set(hexDump(allBytes).map((line) => line.length)).size, 1);
  assert.equal(hexDump(allBytes).length, 16);
  assert.equal(hexDump(allBytes)[15].slice(0, 10), '000000f0  ');
});

test('the text column starts at the same place on short lines', () => {
  const lines = hexDump(allBytes.slice(0, 21), 8);
  assert.equal(lines.length, 3);
  assert.deepEqual(
    lines.map((line) => line.indexOf('|')),
    [36, 36, 36],
  );
  assert.equal(lines[2], '00000010  10 11 12 13  14           |.....|');
});

test('printable characters agree with their codes', () => {
  const shown = allBytes.filter((byte) => printable(byte) !== '.');
  assert.equal(shown.length, 94);
  assert.equal(shown[0], 32);
  assert.equal(shown[93], 126);
  assert.equal(hexByte(127), '7f');
  assert.equal(hexByte(15), '0f');
});

test('errors name the first bad offset', () => {
  assert.throws(() => hexDump([0, 1, 300, -4]), /offset 2/);
  assert.throws(() => hexDump([3, -4, 300]), /offset 1/);
  assert.throws(() => hexDump(['7']), /offset 0/);
});

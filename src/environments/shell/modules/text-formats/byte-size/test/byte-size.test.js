import assert from 'node:assert/strict';
import test from 'node:test';
import { formatBytes, parseBytes } from '../src/byte-size.js';

test('small counts are plain bytes', () => {
  assert.equal(formatBytes(0), '0 B');
  assert.equal(formatBytes(7), '7 B');
  assert.equal(formatBytes(1023), '1023 B');
});

test('the first kibibyte starts at 1024', () => {
  assert.equal(formatBytes(1024), '1.0 KiB');
  assert.equal(formatBytes(1536), '1.5 KiB');
});

test('one decimal is shown below ten only', () => {
  assert.equal(formatBytes(10188), '9.9 KiB');
  assert.equal(formatBytes(10240), '10 KiB');
  assert.equal(formatBytes(10239), '10 KiB');
  assert.equal(formatBytes(20 * 1024 + 600), '21 KiB');
});

test('rounding up never shows 1024 of a unit', () => {
  assert.equal(formatBytes(1024 * 1024 - 1), '1.0 MiB');
  assert.equal(formatBytes(1023 * 1024), '1023 KiB');
});

test('large units end at tebibytes', () => {
  assert.equal(formatBytes(3 * 1024 ** 3), '3.0 GiB');
  assert.equal(formatBytes(2.5 * 1024 ** 4), '2.5 TiB');
  assert.equal(formatBytes(2048 * 1024 ** 4), '2048 TiB');
});

test('negative counts keep their sign', () => {
  assert.equal(formatBytes(-1536), '-1.5 KiB');
  assert.equal(formatBytes(-1), '-1 B');
});

test('parses formatted and short sizes', () => {
  assert.equal(parseBytes('512'), 512);
  assert.equal(parseBytes('10K'), 10240);
  assert.equal(parseBytes('1.5 KiB'), 1536);
  assert.equal(parseBytes('2mb'), 2 * 1024 * 1024);
  assert.equal(parseBytes(' 1 TiB '), 1024 ** 4);
});

test('parses signs and rounds to whole bytes', () => {
  assert.equal(parseBytes('-2 B'), -2);
  assert.equal(parseBytes('-0'), 0);
  assert.equal(parseBytes('0.3k'), 307);
  assert.equal(parseBytes('0.7k'), 717);
  assert.equal(parseBytes('-1'), -1);
});

test('other text is refused', () => {
  assert.throws(() => parseBytes('ten'), /not a size: ten/);
  assert.throws(() => parseBytes('1.k'), SyntaxError);
  assert.throws(() => parseBytes('5 PiB'), SyntaxError);
  assert.throws(() => parseBytes(''), SyntaxError);
});

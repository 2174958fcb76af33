import assert from 'node:assert/strict';
import test from 'node:test';
import { formatBytes, parseBytes } from '../src/byte-size.js';

test('whole multiples of every unit survive a round trip', () => {
  for (const unit of ['B', 'KiB', 'MiB', 'GiB', 'TiB']) {
    for (const amount of [11, 100, 1023]) {
      assert.equal(formatBytes(parseBytes(`${amount} ${unit}`)), `${amount} ${unit}`);
    }
  }
});

test('each power of 1024 opens the next unit', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((exponent) => formatBytes(1024 ** exponent)),
    ['1 B', '1.0 KiB', '1.0 MiB', '1.0 GiB', '1.0 TiB'],
  );
  assert.equal(formatBytes(1024 ** 5), '1024 TiB');
});

test('decimals round at both ends of their range', () => {
  assert.equal(formatBytes(1100), '1.1 KiB');
  assert.equal(formatBytes(9.94 * 1024 ** 2), '9.9 MiB');
  assert.equal(formatBytes(9.96 * 1024 ** 2), '10 MiB');
  assert.equal(formatBytes(9), '9 B');
  assert.equal(formatBytes(1023.6 * 1024), '1.0 MiB');
  assert.equal(formatBytes(1023.4 * 1024), '1023 KiB');
});

test('negative sizes mirror positive ones', () => {
  for (const bytes of [5, 1024, 999999, 1024 ** 3])
    assert.equal(formatBytes(-bytes), `-${formatBytes(bytes)}`);
  assert.equal(parseBytes('-3k'), -3072);
});

test('units are read in any case and spelling', () => {
  for (const text of ['4g', '4G', '4gb', '4GiB', '4 gib']) assert.equal(parseBytes(text), 4 * 1024 ** 3);
  assert.equal(parseBytes('7b'), 7);
  assert.equal(parseBytes('2.25m'), 2359296);
});

test('malformed sizes throw', () => {
  for (const text of ['k', '.5k', '1 2', '1kk', '+1', '1ib2', '--1'])
    assert.throws(() => parseBytes(text), SyntaxError);
});

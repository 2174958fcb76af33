import test from 'node:test';
import assert from 'node:assert/strict';
import { formatDuration, parseDuration } from '../src/duration-text.js';

test('parsing undoes formatting', () => {
  for (let seconds = 1; seconds < 3000000; seconds = seconds * 3 + 7) {
    assert.equal(parseDuration(formatDuration(seconds)), seconds);
    assert.equal(parseDuration(formatDuration(-seconds)), -seconds);
  }
});

test('every border between units', () => {
  const borders = [60, 3600, 86400, 604800];
  assert.deepEqual(borders.map((border) => formatDuration(border)), ['1m', '1h', '1d', '1w']);
  assert.deepEqual(borders.map((border) => formatDuration(border - 1, 1)), ['59s', '59m', '23h', '6d']);
});

test('clock edges', () => {
  assert.equal(parseDuration('0:00'), 0);
  assert.equal(parseDuration('0:59'), 59);
  assert.equal(parseDuration('-2:03:04'), -7384);
  assert.throws(() => parseDuration('1:5'), SyntaxError);
  assert.throws(() => parseDuration('1:75'), RangeError);
  assert.throws(() => parseDuration('1:2:3:44'), SyntaxError);
});

test('mixed fractions and all units', () => {
  assert.equal(parseDuration('1w1d1h1m1s'), 694861);
  assert.equal(parseDuration('0.5d 0.5h'), 45000);
  assert.equal(parseDuration('-1.5m 1s'), -91);
});

test('malformed units', () => {
  for (const text of ['h', '1.h', '1 h', '1hx', '--1h', '1s1m', '1s 1s', '1H', 'abc']) {
    assert.throws(() => parseDuration(text), SyntaxError);
  }
});

test('limits on units count only what is shown', () => {
  assert.equal(formatDuration(604800 + 61, 2), '1w 1m');
  assert.equal(formatDuration(604800 + 61, 3), '1w 1m 1s');
  assert.equal(formatDuration(-0.5), '0s');
});

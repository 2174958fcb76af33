import test from 'node:test';
import assert from 'node:assert/strict';
import { formatDuration, parseDuration } from '../src/duration-text.js';

test('reads single units', () => {
  assert.deepEqual(['1s', '2m', '3h', '1d', '2w'].map(parseDuration), [1, 120, 10800, 86400, 1209600]);
});

test('adds up several units with or without spaces', () => {
  assert.equal(parseDuration('1h30m'), 5400);
  assert.equal(parseDuration(' 1d 2h  5s '), 93605);
});

test('reads fractions', () => {
  assert.equal(parseDuration('1.5h'), 5400);
  assert.equal(parseDuration('0.5s'), 0.5);
});

test('reads negative durations', () => {
  assert.equal(parseDuration('-2m'), -120);
  assert.equal(parseDuration('-1:30'), -90);
});

test('reads clock notation', () => {
  assert.equal(parseDuration('2:05'), 125);
  assert.equal(parseDuration('1:00:01'), 3601);
  assert.equal(parseDuration('90:59'), 5459);
  assert.throws(() => parseDuration('1:60'), /below 60/);
});

test('units must fall and not repeat', () => {
  assert.throws(() => parseDuration('5m1h'), /cannot read "1h"/);
  assert.throws(() => parseDuration('1h1h'), SyntaxError);
});

test('refuses other texts', () => {
  assert.throws(() => parseDuration(''), /empty duration/);
  assert.throws(() => parseDuration('-'), /empty duration/);
  assert.throws(() => parseDuration('12'), /cannot read "12"/);
  assert.throws(() => parseDuration('1y'), SyntaxError);
});

test('formats with all units', () => {
  assert.equal(formatDuration(788645), '1w 2d 3h 4m 5s');
  assert.equal(formatDuration(3600), '1h');
  assert.equal(formatDuration(59), '59s');
  assert.equal(formatDuration(61), '1m 1s');
});

test('formats at most the given number of units', () => {
  assert.equal(formatDuration(93784, 2), '1d 2h');
  assert.equal(formatDuration(86401, 2), '1d 1s');
  assert.equal(formatDuration(93784, 1), '1d');
});

test('formats zero, fractions and negative seconds', () => {
  assert.equal(formatDuration(0), '0s');
  assert.equal(formatDuration(0.9), '0s');
  assert.equal(formatDuration(1.9), '1s');
  assert.equal(formatDuration(-61), '-1m 1s');
  assert.equal(formatDuration(-1), '-1s');
});

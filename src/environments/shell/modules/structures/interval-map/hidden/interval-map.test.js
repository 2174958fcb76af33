import assert from 'node:assert/strict';
import test from 'node:test';
import { IntervalMap } from '../src/interval-map.js';

test('agrees with painting an array', () => {
  const map = new IntervalMap();
  const cells = new Array(40).fill(undefined);
  let seed = 3;
  for (let step = 0; step < 25; step++) {
    seed = (seed * 37 + 11) % 101;
    const start = seed % 38;
    const end = start + (seed % 7);
    map.set(start, end, step % 4);
    for (let key = start; key < end && key < 40; key++) cells[key] = step % 4;
    for (let key = 0; key < 40; key++) assert.equal(map.get(key), cells[key]);
  }
});

test('listed intervals are sorted, disjoint and never joinable', () => {
  const map = new IntervalMap().set(8, 12, 1).set(0, 3, 1).set(3, 8, 2).set(2, 4, 1).set(30, 31, 2);
  const entries = map.entries();
  assert.deepEqual(entries, [
    [0, 4, 1],
    [4, 8, 2],
    [8, 12, 1],
    [30, 31, 2],
  ]);
  for (let i = 1; i < entries.length; i++) assert.ok(entries[i - 1][1] <= entries[i][0]);
});

test('overwriting exactly replaces the value', () => {
  const map = new IntervalMap().set(1, 5, 'old').set(1, 5, 'new');
  assert.deepEqual(map.entries(), [[1, 5, 'new']]);
});

test('sharing one end keeps the other part', () => {
  assert.deepEqual(new IntervalMap().set(0, 10, 'a').set(0, 4, 'b').entries(), [
    [0, 4, 'b'],
    [4, 10, 'a'],
  ]);
  assert.deepEqual(new IntervalMap().set(0, 10, 'a').set(6, 10, 'b').entries(), [
    [0, 6, 'a'],
    [6, 10, 'b'],
  ]);
});

test('negative keys and unit intervals work', () => {
  const map = new IntervalMap().set(-5, -1, 'n').set(-3, -2, 'm').set(0, 0, 'z');
  assert.deepEqual(
    [-6, -5, -4, -3, -2, -1, 0].map((key) => map.get(key)),
    [undefined, 'n', 'n', 'm', 'n', undefined, undefined],
  );
});

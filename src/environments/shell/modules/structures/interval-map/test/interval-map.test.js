import assert from 'node:assert/strict';
import test from 'node:test';
import { IntervalMap } from '../src/interval-map.js';

test('an empty map has no values', () => {
  const map = new IntervalMap();
  assert.equal(map.get(0), undefined);
  assert.deepEqual(map.entries(), []);
});

test('the start is inclusive and the end exclusive', () => {
  const map = new IntervalMap().set(2, 5, 'a');
  assert.equal(map.get(1), undefined);
  assert.equal(map.get(2), 'a');
  assert.equal(map.get(4), 'a');
  assert.equal(map.get(5), undefined);
});

test('empty and inverted intervals change nothing', () => {
  const map = new IntervalMap().set(0, 9, 'a').set(4, 4, 'b').set(6, 3, 'c');
  assert.deepEqual(map.entries(), [[0, 9, 'a']]);
});

test('a later assignment in the middle splits an interval', () => {
  const map = new IntervalMap().set(0, 10, 'a').set(3, 6, 'b');
  assert.deepEqual(map.entries(), [
    [0, 3, 'a'],
    [3, 6, 'b'],
    [6, 10, 'a'],
  ]);
});

test('overlapping ends are trimmed', () => {
  const map = new IntervalMap().set(0, 4, 'a').set(6, 10, 'b').set(3, 7, 'c');
  assert.deepEqual(map.entries(), [
    [0, 3, 'a'],
    [3, 7, 'c'],
    [7, 10, 'b'],
  ]);
});

test('covered intervals disappear, distant ones stay', () => {
  const map = new IntervalMap().set(2, 4, 'a').set(5, 6, 'b').set(20, 21, 'c').set(2, 6, 'd');
  assert.deepEqual(map.entries(), [
    [2, 6, 'd'],
    [20, 21, 'c'],
  ]);
});

test('finds keys among many intervals', () => {
  const map = new IntervalMap();
  for (let i = 9; i >= 0; i--) map.set(i * 10, i * 10 + 5, i);
  for (let i = 0; i < 10; i++) {
    assert.equal(map.get(i * 10), i);
    assert.equal(map.get(i * 10 + 4), i);
    assert.equal(map.get(i * 10 + 5), undefined);
  }
});

test('touching intervals with equal values are listed as one', () => {
  const map = new IntervalMap().set(0, 2, 'a').set(2, 4, 'a').set(4, 6, 'b').set(7, 8, 'b');
  assert.deepEqual(map.entries(), [
    [0, 4, 'a'],
    [4, 6, 'b'],
    [7, 8, 'b'],
  ]);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { chunk, chunkBy, splitEvenly } from '../src/chunk-list.js';

const range = (count) => Array.from({ length: count }, (_, index) => index);

test('chunks concatenate to the list and all but the last are full', () => {
  for (let size = 1; size <= 7; size += 1) {
    const chunks = chunk(range(13), size);
    assert.deepEqual(chunks.flat(), range(13));
    assert.equal(chunks.length, Math.ceil(13 / size));
    assert.ok(chunks.slice(0, -1).every((each) => each.length === size));
  }
});

test('even parts differ by at most one, in falling order', () => {
  for (let count = 1; count <= 9; count += 1) {
    const parts = splitEvenly(range(11), count);
    const lengths = parts.map((part) => part.length);
    assert.equal(parts.length, count);
    assert.deepEqual(parts.flat(), range(11));
    assert.ok(lengths[0] - lengths[count - 1] <= 1);
    assert.deepEqual(lengths, [...lengths].sort((a, b) => b - a));
  }
});

test('bad sizes of every kind', () => {
  for (const size of [0, -2, 0.5, NaN, Infinity, '2', undefined]) {
    assert.throws(() => chunk([1, 2], size), /bad chunk size/);
    assert.throws(() => splitEvenly([1, 2], size), /bad chunk size/);
  }
});

test('chunkBy finds ascending runs', () => {
  const drops = (previous, next) => next < previous;
  assert.deepEqual(chunkBy([3, 4, 1, 2, 2, 0], drops), [[3, 4], [1, 2, 2], [0]]);
  assert.deepEqual(chunkBy([5, 4, 3], drops), [[5], [4], [3]]);
});

test('the list itself is not changed', () => {
  const items = [1, 2, 3];
  chunk(items, 2)[0].push(9);
  splitEvenly(items, 2)[0].push(9);
  assert.deepEqual(items, [1, 2, 3]);
});

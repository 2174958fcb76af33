import test from 'node:test';
import assert from 'node:assert/strict';
import { mergeSorted } from '../src/merge-sorted.js';
import { RunHeap } from '../src/run-heap.js';

test('merges two lists', () => {
  assert.deepEqual(mergeSorted([[1, 4, 6], [2, 3, 7]]), [1, 2, 3, 4, 6, 7]);
});

test('merges many lists of different lengths', () => {
  assert.deepEqual(mergeSorted([[5], [1, 9, 12], [], [2, 3, 4, 10], [0, 11]]), [0, 1, 2, 3, 4, 5, 9, 10, 11, 12]);
});

test('no lists or empty lists give an empty list', () => {
  assert.deepEqual(mergeSorted([]), []);
  assert.deepEqual(mergeSorted([[], []]), []);
  assert.deepEqual(mergeSorted([[1, 2]]), [1, 2]);
});

test('keeps repeats by default and drops them when unique', () => {
  assert.deepEqual(mergeSorted([[1, 1, 2], [1, 2, 3]]), [1, 1, 1, 2, 2, 3]);
  assert.deepEqual(mergeSorted([[1, 1, 2], [1, 2, 3]], { unique: true }), [1, 2, 3]);
});

test('is stable: equal items keep the order of the lists', () => {
  const compare = (a, b) => a.key - b.key;
  const lists = ['a', 'b', 'c', 'd'].map((from) => [{ key: 1, from }, { key: 2, from }]);
  assert.equal(mergeSorted(lists, { compare }).map(({ key, from }) => key + from).join(' '), '1a 1b 1c 1d 2a 2b 2c 2d');
});

test('unique keeps the item of the earliest list', () => {
  const compare = (a, b) => a[0] - b[0];
  assert.deepEqual(mergeSorted([[[2, 'x']], [[1, 'y'], [2, 'z']]], { compare, unique: true }), [[1, 'y'], [2, 'x']]);
});

test('follows another order', () => {
  assert.deepEqual(mergeSorted([[9, 5, 1], [8, 5]], { compare: (a, b) => b - a }), [9, 8, 5, 5, 1]);
});

test('merges strings by default', () => {
  assert.deepEqual(mergeSorted([['b', 'd'], ['a', 'c']]), ['a', 'b', 'c', 'd']);
});

test('stops at the limit', () => {
  assert.deepEqual(mergeSorted([[1, 3, 5], [2, 4]], { limit: 3 }), [1, 2, 3]);
  assert.deepEqual(mergeSorted([[1]], { limit: 0 }), []);
  assert.deepEqual(mergeSorted([[1, 1, 1, 2]], { limit: 2, unique: true }), [1, 2]);
});

test('the heap gives entries back in order', () => {
  const heap = new RunHeap((a, b) => a - b);
  [5, 2, 8, 1, 9, 3, 7].forEach((value, run) => heap.push({ value, run }));
  assert.equal(heap.size, 7);
  const order = Array.from({ length: 7 }, () => heap.pop().value);
  assert.deepEqual(order, [1, 2, 3, 5, 7, 8, 9]);
  assert.equal(heap.size, 0);
});

test('the heap keeps its least entry in front', () => {
  const heap = new RunHeap((a, b) => a - b);
  [6, 5, 4, 3, 2, 1].forEach((value, run) => {
    heap.push({ value, run });
    assert.equal(heap.entries[0].value, value);
  });
});

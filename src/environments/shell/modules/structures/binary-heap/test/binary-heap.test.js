import assert from 'node:assert/strict';
import test from 'node:test';
import { BinaryHeap, smallest } from '../src/binary-heap.js';

function drain(heap) {
  const items = [];
  while (heap.size > 0) items.push(heap.pop());
  return items;
}

test('an empty heap has nothing to give', () => {
  const heap = new BinaryHeap();
  assert.equal(heap.size, 0);
  assert.equal(heap.peek(), undefined);
  assert.equal(heap.pop(), undefined);
  assert.equal(heap.size, 0);
});

test('push reports the size and peek the minimum', () => {
  const heap = new BinaryHeap();
  assert.equal(heap.push(5), 1);
  assert.equal(heap.peek(), 5);
  assert.equal(heap.push(3), 2);
  assert.equal(heap.peek(), 3);
  assert.equal(heap.push(4), 3);
  assert.equal(heap.peek(), 3);
});

test('a pushed item rises several levels', () => {
  const heap = new BinaryHeap(undefined, [2, 4, 6, 8, 10, 12, 14]);
  heap.push(1);
  assert.equal(heap.peek(), 1);
  heap.push(3);
  assert.deepEqual(drain(heap), [1, 2, 3, 4, 6, 8, 10, 12, 14]);
});

test('popping yields ascending order', () => {
  assert.deepEqual(drain(new BinaryHeap(undefined, [5, 1, 4, 2, 3])), [1, 2, 3, 4, 5]);
  assert.deepEqual(
    drain(new BinaryHeap(undefined, [9, 8, 7, 6, 5, 4, 3, 2, 1])),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
});

test('duplicates are kept', () => {
  assert.deepEqual(drain(new BinaryHeap(undefined, [2, 1, 2, 1])), [1, 1, 2, 2]);
});

test('a comparison turns the heap around', () => {
  assert.deepEqual(drain(new BinaryHeap((a, b) => b - a, [3, 9, 4, 1, 7, 8])), [9, 8, 7, 4, 3, 1]);
});

test('equal items are not swapped while rising', () => {
  const heap = new BinaryHeap((a, b) => a.rank - b.rank);
  heap.push({ rank: 1, name: 'first' });
  heap.push({ rank: 1, name: 'second' });
  assert.equal(heap.peek().name, 'first');
});

test('smallest takes at most the requested count', () => {
  assert.deepEqual(smallest([7, 3, 9, 1], 2), [1, 3]);
  assert.deepEqual(smallest([2, 1], 5), [1, 2]);
  assert.deepEqual(smallest([2, 1], 0), []);
});

test('sinking items find their way among many', () => {
  const values = [31, 4, 15, 9, 26, 5, 35, 8, 97, 93, 23, 84, 62, 6];
  assert.deepEqual(
    drain(new BinaryHeap(undefined, values)),
    [4, 5, 6, 8, 9, 15, 23, 26, 31, 35, 62, 84, 93, 97],
  );
});

test('equal items are not swapped while sinking', () => {
  const ranked = ['a', 'b', 'c', 'd'].map((name) => ({ rank: 1, name }));
  const heap = new BinaryHeap((a, b) => a.rank - b.rank, ranked);
  assert.deepEqual(
    drain(heap).map(({ name }) => name),
    ['a', 'd', 'c', 'b'],
  );
});

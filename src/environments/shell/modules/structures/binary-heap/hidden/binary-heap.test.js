import assert from 'node:assert/strict';
import test from 'node:test';
import { BinaryHeap, smallest } from '../src/binary-heap.js';

function drain(heap) {
  const items = [];
  while (heap.size > 0) items.push(heap.pop());
  return items;
}

test('drains pseudo-random input in order', () => {
  let seed = 7;
  for (let size = 1; size <= 40; size++) {
    const values = Array.from({ length: size }, () => {
      seed = (seed * 73 + 41) % 1009;
      return seed % 50;
    });
    assert.deepEqual(
      drain(new BinaryHeap(undefined, values)),
      [...values].sort((a, b) => a - b),
    );
  }
});

test('pushes and pops may be mixed', () => {
  const heap = new BinaryHeap();
  for (const value of [10, 4, 7]) heap.push(value);
  assert.equal(heap.pop(), 4);
  heap.push(1);
  heap.push(9);
  assert.equal(heap.size, 4);
  assert.equal(heap.peek(), 1);
  assert.deepEqual(drain(heap), [1, 7, 9, 10]);
  assert.equal(heap.peek(), undefined);
});

test('orders records by a custom comparison', () => {
  const byLength = new BinaryHeap((a, b) => a.length - b.length, ['ccc', 'a', 'dddd', 'bb']);
  assert.deepEqual(drain(byLength), ['a', 'bb', 'ccc', 'dddd']);
});

test('the source array stays untouched', () => {
  const values = [3, 1, 2];
  assert.deepEqual(smallest(values, 3), [1, 2, 3]);
  assert.deepEqual(values, [3, 1, 2]);
});

test('smallest with ties, negatives and single values', () => {
  assert.deepEqual(smallest([0, -2, 5, -2, 3], 3), [-2, -2, 0]);
  assert.deepEqual(smallest([8], 1), [8]);
  assert.deepEqual(smallest([], 4), []);
});

test('items of equal rank are left where they are', () => {
  const heap = new BinaryHeap(
    (a, b) => a[0] - b[0],
    [
      [1, 'x'],
      [1, 'y'],
      [1, 'z'],
    ],
  );
  assert.deepEqual(heap.pop(), [1, 'x']);
  assert.deepEqual(heap.pop(), [1, 'z']);
  assert.deepEqual(heap.pop(), [1, 'y']);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { RingBuffer } from '../src/ring-buffer.js';

function filled(capacity, ...items) {
  const ring = new RingBuffer(capacity);
  for (const item of items) ring.write(item);
  return ring;
}

test('a new buffer is empty', () => {
  const ring = new RingBuffer(2);
  assert.equal(ring.length, 0);
  assert.equal(ring.isFull, false);
  assert.deepEqual(ring.toArray(), []);
});

test('writing appends until the buffer is full', () => {
  const ring = filled(3, 'a', 'b');
  assert.equal(ring.length, 2);
  assert.equal(ring.isFull, false);
  ring.write('c');
  assert.equal(ring.length, 3);
  assert.equal(ring.isFull, true);
  assert.deepEqual(ring.toArray(), ['a', 'b', 'c']);
});

test('writing to a full buffer drops the oldest item', () => {
  const ring = filled(2, 1, 2, 3);
  assert.deepEqual(ring.toArray(), [2, 3]);
  assert.equal(ring.length, 2);
});

test('write returns the dropped item only', () => {
  const ring = new RingBuffer(1);
  assert.equal(ring.write('x'), undefined);
  assert.equal(ring.write('y'), 'x');
  assert.equal(ring.write('z'), 'y');
});

test('reading takes items in order of arrival', () => {
  const ring = filled(3, 1, 2, 3);
  assert.equal(ring.read(), 1);
  assert.equal(ring.read(), 2);
  assert.equal(ring.length, 1);
  assert.equal(ring.read(), 3);
});

test('reading an empty buffer yields undefined and keeps it empty', () => {
  const ring = new RingBuffer(2);
  assert.equal(ring.read(), undefined);
  assert.equal(ring.length, 0);
  ring.write(1);
  assert.equal(ring.read(), 1);
});

test('reads and writes wrap around the end', () => {
  const ring = filled(3, 1, 2, 3);
  ring.read();
  ring.read();
  ring.write(4);
  ring.write(5);
  assert.deepEqual(ring.toArray(), [3, 4, 5]);
  assert.equal(ring.write(6), 3);
  assert.deepEqual(ring.toArray(), [4, 5, 6]);
});

test('indices count from either end', () => {
  const ring = filled(3, 'a', 'b', 'c', 'd');
  assert.deepEqual([ring.at(0), ring.at(1), ring.at(2)], ['b', 'c', 'd']);
  assert.deepEqual([ring.at(-1), ring.at(-3)], ['d', 'b']);
});

test('indices beyond the items are undefined', () => {
  const ring = filled(4, 'a', 'b', 'c');
  ring.read();
  assert.equal(ring.at(2), undefined);
  assert.equal(ring.at(3), undefined);
  assert.equal(ring.at(-3), undefined);
  const full = filled(2, 1, 2);
  assert.equal(full.at(2), undefined);
  assert.equal(full.at(-3), undefined);
  full.write(3);
  assert.equal(full.at(-3), undefined);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { LruCache } from '../src/lru-cache.js';

test('stores and returns values', () => {
  const cache = new LruCache(2);
  cache.set('a', 1).set('b', 2);
  assert.equal(cache.get('a'), 1);
  assert.equal(cache.get('b'), 2);
  assert.equal(cache.get('c'), undefined);
});

test('forgets the oldest entry beyond its capacity', () => {
  const cache = new LruCache(2);
  cache.set('a', 1).set('b', 2);
  assert.equal(cache.size, 2);
  cache.set('c', 3);
  assert.equal(cache.size, 2);
  assert.deepEqual(cache.keys(), ['b', 'c']);
});

test('reading protects an entry', () => {
  const cache = new LruCache(2);
  cache.set('a', 1).set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  assert.deepEqual(cache.keys(), ['a', 'c']);
});

test('overwriting replaces the value and protects the entry', () => {
  const cache = new LruCache(2);
  cache.set('a', 1).set('b', 2).set('a', 10).set('c', 3);
  assert.deepEqual(cache.keys(), ['a', 'c']);
  assert.equal(cache.peek('a'), 10);
});

test('peeking changes neither order nor counters', () => {
  const cache = new LruCache(2);
  cache.set('a', 1).set('b', 2);
  assert.equal(cache.peek('a'), 1);
  assert.equal(cache.peek('z'), undefined);
  assert.deepEqual(cache.keys(), ['a', 'b']);
  assert.equal(cache.hits + cache.misses, 0);
});

test('counts hits and misses', () => {
  const cache = new LruCache(3);
  cache.set('a', undefined);
  cache.get('a');
  cache.get('a');
  cache.get('b');
  cache.get('c');
  assert.equal(cache.hits, 2);
  assert.equal(cache.misses, 2);
});

test('reports evicted entries', () => {
  const evicted = [];
  const cache = new LruCache(1, (key, value) => evicted.push([key, value]));
  cache.set('a', 1).set('a', 2).set('b', 3).set('c', 4);
  assert.deepEqual(evicted, [
    ['a', 2],
    ['b', 3],
  ]);
});

test('the capacity must be at least one', () => {
  assert.throws(() => new LruCache(0), /at least 1/);
  assert.throws(() => new LruCache(), RangeError);
  assert.equal(new LruCache(1).capacity, 1);
});

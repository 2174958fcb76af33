import assert from 'node:assert/strict';
import test from 'node:test';
import { LruCache } from '../src/lru-cache.js';

test('a long run keeps the most recent keys only', () => {
  const cache = new LruCache(3);
  for (let i = 0; i < 10; i++) {
    cache.set(i, i * i);
    assert.ok(cache.size <= 3);
  }
  assert.deepEqual(cache.keys(), [7, 8, 9]);
  assert.equal(cache.get(9), 81);
});

test('keys follow the order of use', () => {
  const cache = new LruCache(4);
  for (const key of ['w', 'x', 'y', 'z']) cache.set(key, key);
  cache.get('x');
  cache.set('w', 'again');
  cache.get('missing');
  assert.deepEqual(cache.keys(), ['y', 'z', 'x', 'w']);
});

test('evictions report the least recently used entry', () => {
  const log = [];
  const cache = new LruCache(2, (key, value) => log.push(`${key}=${value}`));
  cache.set('a', 1).set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  cache.peek('a');
  cache.set('d', 4);
  assert.deepEqual(log, ['b=2', 'a=1']);
});

test('falsy values and keys are ordinary', () => {
  const cache = new LruCache(2);
  cache.set(0, null).set('', 0);
  assert.equal(cache.get(0), null);
  assert.equal(cache.get(''), 0);
  assert.deepEqual([cache.hits, cache.misses], [2, 0]);
  assert.equal(cache.get(undefined), undefined);
  assert.deepEqual([cache.hits, cache.misses], [2, 1]);
});

test('bad capacities are refused', () => {
  for (const capacity of [0, -3, 0.5, NaN]) assert.throws(() => new LruCache(capacity), RangeError);
  const single = new LruCache(1).set('k', 'v');
  assert.deepEqual(single.keys(), ['k']);
  assert.equal(single.size, 1);
});

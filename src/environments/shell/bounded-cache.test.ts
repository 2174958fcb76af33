import { expect, test } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

test('the least recently used entry is forgotten first', () => {
  const cache = new BoundedCache<number>(2);
  cache.set('a', 1, 1);
  cache.set('b', 2, 1);
  cache.get('a');
  cache.set('c', 3, 1);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('costs add up, and a replaced entry gives its cost back', () => {
  const cache = new BoundedCache<number>(10);
  cache.set('a', 1, 6);
  cache.set('a', 2, 6);
  cache.set('b', 3, 4);
  expect(cache.size).toBe(2);
  cache.set('c', 4, 5);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 3, 4]);
});

test('an entry that costs more than the limit is not kept', () => {
  const cache = new BoundedCache<number>(3);
  cache.set('a', 1, 4);
  expect(cache.size).toBe(0);
});

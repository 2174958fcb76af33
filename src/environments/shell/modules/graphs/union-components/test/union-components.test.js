import test from 'node:test';
import assert from 'node:assert/strict';
import { components, firstRedundantLink, missingLinks } from '../src/union-components.js';
import { DisjointSet } from '../src/disjoint-set.js';

test('groups linked names', () => {
  assert.deepEqual(components(['a', 'b', 'c', 'd', 'e'], [['a', 'c'], ['d', 'e'], ['e', 'c']]), [['a', 'c', 'd', 'e'], ['b']]);
});

test('larger components come first and ties keep the order of names', () => {
  assert.deepEqual(components(['p', 'q', 'r', 's', 't'], [['s', 't'], ['q', 'r']]), [['q', 'r'], ['s', 't'], ['p']]);
});

test('without links every name is alone', () => {
  assert.deepEqual(components(['x', 'y'], []), [['x'], ['y']]);
  assert.deepEqual(components([], []), []);
});

test('a link to an unknown name is refused', () => {
  assert.throws(() => components(['a'], [['a', 'z']]), /unknown name in link a-z/);
  assert.throws(() => components(['a'], [['z', 'a']]), /unknown name in link z-a/);
});

test('finds the first link that closes a circle', () => {
  assert.equal(firstRedundantLink(4, [[0, 1], [1, 2], [2, 0], [0, 2]]), 2);
  assert.equal(firstRedundantLink(2, [[1, 1]]), 0);
  assert.equal(firstRedundantLink(3, [[0, 1], [1, 2]]), -1);
});

test('counts the links that are missing', () => {
  assert.equal(missingLinks(5, [[0, 1], [2, 3]]), 2);
  assert.equal(missingLinks(3, [[0, 1], [1, 2], [0, 2]]), 0);
  assert.equal(missingLinks(4, []), 3);
});

test('nothing and single items need no links', () => {
  assert.equal(missingLinks(0, []), 0);
  assert.equal(missingLinks(1, []), 0);
});

test('union reports whether two sets were joined', () => {
  const sets = new DisjointSet(3);
  assert.equal(sets.union(0, 1), true);
  assert.equal(sets.union(1, 0), false);
  assert.equal(sets.find(0), sets.find(1));
  assert.notEqual(sets.find(0), sets.find(2));
  assert.equal(sets.count, 2);
});

test('the root of the larger set stays', () => {
  const sets = new DisjointSet(6);
  sets.union(3, 4);
  sets.union(3, 5);
  sets.union(0, 3);
  assert.equal(sets.find(0), 3);
  assert.equal(sets.sizes[3], 4);
  sets.union(1, 2);
  assert.equal(sets.find(2), 1);
  sets.union(2, 0);
  assert.equal(sets.find(1), 3);
  assert.equal(sets.sizes[3], 6);
});

test('finding halves the path', () => {
  const sets = new DisjointSet(4);
  sets.parent = [0, 0, 1, 2];
  assert.equal(sets.find(3), 0);
  assert.equal(sets.parent[3], 1);
});

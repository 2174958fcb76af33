import test from 'node:test';
import assert from 'node:assert/strict';
import { components, firstRedundantLink, missingLinks } from '../src/union-components.js';
import { DisjointSet } from '../src/disjoint-set.js';

const NAMES = Array.from({ length: 20 }, (_, index) => `v${index}`);

test('names fall into classes by remainder', () => {
  for (let step = 1; step <= 6; step += 1) {
    const links = NAMES.slice(step).map((name, index) => [name, NAMES[index]]);
    const groups = components(NAMES, links);
    assert.equal(groups.length, step);
    for (const group of groups) {
      const remainders = new Set(group.map((name) => Number(name.slice(1)) % step));
      assert.equal(remainders.size, 1);
    }
    assert.deepEqual(groups.flat().length, 20);
  }
});

test('sizes fall and names keep their order', () => {
  const groups = components(NAMES, [['v9', 'v2'], ['v7', 'v9'], ['v1', 'v0'], ['v19', 'v18']]);
  assert.deepEqual(groups.slice(0, 4), [['v2', 'v7', 'v9'], ['v0', 'v1'], ['v18', 'v19'], ['v3']]);
});

test('the first redundant link makes the prefix cyclic', () => {
  assert.equal(firstRedundantLink(6, [[0, 1], [2, 3], [4, 5], [1, 2], [3, 4], [5, 0]]), 5);
  assert.equal(firstRedundantLink(6, [[0, 1], [2, 3], [1, 0], [4, 5]]), 2);
  assert.equal(firstRedundantLink(1, []), -1);
});

test('missing links shrink only with useful links', () => {
  const links = [[0, 1], [1, 2], [0, 2], [3, 4], [4, 0], [5, 5]];
  const counts = links.map((_, index) => missingLinks(6, links.slice(0, index + 1)));
  assert.deepEqual(counts, [4, 3, 3, 2, 1, 1]);
});

test('sizes belong to roots after many unions', () => {
  const sets = new DisjointSet(16);
  for (let width = 1; width < 16; width *= 2) {
    for (let i = 0; i < 16; i += 2 * width) assert.equal(sets.union(i, i + width), true);
  }
  assert.equal(sets.count, 1);
  assert.equal(sets.sizes[sets.find(13)], 16);
  assert.equal(new Set(NAMES.slice(0, 16).map((_, index) => sets.find(index))).size, 1);
});

test('a small set is hung below a large one whatever the argument order', () => {
  for (const [a, b] of [[0, 3], [3, 0]]) {
    const sets = new DisjointSet(4);
    sets.union(0, 1);
    sets.union(0, 2);
    sets.union(a, b);
    assert.equal(sets.parent[3], 0);
    assert.equal(sets.sizes[0], 4);
  }
});

test('unknown names on either side', () => {
  assert.throws(() => components(NAMES, [['v0', 'w']]), /v0-w/);
  assert.throws(() => components(NAMES, [['v0', 'v1'], ['w', 'v0']]), /w-v0/);
  assert.throws(() => components([], [['p', 'q']]), Error);
});

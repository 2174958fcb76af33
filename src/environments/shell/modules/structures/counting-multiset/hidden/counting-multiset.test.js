import assert from 'node:assert/strict';
import test from 'node:test';
import { Multiset } from '../src/counting-multiset.js';

test('union and intersection share out all elements', () => {
  const first = new Multiset([1, 1, 2, 3, 3, 3]);
  const second = new Multiset([3, 1, 4, 4]);
  assert.equal(first.union(second).size + first.intersection(second).size, first.size + second.size);
  assert.equal(first.intersection(second).isSubsetOf(first), true);
  assert.equal(first.isSubsetOf(first.union(second)), true);
  assert.equal(first.union(second).isSubsetOf(first), false);
});

test('operations leave their operands unchanged', () => {
  const first = new Multiset('ab');
  const second = new Multiset('bc');
  first.union(second);
  first.intersection(second);
  assert.deepEqual([first.size, second.size], [2, 2]);
  assert.deepEqual(first.distinct(), ['a', 'b']);
});

test('adding and removing cancel out', () => {
  const bag = new Multiset().add('k', 4).add('k', -3);
  assert.equal(bag.count('k'), 1);
  assert.equal(bag.add('k', -1).size, 0);
  assert.deepEqual(bag.distinct(), []);
  assert.equal(bag.add('k', -2).add('k').count('k'), 1);
});

test('re-adding a removed element moves it to the end', () => {
  const bag = new Multiset('xyz').add('x', -1).add('x');
  assert.deepEqual(bag.distinct(), ['y', 'z', 'x']);
});

test('most common with a limit beyond the elements', () => {
  const bag = new Multiset(['p', 'q', 'q', 'r', 'r', 'r']);
  assert.deepEqual(bag.mostCommon(2), [
    ['r', 3],
    ['q', 2],
  ]);
  assert.deepEqual(bag.mostCommon(9), [
    ['r', 3],
    ['q', 2],
    ['p', 1],
  ]);
  assert.deepEqual(new Multiset().mostCommon(), []);
});

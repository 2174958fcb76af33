import assert from 'node:assert/strict';
import test from 'node:test';
import { Multiset } from '../src/counting-multiset.js';

test('counts repetitions', () => {
  const bag = new Multiset('banana');
  assert.equal(bag.count('a'), 3);
  assert.equal(bag.count('b'), 1);
  assert.equal(bag.count('z'), 0);
});

test('the size includes repetitions', () => {
  assert.equal(new Multiset('banana').size, 6);
  assert.equal(new Multiset().size, 0);
});

test('adds once by default or several times', () => {
  const bag = new Multiset().add('x').add('y', 3).add('x');
  assert.equal(bag.count('x'), 2);
  assert.equal(bag.count('y'), 3);
});

test('removing stops at none and forgets the element', () => {
  const bag = new Multiset('aab').add('a', -1).add('b', -5);
  assert.equal(bag.count('a'), 1);
  assert.equal(bag.count('b'), 0);
  assert.deepEqual(bag.distinct(), ['a']);
  assert.equal(bag.size, 1);
});

test('union takes the larger and intersection the smaller counts', () => {
  const first = new Multiset('aab');
  const second = new Multiset('abbc');
  const union = first.union(second);
  assert.deepEqual(
    union.distinct().map((e) => [e, union.count(e)]),
    [
      ['a', 2],
      ['b', 2],
      ['c', 1],
    ],
  );
  const both = first.intersection(second);
  assert.deepEqual(
    both.distinct().map((e) => [e, both.count(e)]),
    [
      ['a', 1],
      ['b', 1],
    ],
  );
});

test('subsets need every count covered', () => {
  assert.equal(new Multiset('ab').isSubsetOf(new Multiset('aab')), true);
  assert.equal(new Multiset('aab').isSubsetOf(new Multiset('ab')), false);
  assert.equal(new Multiset('ab').isSubsetOf(new Multiset('ab')), true);
  assert.equal(new Multiset('abz').isSubsetOf(new Multiset('aabb')), false);
});

test('the empty multiset is a subset of all', () => {
  assert.equal(new Multiset().isSubsetOf(new Multiset()), true);
  assert.equal(new Multiset('a').isSubsetOf(new Multiset()), false);
});

test('lists the most common elements first, ties in order', () => {
  const bag = new Multiset('cabbage');
  assert.deepEqual(bag.mostCommon(), [
    ['a', 2],
    ['b', 2],
    ['c', 1],
    ['g', 1],
    ['e', 1],
  ]);
  assert.deepEqual(bag.mostCommon(1), [['a', 2]]);
  assert.deepEqual(bag.mostCommon(0), []);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { PrefixTrie } from '../src/prefix-trie.js';

test('counts how often a word was added', () => {
  const trie = new PrefixTrie();
  assert.equal(trie.add('tea'), 1);
  assert.equal(trie.add('tea'), 2);
  assert.equal(trie.add('ten'), 1);
  assert.equal(trie.count('tea'), 2);
});

test('prefixes and unknown words count zero', () => {
  const trie = new PrefixTrie(['tea', 'ten']);
  assert.equal(trie.count('te'), 0);
  assert.equal(trie.count('teas'), 0);
  assert.equal(trie.count('x'), 0);
  assert.equal(trie.count('xyz'), 0);
});

test('completes a prefix in order', () => {
  const trie = new PrefixTrie(['ten', 'to', 'tea', 'inn', 'team']);
  assert.deepEqual(trie.complete('te'), ['tea', 'team', 'ten']);
  assert.deepEqual(trie.complete(''), ['inn', 'tea', 'team', 'ten', 'to']);
});

test('a full word completes to itself', () => {
  const trie = new PrefixTrie(['tea']);
  assert.deepEqual(trie.complete('tea'), ['tea']);
  assert.deepEqual(trie.complete('team'), []);
  assert.deepEqual(trie.complete('q'), []);
});

test('repeated words complete once', () => {
  assert.deepEqual(new PrefixTrie(['a', 'a', 'a']).complete(''), ['a']);
});

test('completion stops at the limit', () => {
  const trie = new PrefixTrie(['b', 'a', 'ab', 'abc']);
  assert.deepEqual(trie.complete('', 2), ['a', 'ab']);
  assert.deepEqual(trie.complete('', 0), []);
  assert.deepEqual(trie.complete('', 9), ['a', 'ab', 'abc', 'b']);
});

test('finds the longest word at the start of a text', () => {
  const trie = new PrefixTrie(['in', 'inter', 'internet']);
  assert.equal(trie.longestPrefixOf('international'), 'inter');
  assert.equal(trie.longestPrefixOf('into'), 'in');
  assert.equal(trie.longestPrefixOf('internet'), 'internet');
  assert.equal(trie.longestPrefixOf('i'), null);
  assert.equal(trie.longestPrefixOf('out'), null);
});

test('the empty word is a word like others', () => {
  const trie = new PrefixTrie(['', 'a']);
  assert.equal(trie.count(''), 1);
  assert.deepEqual(trie.complete(''), ['', 'a']);
  assert.equal(trie.longestPrefixOf('b'), '');
  assert.equal(new PrefixTrie().longestPrefixOf('b'), null);
});

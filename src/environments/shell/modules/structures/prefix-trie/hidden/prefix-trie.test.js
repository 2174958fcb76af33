import assert from 'node:assert/strict';
import test from 'node:test';
import { PrefixTrie } from '../src/prefix-trie.js';

const words = ['car', 'card', 'care', 'cat', 'dog', 'do', 'cart', 'car', 'dote'];

test('completions agree with filtering a sorted list', () => {
  const trie = new PrefixTrie(words);
  for (const prefix of ['', 'c', 'ca', 'car', 'cart', 'd', 'do', 'dot', 'e', 'cats']) {
    const expected = [...new Set(words)].filter((word) => word.startsWith(prefix)).sort();
    assert.deepEqual(trie.complete(prefix), expected);
    for (let limit = 0; limit <= 4; limit++)
      assert.deepEqual(trie.complete(prefix, limit), expected.slice(0, limit));
  }
});

test('counts agree with the list', () => {
  const trie = new PrefixTrie(words);
  for (const word of [...words, 'ca', '', 'doge', 'zebra']) {
    assert.equal(trie.count(word), words.filter((other) => other === word).length);
  }
});

test('the longest prefix is the longest listed word', () => {
  const trie = new PrefixTrie(words);
  assert.equal(trie.longestPrefixOf('cardinal'), 'card');
  assert.equal(trie.longestPrefixOf('carbon'), 'car');
  assert.equal(trie.longestPrefixOf('doting'), 'do');
  assert.equal(trie.longestPrefixOf('dot'), 'do');
  assert.equal(trie.longestPrefixOf(''), null);
  assert.equal(trie.longestPrefixOf('ca'), null);
});

test('adding later changes the answers', () => {
  const trie = new PrefixTrie(['abc']);
  assert.equal(trie.longestPrefixOf('abx'), null);
  assert.equal(trie.add('ab'), 1);
  assert.equal(trie.longestPrefixOf('abx'), 'ab');
  assert.deepEqual(trie.complete('a'), ['ab', 'abc']);
  assert.equal(trie.add('ab'), 2);
});

test('the empty word matches the empty text', () => {
  const trie = new PrefixTrie();
  trie.add('');
  assert.equal(trie.longestPrefixOf(''), '');
  assert.deepEqual(trie.complete('', 1), ['']);
});

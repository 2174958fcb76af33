import assert from 'node:assert/strict';
import test from 'node:test';
import { commonDirectory, commonPrefix, commonSuffix } from '../src/common-prefix.js';

test('the prefix starts every word and cannot be longer', () => {
  const words = ['abcde', 'abcxe', 'abcd'];
  const prefix = commonPrefix(words);
  assert.ok(words.every((word) => word.startsWith(prefix)));
  assert.equal(prefix, 'abc');
  assert.equal(commonPrefix([...words, 'ab']), 'ab');
});

test('equal words share everything', () => {
  assert.equal(commonPrefix(['same', 'same']), 'same');
  assert.equal(commonSuffix(['same', 'same']), 'same');
  assert.equal(commonSuffix([]), '');
});

test('order of the words does not matter', () => {
  assert.equal(commonPrefix(['ab', 'abc']), 'ab');
  assert.equal(commonPrefix(['abc', 'ab']), 'ab');
  assert.equal(commonSuffix(['xyz', 'yz']), 'yz');
  assert.equal(commonSuffix(['yz', 'xyz']), 'yz');
});

test('directories of one absolute path', () => {
  assert.equal(commonDirectory(['/a/b/c.txt']), '/a/b');
  assert.equal(commonDirectory(['/c.txt']), '/');
  assert.equal(commonDirectory(['c.txt']), '.');
});

test('absolute and relative paths share nothing', () => {
  assert.equal(commonDirectory(['/a/b', 'a/b']), '.');
});

test('a single differing path among many limits the depth', () => {
  assert.equal(commonDirectory(['p/q/r/1', 'p/q/r/2', 'p/q/3', 'p/q/r/4']), 'p/q');
  assert.equal(commonDirectory(['p/q/r/1', 'p/z/r/1', 'p/q/r/1']), 'p');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { commonDirectory, commonPrefix, commonSuffix } from '../src/common-prefix.js';

test('finds the shared start of all words', () => {
  assert.equal(commonPrefix(['flower', 'flow', 'flight']), 'fl');
  assert.equal(commonPrefix(['interview', 'internet', 'interval']), 'inter');
});

test('words that share nothing give the empty prefix', () => {
  assert.equal(commonPrefix(['dog', 'racecar', 'car']), '');
  assert.equal(commonPrefix(['abc', '']), '');
});

test('one word is its own prefix and no words have none', () => {
  assert.equal(commonPrefix(['alone']), 'alone');
  assert.equal(commonPrefix([]), '');
});

test('a difference in only one of many words ends the prefix', () => {
  assert.equal(commonPrefix(['aaaa', 'aaaa', 'aaba', 'aaaa']), 'aa');
});

test('finds the shared end of all words', () => {
  assert.equal(commonSuffix(['testing', 'running', 'wing']), 'ing');
  assert.equal(commonSuffix(['left', 'right']), 't');
  assert.equal(commonSuffix(['ab', 'ba']), '');
});

test('finds the deepest shared directory', () => {
  assert.equal(commonDirectory(['src/lib/a.js', 'src/lib/b.js', 'src/lib/deep/c.js']), 'src/lib');
  assert.equal(commonDirectory(['src/a.js', 'src/b/a.js']), 'src');
});

test('compares whole parts, not characters', () => {
  assert.equal(commonDirectory(['src/lib/a', 'src/library/a']), 'src');
});

test('the file name is never part of the directory', () => {
  assert.equal(commonDirectory(['src/x', 'src/x']), 'src');
  assert.equal(commonDirectory(['a/b/c']), 'a/b');
});

test('relative paths with nothing in common meet in the dot', () => {
  assert.equal(commonDirectory(['a/x', 'b/x']), '.');
  assert.equal(commonDirectory(['x', 'y']), '.');
  assert.equal(commonDirectory([]), '.');
});

test('absolute paths keep their leading slash', () => {
  assert.equal(commonDirectory(['/usr/bin/a', '/usr/lib/b']), '/usr');
  assert.equal(commonDirectory(['/usr/a', '/etc/b']), '/');
});

test('an equal part after a different one does not count', () => {
  assert.equal(commonDirectory(['a/b/c/f', 'a/x/c/f']), 'a');
});

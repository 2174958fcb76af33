import assert from 'node:assert/strict';
import test from 'node:test';
import { wrapWords } from '../src/word-wrap.js';

test('fills each line greedily', () => {
  assert.deepEqual(wrapWords('the quick brown fox jumps', 10), ['the quick', 'brown fox', 'jumps']);
});

test('a line may be exactly as long as the width', () => {
  assert.deepEqual(wrapWords('abc de fgh', 6), ['abc de', 'fgh']);
  assert.deepEqual(wrapWords('abc de fgh', 5), ['abc', 'de', 'fgh']);
});

test('collapses whitespace and ignores it at both ends', () => {
  assert.deepEqual(wrapWords('  a \n\t b  ', 10), ['a b']);
});

test('text without words gives no lines', () => {
  assert.deepEqual(wrapWords('', 5), []);
  assert.deepEqual(wrapWords(' \n ', 5), []);
});

test('cuts words longer than the width', () => {
  assert.deepEqual(wrapWords('abcdefgh', 3), ['abc', 'def', 'gh']);
  assert.deepEqual(wrapWords('x abcdef y', 5), ['x', 'abcde', 'f y']);
});

test('width one puts every character on its own line', () => {
  assert.deepEqual(wrapWords('ab c', 1), ['a', 'b', 'c']);
});

test('indents every line but the first', () => {
  assert.deepEqual(wrapWords('one two three', 5, { indent: '> ' }), ['one', '> two', '> three']);
});

test('rejects a width that is not a positive integer', () => {
  assert.throws(() => wrapWords('a', 0), RangeError);
  assert.throws(() => wrapWords('a', 2.5), RangeError);
});

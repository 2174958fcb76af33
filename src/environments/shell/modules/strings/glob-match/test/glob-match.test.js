import assert from 'node:assert/strict';
import test from 'node:test';
import { matchGlob } from '../src/glob-match.js';
import { tokenizeGlob } from '../src/glob-tokens.js';

test('literal patterns match only themselves', () => {
  assert.equal(matchGlob('abc', 'abc'), true);
  assert.equal(matchGlob('abc', 'abd'), false);
  assert.equal(matchGlob('abc', 'abcd'), false);
  assert.equal(matchGlob('abc', 'ab'), false);
  assert.equal(matchGlob('', ''), true);
  assert.equal(matchGlob('', 'a'), false);
});

test('a question mark matches exactly one character', () => {
  assert.equal(matchGlob('a?c', 'abc'), true);
  assert.equal(matchGlob('a?c', 'ac'), false);
  assert.equal(matchGlob('?', ''), false);
});

test('a star matches any run, also none', () => {
  assert.equal(matchGlob('*.js', 'index.js'), true);
  assert.equal(matchGlob('*.js', '.js'), true);
  assert.equal(matchGlob('*.js', 'index.jsx'), false);
  assert.equal(matchGlob('*', ''), true);
  assert.equal(matchGlob('a**b', 'ab'), true);
});

test('stars backtrack', () => {
  assert.equal(matchGlob('*aab', 'aaaab'), true);
  assert.equal(matchGlob('a*b*c', 'axbxbxc'), true);
  assert.equal(matchGlob('a*b*c', 'axcxb'), false);
});

test('sets match listed characters and ranges with both ends', () => {
  assert.equal(matchGlob('[abc]', 'b'), true);
  assert.equal(matchGlob('[abc]', 'd'), false);
  assert.equal(matchGlob('[b-d]', 'b'), true);
  assert.equal(matchGlob('[b-d]', 'd'), true);
  assert.equal(matchGlob('[b-d]', 'a'), false);
  assert.equal(matchGlob('[b-d]', 'e'), false);
});

test('sets may mix ranges, members and a final hyphen', () => {
  assert.equal(matchGlob('[0-9x]', 'x'), true);
  assert.equal(matchGlob('[0-9x]', '-'), false);
  assert.equal(matchGlob('[x0-9]', '5'), true);
  assert.equal(matchGlob('[a-]', '-'), true);
});

test('an exclamation mark negates a set', () => {
  assert.equal(matchGlob('[!abc]', 'd'), true);
  assert.equal(matchGlob('[!abc]', 'a'), false);
  assert.equal(matchGlob('[!]', '!'), true);
  assert.equal(matchGlob('[!]', 'a'), false);
});

test('a backslash makes wildcards literal', () => {
  assert.equal(matchGlob('\\*', '*'), true);
  assert.equal(matchGlob('\\*', 'a'), false);
  assert.equal(matchGlob('a\\?b', 'a?b'), true);
  assert.equal(matchGlob('a\\', 'a\\'), true);
});

test('an unclosed bracket is literal', () => {
  assert.equal(matchGlob('[ab', '[ab'), true);
  assert.equal(matchGlob('[ab', 'a'), false);
});

test('tokenizer merges stars and reads sets', () => {
  assert.deepEqual(tokenizeGlob('a**?'), [{ type: 'char', value: 'a' }, { type: 'star' }, { type: 'any' }]);
  assert.deepEqual(tokenizeGlob('[]x]'), [{ type: 'set', value: ']x', negated: false }]);
  assert.deepEqual(tokenizeGlob('[!y]z'), [
    { type: 'set', value: 'y', negated: true },
    { type: 'char', value: 'z' },
  ]);
});

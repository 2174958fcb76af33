import assert from 'node:assert/strict';
import test from 'node:test';
import { matchGlob } from '../src/glob-match.js';
import { tokenizeGlob } from '../src/glob-tokens.js';

test('realistic file patterns', () => {
  const files = ['a.test.js', 'b.js', 'a1.ts', 'readme.md', 'z9.ts'];
  const pick = (pattern) => files.filter((file) => matchGlob(pattern, file));
  assert.deepEqual(pick('*.test.*'), ['a.test.js']);
  assert.deepEqual(pick('?.js'), ['b.js']);
  assert.deepEqual(pick('[a-y][0-9].ts'), ['a1.ts']);
  assert.deepEqual(pick('[!ab]*'), ['readme.md', 'z9.ts']);
  assert.deepEqual(pick('*'), files);
});

test('several stars need the literals in order', () => {
  assert.equal(matchGlob('*a*b*', 'xxaxxbxx'), true);
  assert.equal(matchGlob('*a*b*', 'xxbxxaxx'), false);
  assert.equal(matchGlob('*ab*ab', 'abab'), true);
  assert.equal(matchGlob('*ab*ab', 'ab'), false);
});

test('star followed by question marks sets a minimum length', () => {
  assert.equal(matchGlob('*??', 'a'), false);
  assert.equal(matchGlob('*??', 'ab'), true);
  assert.equal(matchGlob('*??', 'abcdef'), true);
});

test('star followed by a set', () => {
  assert.equal(matchGlob('*[0-9]', 'ab12'), true);
  assert.equal(matchGlob('*[0-9]', 'ab1x'), false);
  assert.equal(matchGlob('*[!0-9]', '12'), false);
});

test('sets never match the end of the text', () => {
  assert.equal(matchGlob('a[!b]', 'a'), false);
  assert.equal(matchGlob('a[b]', 'a'), false);
});

test('escapes inside longer patterns', () => {
  assert.equal(matchGlob('v\\?\\[1]*', 'v?[1] final'), true);
  assert.equal(matchGlob('v\\?', 'vx'), false);
  assert.deepEqual(tokenizeGlob('\\\\a'), [
    { type: 'char', value: '\\' },
    { type: 'char', value: 'a' },
  ]);
  assert.deepEqual(tokenizeGlob('*?*'), [{ type: 'star' }, { type: 'any' }, { type: 'star' }]);
});

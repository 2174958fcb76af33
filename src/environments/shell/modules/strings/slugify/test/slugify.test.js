import assert from 'node:assert/strict';
import test from 'node:test';
import { slugify, uniqueSlug } from '../src/slugify.js';

test('lower-cases words and joins them with hyphens', () => {
  assert.equal(slugify('Hello World 42'), 'hello-world-42');
});

test('drops punctuation at the ends and collapses it inside', () => {
  assert.equal(slugify('  --What?! -- now...'), 'what-now');
});

test('removes accents and apostrophes inside words', () => {
  assert.equal(slugify("Crème Brûlée isn't"), 'creme-brulee-isnt');
});

test('spells out symbols and ligatures', () => {
  assert.equal(slugify('R&D @ 5%'), 'r-and-d-at-5-percent');
  assert.equal(slugify('Straße Æther Øre'), 'strasse-aether-ore');
});

test('a title without usable characters gives the empty slug', () => {
  assert.equal(slugify(''), '');
  assert.equal(slugify('!!!'), '');
});

test('accepts another separator', () => {
  assert.equal(slugify('one two three', { separator: '_' }), 'one_two_three');
});

test('cuts at a word boundary when too long', () => {
  assert.equal(slugify('alpha beta gamma', { maxLength: 10 }), 'alpha-beta');
  assert.equal(slugify('alpha beta gamma', { maxLength: 9 }), 'alpha');
  assert.equal(slugify('aaaa bbbbbb c', { maxLength: 7 }), 'aaaa');
});

test('cuts inside a first word that is too long', () => {
  assert.equal(slugify('internationalization', { maxLength: 5 }), 'inter');
});

test('the default limit is sixty characters', () => {
  assert.equal(slugify('a'.repeat(70)).length, 60);
  assert.equal(slugify(`${'a'.repeat(58)} b`), `${'a'.repeat(58)}-b`);
  assert.equal(slugify(`${'a'.repeat(59)} b`), 'a'.repeat(59));
});

test('uniqueSlug keeps a free slug', () => {
  assert.equal(uniqueSlug('post', ['other', 'post-2']), 'post');
});

test('uniqueSlug takes the first free number', () => {
  assert.equal(uniqueSlug('post', ['post']), 'post-2');
  assert.equal(uniqueSlug('post', ['post', 'post-2', 'post-3', 'post-5']), 'post-4');
});

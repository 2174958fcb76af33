import assert from 'node:assert/strict';
import test from 'node:test';
import { slugify, uniqueSlug } from '../src/slugify.js';

test('a slug of a slug is itself', () => {
  for (const title of ['Über & Out', '10% off', 'a_b c', 'Ærø!']) {
    assert.equal(slugify(slugify(title)), slugify(title));
  }
});

test('never starts or ends with the separator', () => {
  for (const title of ['-x-', '& y &', '...z', '@']) {
    const slug = slugify(title);
    assert.ok(!slug.startsWith('-') && !slug.endsWith('-'));
  }
  assert.equal(slugify('@'), 'at');
  assert.equal(slugify('& y &'), 'and-y-and');
});

test('every limit is respected', () => {
  for (let maxLength = 1; maxLength < 30; maxLength += 1) {
    const slug = slugify('six words in one long title', { maxLength });
    assert.ok(slug.length <= maxLength);
    assert.ok('six-words-in-one-long-title'.startsWith(slug));
  }
});

test('long separators count towards the limit', () => {
  assert.equal(slugify('ab cd', { separator: '--', maxLength: 6 }), 'ab--cd');
  assert.equal(slugify('ab cd', { separator: '--', maxLength: 5 }), 'ab');
});

test('digits and letters at the ends of the alphabet survive', () => {
  assert.equal(slugify('AZ 09 az'), 'az-09-az');
  assert.equal(slugify('50% ßtop'), '50-percent-sstop');
});

test('unique slugs accept any iterable', () => {
  assert.equal(uniqueSlug('x', new Set(['x', 'x-2'])), 'x-3');
  assert.equal(uniqueSlug('x', []), 'x');
  assert.equal(uniqueSlug('x', ['x', 'x-3']), 'x-2');
});

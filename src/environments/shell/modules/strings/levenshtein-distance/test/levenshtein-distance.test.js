import assert from 'node:assert/strict';
import test from 'node:test';
import { closestMatch, editDistance, similarity } from '../src/levenshtein-distance.js';

test('equal strings have distance zero', () => {
  assert.equal(editDistance('same', 'same'), 0);
  assert.equal(editDistance('', ''), 0);
});

test('distance to the empty string is the length', () => {
  assert.equal(editDistance('abc', ''), 3);
  assert.equal(editDistance('', 'abcd'), 4);
});

test('counts one deletion or one insertion', () => {
  assert.equal(editDistance('house', 'hose'), 1);
  assert.equal(editDistance('hose', 'house'), 1);
});

test('counts substitutions once', () => {
  assert.equal(editDistance('cat', 'cut'), 1);
  assert.equal(editDistance('abc', 'xyz'), 3);
});

test('finds the cheapest mix of edits', () => {
  assert.equal(editDistance('kitten', 'sitting'), 3);
  assert.equal(editDistance('sunday', 'saturday'), 3);
});

test('similarity is relative to the longer string', () => {
  assert.equal(similarity('abcd', 'abcx'), 0.75);
  assert.equal(similarity('ab', 'abcd'), 0.5);
  assert.equal(similarity('abc', 'xyz'), 0);
});

test('two empty strings are wholly similar', () => {
  assert.equal(similarity('', ''), 1);
});

test('closestMatch prefers the nearest and then the first candidate', () => {
  assert.equal(closestMatch('comit', ['merge', 'commits', 'commit']), 'commit');
  assert.equal(closestMatch('bat', ['cat', 'hat']), 'cat');
});

test('closestMatch ignores case but returns the candidate as given', () => {
  assert.equal(closestMatch('STATUS', ['Status']), 'Status');
  assert.equal(closestMatch('push', ['PUSH']), 'PUSH');
});

test('closestMatch includes the maximum distance and nothing beyond it', () => {
  assert.equal(closestMatch('abcd', ['abxy']), 'abxy');
  assert.equal(closestMatch('abcd', ['axyz']), null);
  assert.equal(closestMatch('abcd', ['axyz'], 3), 'axyz');
  assert.equal(closestMatch('abc', []), null);
});

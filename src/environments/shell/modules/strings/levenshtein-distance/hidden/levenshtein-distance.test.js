import assert from 'node:assert/strict';
import test from 'node:test';
import { closestMatch, editDistance, similarity } from '../src/levenshtein-distance.js';

const WORDS = ['', 'a', 'ab', 'ba', 'abba', 'flaw', 'lawn', 'intention', 'execution'];

test('distance is symmetric', () => {
  for (const a of WORDS) {
    for (const b of WORDS) assert.equal(editDistance(a, b), editDistance(b, a));
  }
});

test('known distances', () => {
  assert.equal(editDistance('intention', 'execution'), 5);
  assert.equal(editDistance('flaw', 'lawn'), 2);
  assert.equal(editDistance('ab', 'ba'), 2);
  assert.equal(editDistance('gumbo', 'gambol'), 2);
});

test('distance obeys the triangle inequality and the length bounds', () => {
  for (const a of WORDS) {
    for (const b of WORDS) {
      const direct = editDistance(a, b);
      assert.ok(direct >= Math.abs(a.length - b.length));
      assert.ok(direct <= Math.max(a.length, b.length));
      for (const c of WORDS) assert.ok(direct <= editDistance(a, c) + editDistance(c, b));
    }
  }
});

test('similarity of unequal lengths', () => {
  assert.equal(similarity('', 'abc'), 0);
  assert.equal(similarity('abcde', 'abcd'), 0.8);
  assert.equal(similarity('word', 'word'), 1);
});

test('closestMatch limits and ties', () => {
  assert.equal(closestMatch('abc', ['abd'], 0), null);
  assert.equal(closestMatch('abc', ['abd', 'ABC'], 0), 'ABC');
  assert.equal(closestMatch('row', ['bow', 'cow', 'rows']), 'bow');
  assert.equal(closestMatch('abcdef', ['uvwxyz']), null);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { brokenRules, longestRun, strength } from '../src/password-rules.js';

test('runs at the end, in the middle and at the start', () => {
  assert.equal(longestRun('xyzzz'), 3);
  assert.equal(longestRun('xyyyyz'), 4);
  assert.equal(longestRun('xxyxz'), 2);
  assert.equal(longestRun('q'), 1);
  assert.equal(longestRun('aaabbbb'), 4);
});

test('all broken rules are listed in order', () => {
  assert.deepEqual(
    brokenRules('????', { require: ['lower', 'upper', 'digit', 'symbol'], forbidden: ['??'] }),
    ['too-short', 'no-lower', 'no-upper', 'no-digit', 'repetitive', 'forbidden-word'],
  );
  assert.deepEqual(brokenRules('', { min: 1, require: ['symbol'] }), ['too-short', 'no-symbol']);
});

test('an empty rule set applies the defaults', () => {
  assert.deepEqual(brokenRules('abcdefg1', {}), brokenRules('abcdefg1'));
  assert.deepEqual(brokenRules('a1'.repeat(32)), []);
  assert.deepEqual(brokenRules('a1'.repeat(32) + 'a'), ['too-long']);
  assert.deepEqual(brokenRules('abc1234'), ['too-short']);
});

test('spaces are no symbols', () => {
  assert.deepEqual(brokenRules('two words 2', { require: ['symbol'] }), ['no-symbol']);
  assert.deepEqual(brokenRules('two_words 2', { require: ['symbol'] }), []);
  assert.equal(strength('a b'), 0);
  assert.equal(strength('a-b'), 1);
});

test('strength stays between zero and four', () => {
  assert.equal(strength('aA1!aA1!aA1!aA1!'), 4);
  assert.equal(strength('aaaaaaaaaaaaaaaa'), 0);
  assert.equal(strength('aaaaaaaaaaaaaaa1'), 1);
  assert.equal(strength('zzzzzzzzzzzz'), 0);
  assert.equal(strength('abcdefghijkl'), 1);
  assert.equal(strength('abcdefghijklmnop'), 2);
});

test('any one of several forbidden words is enough', () => {
  const forbidden = ['alpha', 'BETA', ''];
  assert.deepEqual(brokenRules('xxbetaxx1', { forbidden }), ['forbidden-word']);
  assert.deepEqual(brokenRules('bet4alph4', { forbidden }), []);
});

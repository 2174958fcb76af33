import assert from 'node:assert/strict';
import test from 'node:test';
import { brokenRules, longestRun, strength } from '../src/password-rules.js';

test('finds the longest run', () => {
  assert.equal(longestRun('aabbbcc'), 3);
  assert.equal(longestRun('abab'), 1);
  assert.equal(longestRun('aaaa'), 4);
  assert.equal(longestRun('aab'), 2);
  assert.equal(longestRun(''), 0);
});

test('a good password breaks no rule', () => {
  assert.deepEqual(brokenRules('correct7horse'), []);
});

test('the length is limited on both sides', () => {
  assert.deepEqual(brokenRules('abcde12'), ['too-short']);
  assert.deepEqual(brokenRules('abcdef12'), []);
  assert.deepEqual(brokenRules('ab1'.repeat(21) + 'x'), []);
  assert.deepEqual(brokenRules('ab1'.repeat(21) + 'xy'), ['too-long']);
});

test('custom length limits are inclusive', () => {
  const rules = { min: 2, max: 4, require: [] };
  assert.deepEqual(
    ['a', 'ab', 'abcd', 'abcde'].map((word) => brokenRules(word, rules)),
    [['too-short'], [], [], ['too-long']],
  );
});

test('lower-case letters and digits are required by default', () => {
  assert.deepEqual(brokenRules('ABCDEFGH'), ['no-lower', 'no-digit']);
  assert.deepEqual(brokenRules('abcdefgh'), ['no-digit']);
});

test('other classes may be required', () => {
  const rules = { min: 0, require: ['upper', 'symbol'] };
  assert.deepEqual(brokenRules('abc 1', rules), ['no-upper', 'no-symbol']);
  assert.deepEqual(brokenRules('A!', rules), []);
});

test('runs beyond the limit are repetitive', () => {
  assert.deepEqual(brokenRules('aaab1xyz'), []);
  assert.deepEqual(brokenRules('aaaab1xyz'), ['repetitive']);
  assert.deepEqual(brokenRules('aab1wxyz', { maxRun: 1 }), ['repetitive']);
});

test('forbidden words match in any case, empty ones never', () => {
  assert.deepEqual(brokenRules('myNAME12', { forbidden: ['other', 'Name'] }), ['forbidden-word']);
  assert.deepEqual(brokenRules('abcdef12', { forbidden: ['', 'zzz'] }), []);
});

test('strength counts character classes', () => {
  assert.deepEqual(['', 'abc', 'abC', 'abC1', 'abC1!'].map(strength), [0, 0, 1, 2, 3]);
});

test('strength rewards length twice', () => {
  assert.deepEqual(
    [11, 12, 15, 16].map((length) => strength('aB1'.repeat(6).slice(0, length))),
    [2, 3, 3, 4],
  );
  assert.equal(strength('aB1!'.repeat(5)), 4);
});

test('mostly one character is weak', () => {
  assert.equal(strength('aaaB1!'), 3);
  assert.equal(strength('aaaaB1!'), 1);
});

test('broken rules are listed in a fixed order', () => {
  assert.deepEqual(brokenRules('!!!!', { forbidden: ['!!'] }), [
    'too-short',
    'no-lower',
    'no-digit',
    'repetitive',
    'forbidden-word',
  ]);
  assert.deepEqual(brokenRules('!?!?', { max: 3, min: 0 }), ['too-long', 'no-lower', 'no-digit']);
});

test('length adds one point at a time and zero is a digit', () => {
  assert.equal(strength('ab'.repeat(8)), 2);
  assert.equal(strength('ab0'), 1);
});

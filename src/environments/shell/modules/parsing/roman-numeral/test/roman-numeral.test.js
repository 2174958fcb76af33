import test from 'node:test';
import assert from 'node:assert/strict';
import { fromRoman, toRoman } from '../src/roman-numeral.js';

test('writes the basic symbols', () => {
  assert.deepEqual([1, 5, 10, 50, 100, 500, 1000].map(toRoman), ['I', 'V', 'X', 'L', 'C', 'D', 'M']);
});

test('writes subtractive pairs', () => {
  assert.deepEqual([4, 9, 40, 90, 400, 900].map(toRoman), ['IV', 'IX', 'XL', 'XC', 'CD', 'CM']);
});

test('writes repeated and mixed symbols', () => {
  assert.equal(toRoman(8), 'VIII');
  assert.equal(toRoman(1994), 'MCMXCIV');
  assert.equal(toRoman(3999), 'MMMCMXCIX');
});

test('refuses numbers outside the range', () => {
  for (const number of [0, 4000, -1, 1.5]) assert.throws(() => toRoman(number), /no Roman numeral/);
});

test('reads additive numerals', () => {
  assert.equal(fromRoman('VIII'), 8);
  assert.equal(fromRoman('MDCLXVI'), 1666);
  assert.equal(fromRoman('I'), 1);
});

test('reads subtractive numerals', () => {
  assert.equal(fromRoman('XIV'), 14);
  assert.equal(fromRoman('MCMXCIV'), 1994);
  assert.equal(fromRoman('CDXLIV'), 444);
});

test('ignores case and outer spaces', () => {
  assert.equal(fromRoman(' xlii '), 42);
});

test('refuses unknown symbols and empty text', () => {
  assert.throws(() => fromRoman('XAI'), /bad symbol "A"/);
  assert.throws(() => fromRoman('  '), /empty numeral/);
});

test('strict reading accepts the canonical form only', () => {
  for (const numeral of ['IIII', 'VV', 'IM', 'IXI']) assert.throws(() => fromRoman(numeral), /not canonical/);
});

test('lenient reading accepts other forms', () => {
  assert.equal(fromRoman('IIII', { lenient: true }), 4);
  assert.equal(fromRoman('IM', { lenient: true }), 999);
});

test('large numerals need lenient reading', () => {
  assert.throws(() => fromRoman('MMMM'), /not canonical: MMMM/);
  assert.equal(fromRoman('MMMM', { lenient: true }), 4000);
  assert.equal(fromRoman('mmmcmxcix'), 3999);
});

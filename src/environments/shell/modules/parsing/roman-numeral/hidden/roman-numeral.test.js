import test from 'node:test';
import assert from 'node:assert/strict';
import { fromRoman, toRoman } from '../src/roman-numeral.js';

test('reading undoes writing for all numbers', () => {
  for (let number = 1; number <= 3999; number += 13) assert.equal(fromRoman(toRoman(number)), number);
});

test('no symbol is repeated more than three times and V, L, D never', () => {
  for (let number = 1; number <= 3999; number += 13) {
    assert.ok(!/IIII|XXXX|CCCC|MMMM|VV|LL|DD/.test(toRoman(number)));
  }
});

test('known years', () => {
  assert.deepEqual([1066, 1492, 1789, 2024].map(toRoman), ['MLXVI', 'MCDXCII', 'MDCCLXXXIX', 'MMXXIV']);
  assert.deepEqual(['MCMXLV', 'MMXX', 'DCLXVI'].map((text) => fromRoman(text)), [1945, 2020, 666]);
});

test('wrong forms', () => {
  for (const text of ['IIV', 'LXL', 'CMCM', 'XXXX', 'VX', 'MMMMI', 'DM']) assert.throws(() => fromRoman(text), SyntaxError);
  for (const text of ['', 'X X', '10', 'IJ']) assert.throws(() => fromRoman(text, { lenient: true }), SyntaxError);
});

test('lenient values', () => {
  const read = (text) => fromRoman(text, { lenient: true });
  assert.deepEqual(['VIIII', 'XXXX', 'IC', 'MMMMM', 'IIX'].map(read), [9, 40, 99, 5000, 10]);
  assert.equal(fromRoman('xix', { lenient: true }), 19);
});

test('numbers that cannot be written', () => {
  for (const number of [-5, 0, 0.5, 3999.5, 4000, NaN, Infinity, '7']) assert.throws(() => toRoman(number), RangeError);
});

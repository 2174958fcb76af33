import test from 'node:test';
import assert from 'node:assert/strict';
import { fromGray, nextPowerOfTwo, popCount, reverseBits, subMasks, toGray } from '../src/bit-tools.js';

test('counts set bits', () => {
  assert.deepEqual([0, 1, 2, 3, 7, 8, 255, 0b10110].map(popCount), [0, 1, 1, 2, 3, 1, 8, 3]);
});

test('counts bits of negative words as 32 bits', () => {
  assert.equal(popCount(-1), 32);
  assert.equal(popCount(-2), 31);
});

test('finds the next power of two', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 1000].map(nextPowerOfTwo), [1, 1, 2, 4, 4, 8, 1024]);
});

test('powers of two stop at two to the thirtieth', () => {
  assert.equal(nextPowerOfTwo(2 ** 30), 2 ** 30);
  assert.equal(nextPowerOfTwo(2 ** 31), 2 ** 30);
  assert.equal(nextPowerOfTwo(2 ** 29 + 1), 2 ** 30);
});

test('mirrors the lowest bits', () => {
  assert.equal(reverseBits(0b0011, 4), 0b1100);
  assert.equal(reverseBits(0b10110, 5), 0b01101);
  assert.equal(reverseBits(0b11110001, 4), 0b1000);
  assert.equal(reverseBits(1, 1), 1);
});

test('mirrors whole words without a sign', () => {
  assert.equal(reverseBits(1), 2147483648);
  assert.equal(reverseBits(0), 0);
});

test('gray codes of the first numbers', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7].map(toGray), [0, 1, 3, 2, 6, 7, 5, 4]);
});

test('gray codes are undone', () => {
  for (const value of [0, 1, 2, 5, 100, 65535, 2 ** 29 + 12345]) assert.equal(fromGray(toGray(value)), value);
  assert.equal(fromGray(4), 7);
});

test('lists all subsets of a mask in ascending order', () => {
  assert.deepEqual(subMasks(0b1010), [0, 0b0010, 0b1000, 0b1010]);
  assert.deepEqual(subMasks(0b111), [0, 1, 2, 3, 4, 5, 6, 7]);
});

test('subsets of single bits and of nothing', () => {
  assert.deepEqual(subMasks(0), [0]);
  assert.deepEqual(subMasks(16), [0, 16]);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { fromGray, nextPowerOfTwo, popCount, reverseBits, subMasks, toGray } from '../src/bit-tools.js';

test('bit counts agree with binary text', () => {
  for (let word = 0; word < 500; word += 7) {
    assert.equal(popCount(word), word.toString(2).replaceAll('0', '').length);
    assert.equal(popCount(~word), 32 - popCount(word));
  }
});

test('next power is a power of two, large enough and not too large', () => {
  for (let value = 2; value < 600; value += 1) {
    const power = nextPowerOfTwo(value);
    assert.equal(popCount(power), 1);
    assert.ok(power >= value && power / 2 < value);
  }
  assert.equal(nextPowerOfTwo(-5), 1);
  assert.equal(nextPowerOfTwo(2 ** 29), 2 ** 29);
});

test('mirroring twice restores the bits', () => {
  for (let width = 1; width <= 12; width += 1) {
    for (let word = 0; word < 2 ** width; word += 5) {
      assert.equal(reverseBits(reverseBits(word, width), width), word);
      assert.equal(popCount(reverseBits(word, width)), popCount(word));
    }
  }
  assert.equal(reverseBits(0x80000000), 1);
  assert.equal(reverseBits(-1), 4294967295);
});

test('neighbouring gray codes differ in one bit', () => {
  for (let value = 1; value < 300; value += 1) {
    assert.equal(popCount(toGray(value) ^ toGray(value - 1)), 1);
    assert.equal(fromGray(toGray(value)), value);
  }
});

test('sub-masks are exactly the subsets', () => {
  for (const mask of [5, 12, 21, 63]) {
    const expected = [];
    for (let word = 0; word <= mask; word += 1) if ((word & mask) === word) expected.push(word);
    assert.deepEqual(subMasks(mask), expected);
    assert.equal(subMasks(mask).length, 2 ** popCount(mask));
  }
});

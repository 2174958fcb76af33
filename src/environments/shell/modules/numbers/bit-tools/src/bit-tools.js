/**
 * Number of set bits in the 32-bit representation.
 * @param {number} word
 * @returns {number}
 */
export function popCount(word) {
  let rest = word >>> 0;
  let count = 0;
  while (rest !== 0) {
    rest &= rest - 1; // clears the lowest set bit
    count += 1;
  }
  return count;
}

/**
 * Smallest power of two that is not less than `value`, at most 2 ** 30.
 * @param {number} value
 * @returns {number}
 */
export function nextPowerOfTwo(value) {
  let power = 1;
  while (power < value && power < 2 ** 30) power <<= 1;
  return power;
}

/**
 * Mirrors the lowest `width` bits of a word.
 * @param {number} word
 * @param {number} [width]
 * @returns {number}
 */
export function reverseBits(word, width = 32) {
  let reversed = 0;
  for (let bit = 0; bit < width; bit += 1) {
    reversed = (reversed << 1) | ((word >>> bit) & 1);
  }
  return reversed >>> 0;
}

/** Gray code of a non-negative integer. */
export const toGray = (value) => value ^ (value >>> 1);

/**
 * Undoes `toGray`.
 * @param {number} code
 * @returns {number}
 */
export function fromGray(code) {
  let value = code;
  for (let shift = 1; shift < 32; shift *= 2) value ^= value >>> shift;
  return value;
}

/**
 * All subsets of the set bits of `mask`, ascending, including 0 and the mask.
 * @param {number} mask
 * @returns {number[]}
 */
export function subMasks(mask) {
  const subsets = [0];
  let current = 0;
  while (current !== mask) {
    // Subtracting the mask carries through its zero bits only.
    current = (current - mask) & mask;
    subsets.push(current);
  }
  return subsets;
}

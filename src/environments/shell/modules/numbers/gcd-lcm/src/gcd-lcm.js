/**
 * Greatest common divisor, never negative; 0 only for two zeros.
 * @param {number} a integer
 * @param {number} b integer
 * @returns {number}
 */
export function gcd(a, b) {
  let x = Math.abs(a);
  let y = Math.abs(b);
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/**
 * Least common multiple of any number of integers; 1 for none, 0 if one is 0.
 * @param {number[]} numbers
 * @returns {number}
 */
export function lcm(numbers) {
  let multiple = 1;
  for (const number of numbers) {
    if (number === 0) return 0;
    // Dividing first keeps the intermediate result small.
    multiple = (multiple / gcd(multiple, number)) * Math.abs(number);
  }
  return multiple;
}

/**
 * Bezout coefficients: `{ g, x, y }` with `a * x + b * y === g`, for a, b >= 0.
 * @param {number} a
 * @param {number} b
 * @returns {{ g: number, x: number, y: number }}
 */
export function extendedGcd(a, b) {
  let [g, next] = [a, b];
  let [x, nextX] = [1, 0];
  let [y, nextY] = [0, 1];
  while (next !== 0) {
    const quotient = Math.floor(g / next);
    [g, next] = [next, g - quotient * next];
    [x, nextX] = [nextX, x - quotient * nextX];
    [y, nextY] = [nextY, y - quotient * nextY];
  }
  return { g, x, y };
}

/**
 * The inverse of `a` modulo `modulus`, in 0..modulus-1, or null if there is none.
 * @param {number} a
 * @param {number} modulus at least 2
 * @returns {number | null}
 */
export function modularInverse(a, modulus) {
  const residue = ((a % modulus) + modulus) % modulus;
  const { g, x } = extendedGcd(residue, modulus);
  if (g !== 1) return null;
  return x < 0 ? x + modulus : x;
}

/**
 * All primes up to and including `limit` (sieve of Eratosthenes).
 * @param {number} limit
 * @returns {number[]}
 */
export function primesUpTo(limit) {
  const composite = new Array(limit + 1).fill(false);
  const primes = [];
  for (let n = 2; n <= limit; n += 1) {
    if (composite[n]) continue;
    primes.push(n);
    for (let multiple = n * n; multiple <= limit; multiple += n) composite[multiple] = true;
  }
  return primes;
}

/**
 * Prime factors with their exponents, ascending, by trial division.
 * @param {number} number positive integer
 * @returns {[number, number][]}
 */
export function factorize(number) {
  if (!Number.isInteger(number) || number < 1) throw new RangeError('positive integer expected');
  const factors = [];
  let rest = number;
  for (let p = 2; p * p <= rest; p += p === 2 ? 1 : 2) {
    let exponent = 0;
    while (rest % p === 0) {
      rest /= p;
      exponent += 1;
    }
    if (exponent > 0) factors.push([p, exponent]);
  }
  if (rest > 1) factors.push([rest, 1]);
  return factors;
}

/**
 * @param {number} number positive integer
 * @returns {boolean}
 */
export function isPrime(number) {
  const factors = factorize(number);
  return factors.length === 1 && factors[0][1] === 1;
}

/**
 * How many positive integers divide `number`.
 * @param {number} number positive integer
 * @returns {number}
 */
export function countDivisors(number) {
  return factorize(number).reduce((count, [, exponent]) => count * (exponent + 1), 1);
}

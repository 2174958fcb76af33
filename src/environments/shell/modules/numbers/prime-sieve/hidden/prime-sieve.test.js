import test from 'node:test';
import assert from 'node:assert/strict';
import { countDivisors, factorize, isPrime, primesUpTo } from '../src/prime-sieve.js';

test('the sieve agrees with the primality test', () => {
  const expected = [];
  for (let n = 2; n <= 300; n += 1) if (isPrime(n)) expected.push(n);
  assert.deepEqual(primesUpTo(300), expected);
  assert.equal(primesUpTo(1000).length, 168);
});

test('every limit is honoured', () => {
  for (let limit = 2; limit <= 60; limit += 1) {
    assert.deepEqual(primesUpTo(limit), primesUpTo(60).filter((prime) => prime <= limit));
  }
});

test('factors multiply back and are prime and ascending', () => {
  const primes = primesUpTo(120);
  for (let n = 1; n <= 120; n += 1) {
    const factors = factorize(n);
    assert.equal(factors.reduce((product, [p, e]) => product * p ** e, 1), n);
    assert.ok(factors.every(([p, e]) => e >= 1 && primes.includes(p)));
    for (let i = 1; i < factors.length; i += 1) assert.ok(factors[i - 1][0] < factors[i][0]);
  }
});

test('divisor counts agree with trying all', () => {
  for (let n = 1; n <= 80; n += 1) {
    let count = 0;
    for (let d = 1; d <= n; d += 1) if (n % d === 0) count += 1;
    assert.equal(countDivisors(n), count);
  }
});

test('larger numbers', () => {
  assert.deepEqual(factorize(1000003), [[1000003, 1]]);
  assert.deepEqual(factorize(999 * 1001), [[3, 3], [7, 1], [11, 1], [13, 1], [37, 1]]);
  assert.equal(isPrime(10403), false);
});

test('bad input', () => {
  for (const bad of [-7, 0, 1.25, NaN, '7']) assert.throws(() => factorize(bad), RangeError);
  assert.throws(() => isPrime(0), RangeError);
});

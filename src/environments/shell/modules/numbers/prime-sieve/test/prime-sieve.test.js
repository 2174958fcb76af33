import test from 'node:test';
import assert from 'node:assert/strict';
import { countDivisors, factorize, isPrime, primesUpTo } from '../src/prime-sieve.js';

test('lists the primes up to a limit', () => {
  assert.deepEqual(primesUpTo(30), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
});

test('the limit itself belongs to the range', () => {
  assert.deepEqual(primesUpTo(11), [2, 3, 5, 7, 11]);
  assert.deepEqual(primesUpTo(25), [2, 3, 5, 7, 11, 13, 17, 19, 23]);
  assert.deepEqual(primesUpTo(2), [2]);
});

test('there is no prime below two', () => {
  assert.deepEqual(primesUpTo(1), []);
  assert.deepEqual(primesUpTo(0), []);
});

test('factors come with exponents', () => {
  assert.deepEqual(factorize(360), [[2, 3], [3, 2], [5, 1]]);
  assert.deepEqual(factorize(64), [[2, 6]]);
});

test('squares of primes and large last factors', () => {
  assert.deepEqual(factorize(49), [[7, 2]]);
  assert.deepEqual(factorize(2 * 97), [[2, 1], [97, 1]]);
  assert.deepEqual(factorize(9), [[3, 2]]);
});

test('one has no factors and a prime only itself', () => {
  assert.deepEqual(factorize(1), []);
  assert.deepEqual(factorize(2), [[2, 1]]);
  assert.deepEqual(factorize(13), [[13, 1]]);
});

test('only positive integers are factorised', () => {
  assert.throws(() => factorize(0), /positive integer/);
  assert.throws(() => factorize(2.5), RangeError);
});

test('recognises primes', () => {
  assert.deepEqual([1, 2, 3, 4, 9, 15, 17, 27].map(isPrime), [false, true, true, false, false, false, true, false]);
});

test('counts divisors', () => {
  assert.deepEqual([1, 2, 6, 12, 16, 100].map(countDivisors), [1, 2, 4, 6, 5, 9]);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { extendedGcd, gcd, lcm, modularInverse } from '../src/gcd-lcm.js';

test('greatest common divisor of positive integers', () => {
  assert.equal(gcd(12, 18), 6);
  assert.equal(gcd(18, 12), 6);
  assert.equal(gcd(35, 64), 1);
  assert.equal(gcd(7, 7), 7);
});

test('signs do not matter for the divisor', () => {
  assert.equal(gcd(-12, 18), 6);
  assert.equal(gcd(12, -18), 6);
  assert.equal(gcd(-4, -6), 2);
});

test('zero is divided by everything', () => {
  assert.equal(gcd(0, 5), 5);
  assert.equal(gcd(5, 0), 5);
  assert.equal(gcd(0, 0), 0);
});

test('least common multiple of several numbers', () => {
  assert.equal(lcm([4, 6]), 12);
  assert.equal(lcm([2, 3, 4, 5, 6]), 60);
  assert.equal(lcm([7]), 7);
});

test('least common multiple of none, zero and negatives', () => {
  assert.equal(lcm([]), 1);
  assert.equal(lcm([3, 0, 0, 5]), 0);
  assert.equal(lcm([-4, 6]), 12);
});

test('extended form gives the divisor and the coefficients', () => {
  assert.deepEqual(extendedGcd(240, 46), { g: 2, x: -9, y: 47 });
  assert.deepEqual(extendedGcd(7, 3), { g: 1, x: 1, y: -2 });
  assert.deepEqual(extendedGcd(3, 7), { g: 1, x: -2, y: 1 });
});

test('extended form with a zero', () => {
  assert.deepEqual(extendedGcd(5, 0), { g: 5, x: 1, y: 0 });
  assert.deepEqual(extendedGcd(0, 5), { g: 5, x: 0, y: 1 });
});

test('inverts modulo a number', () => {
  assert.equal(modularInverse(3, 11), 4);
  assert.equal(modularInverse(10, 17), 12);
  assert.equal(modularInverse(1, 2), 1);
});

test('inverts negative and large representatives', () => {
  assert.equal(modularInverse(-8, 11), 4);
  assert.equal(modularInverse(25, 11), 4);
});

test('no inverse without coprimality', () => {
  assert.equal(modularInverse(6, 9), null);
  assert.equal(modularInverse(0, 5), null);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { extendedGcd, gcd, lcm, modularInverse } from '../src/gcd-lcm.js';

test('the divisor agrees with trying all candidates', () => {
  for (let a = 1; a <= 30; a += 1) {
    for (let b = 1; b <= 30; b += 1) {
      let expected = 1;
      for (let d = 1; d <= Math.min(a, b); d += 1) if (a % d === 0 && b % d === 0) expected = d;
      assert.equal(gcd(a, -b), expected);
    }
  }
});

test('divisor times multiple is the product', () => {
  for (let a = 1; a <= 20; a += 1) {
    for (let b = 1; b <= 20; b += 1) assert.equal(gcd(a, b) * lcm([a, b]), a * b);
  }
});

test('the multiple stays exact for large factors', () => {
  assert.equal(lcm([3000000000, 2000000]), 3000000000);
  assert.equal(lcm([-3, -5]), 15);
  assert.equal(lcm([-9]), 9);
  assert.equal(lcm([0]), 0);
});

test('Bezout identity holds', () => {
  for (let a = 0; a <= 25; a += 1) {
    for (let b = 1; b <= 25; b += 1) {
      const { g, x, y } = extendedGcd(a, b);
      assert.equal(a * x + b * y, g);
      assert.equal(g, gcd(a, b));
    }
  }
});

test('inverses multiply to one', () => {
  for (const modulus of [2, 7, 12, 26, 101]) {
    for (let a = -30; a <= 30; a += 1) {
      const inverse = modularInverse(a, modulus);
      if (gcd(a, modulus) !== 1) assert.equal(inverse, null);
      else {
        assert.ok(inverse >= 0 && inverse < modulus);
        assert.equal((((a * inverse) % modulus) + modulus) % modulus, 1);
      }
    }
  }
});

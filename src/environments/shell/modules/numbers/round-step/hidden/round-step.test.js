import test from 'node:test';
import assert from 'node:assert/strict';
import { clampToStep, roundTo, snap } from '../src/round-step.js';

test('known traps of decimal rounding', () => {
  assert.equal(roundTo(1.255, 2), 1.26);
  assert.equal(roundTo(10.075, 2), 10.08);
  assert.equal(roundTo(-1.005, 2), -1.01);
  assert.equal(roundTo(5.015, 2), 5.02);
});

test('rounding is odd and idempotent', () => {
  for (let i = 0; i <= 60; i += 1) {
    const value = i * 0.37;
    assert.equal(roundTo(-value, 1), value < 0.05 ? 0 : -roundTo(value, 1));
    assert.equal(roundTo(roundTo(value, 1), 1), roundTo(value, 1));
  }
});

test('very large and very small numbers', () => {
  assert.equal(roundTo(1e21, 2), 1e21);
  assert.equal(roundTo(2.5e-8, 8), 3e-8);
  assert.equal(roundTo(987654, -4), 990000);
});

test('a snapped value is a whole number of steps away and near', () => {
  for (let value = -10; value <= 10; value += 0.75) {
    const snapped = snap(value, 3, 1);
    assert.equal(Number.isInteger((snapped - 1) / 3), true);
    assert.ok(Math.abs(snapped - value) <= 1.5);
  }
  assert.throws(() => snap(3, -1), RangeError);
});

test('clamped values stay on the grid', () => {
  const range = { min: -1, max: 1, step: 0.3 };
  assert.deepEqual([-9, -0.9, 0, 0.72, 0.9, 5].map((value) => clampToStep(value, range)), [-1, -1, -0.1, 0.8, 0.8, 0.8]);
});

test('defaults and single points', () => {
  assert.equal(clampToStep(99.5), 100);
  assert.equal(clampToStep(0.49), 0);
  assert.equal(clampToStep(7, { step: 5 }), 5);
  assert.equal(clampToStep(-3, { min: -3, max: -3, step: 2 }), -3);
});

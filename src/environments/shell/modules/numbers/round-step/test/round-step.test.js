import test from 'node:test';
import assert from 'node:assert/strict';
import { clampToStep, roundTo, snap } from '../src/round-step.js';

test('rounds to decimals', () => {
  assert.equal(roundTo(3.14159, 2), 3.14);
  assert.equal(roundTo(2.71828, 3), 2.718);
  assert.equal(roundTo(7.5), 8);
  assert.equal(roundTo(7.49), 7);
});

test('is not misled by binary fractions', () => {
  assert.equal(roundTo(1.005, 2), 1.01);
  assert.equal(roundTo(8.345, 2), 8.35);
});

test('rounds halves away from zero', () => {
  assert.equal(roundTo(-2.5), -3);
  assert.equal(roundTo(-1.25, 1), -1.3);
  assert.equal(roundTo(2.5), 3);
});

test('negative digits round to tens and hundreds', () => {
  assert.equal(roundTo(1234, -2), 1200);
  assert.equal(roundTo(1250, -2), 1300);
});

test('small numbers round to plain zero', () => {
  assert.equal(Object.is(roundTo(-0.2), 0), true);
  assert.equal(roundTo(1e-9, 3), 0);
  assert.equal(roundTo(1.5e-7, 7), 2e-7);
});

test('snaps to the nearest multiple', () => {
  assert.equal(snap(13, 5), 15);
  assert.equal(snap(12, 5), 10);
  assert.equal(snap(12.5, 5), 15);
  assert.equal(snap(0.29, 0.1), 0.3);
});

test('snaps relative to an origin', () => {
  assert.equal(snap(9, 5, 2), 7);
  assert.equal(snap(10, 5, 2), 12);
  assert.equal(snap(0, 4, -1), -1);
});

test('steps must be positive', () => {
  assert.throws(() => snap(1, 0), /step must be positive/);
  assert.throws(() => snap(1, NaN), RangeError);
});

test('clamps to the ends of the range', () => {
  assert.equal(clampToStep(-5), 0);
  assert.equal(clampToStep(250), 100);
  assert.equal(clampToStep(40.6), 41);
});

test('the highest value is the last step that fits', () => {
  assert.equal(clampToStep(99, { min: 1, max: 10, step: 4 }), 9);
  assert.equal(clampToStep(9, { min: 1, max: 8, step: 4 }), 5);
  assert.equal(clampToStep(1, { min: 0, max: 0.3, step: 0.1 }), 0.3);
});

test('refuses an empty range but not a single point', () => {
  assert.throws(() => clampToStep(1, { min: 5, max: 4 }), /max is below min/);
  assert.equal(clampToStep(1, { min: 5, max: 5 }), 5);
});

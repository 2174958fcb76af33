import assert from 'node:assert/strict';
import test from 'node:test';
import { firstEndingAt } from '../src/bounds.js';
import { RangeSet } from '../src/range-set.js';

test('agrees with a plain set under many operations', () => {
  const ranges = new RangeSet();
  const model = new Set();
  let seed = 5;
  for (let step = 0; step < 60; step++) {
    seed = (seed * 53 + 17) % 211;
    const first = seed % 40;
    const last = first + (seed % 5);
    for (let value = first; value <= last; value++) {
      if (step % 3 === 2) model.delete(value);
      else model.add(value);
    }
    if (step % 3 === 2) ranges.remove(first, last);
    else ranges.add(first, last);
    assert.equal(ranges.size, model.size);
    for (let value = -1; value <= 46; value++) assert.equal(ranges.has(value), model.has(value));
  }
});

test('text lists merged ranges in order', () => {
  const set = new RangeSet();
  for (const value of [9, 3, 7, 1, 2, 8, 20]) set.add(value);
  assert.equal(set.toString(), '1-3,7-9,20');
  assert.equal(set.add(4, 6).toString(), '1-9,20');
  assert.equal(set.add(0, 30).toString(), '0-30');
});

test('removing what is absent changes nothing', () => {
  const set = new RangeSet().add(2, 4).add(9);
  assert.equal(set.remove(5, 8).toString(), '2-4,9');
  assert.equal(set.remove(0, 1).remove(10, 99).toString(), '2-4,9');
  assert.equal(set.remove(2).remove(4).remove(9).toString(), '3');
});

test('a single integer may be added but not a reversed range', () => {
  assert.equal(new RangeSet().add(6, 6).toString(), '6');
  assert.throws(() => new RangeSet().add(0, -1), RangeError);
});

test('bisection over many ranges', () => {
  const ranges = Array.from({ length: 20 }, (_range, index) => [index * 4, index * 4 + 1]);
  for (let value = 0; value <= 80; value++) {
    const linear = ranges.findIndex((range) => range[1] >= value);
    assert.equal(firstEndingAt(ranges, value), linear === -1 ? 20 : linear);
  }
});

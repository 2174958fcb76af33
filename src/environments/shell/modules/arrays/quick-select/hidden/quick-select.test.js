import test from 'node:test';
import assert from 'node:assert/strict';
import { median, partitionThreeWay, quickSelect } from '../src/quick-select.js';

const SAMPLE = Array.from({ length: 31 }, (_, i) => (i * 17) % 13 - 6);
const sorted = (items) => [...items].sort((a, b) => a - b);

test('every rank agrees with sorting', () => {
  const expected = sorted(SAMPLE);
  expected.forEach((value, rank) => assert.equal(quickSelect(SAMPLE, rank), value));
});

test('ordered and reversed lists', () => {
  const rising = Array.from({ length: 20 }, (_, i) => i);
  assert.equal(quickSelect(rising, 13), 13);
  assert.equal(quickSelect([...rising].reverse(), 13), 13);
});

test('partition keeps the items and separates them for every pivot', () => {
  for (let pivot = -8; pivot <= 8; pivot += 1) {
    const items = [...SAMPLE];
    const [start, end] = partitionThreeWay(items, pivot);
    assert.ok(items.slice(0, start).every((item) => item < pivot));
    assert.ok(items.slice(start, end).every((item) => item === pivot));
    assert.ok(items.slice(end).every((item) => item > pivot));
    assert.deepEqual(sorted(items), sorted(SAMPLE));
  }
});

test('partition of a range leaves the rest alone', () => {
  const items = [100, 3, 2, 1, -100];
  const [start, end] = partitionThreeWay(items, 2, 1, 4);
  assert.deepEqual([start, end], [2, 3]);
  assert.equal(items[0], 100);
  assert.equal(items[4], -100);
  assert.equal(items[2], 2);
});

test('medians of every prefix', () => {
  for (let count = 1; count <= SAMPLE.length; count += 1) {
    const prefix = sorted(SAMPLE.slice(0, count));
    const expected = (prefix[Math.floor((count - 1) / 2)] + prefix[Math.floor(count / 2)]) / 2;
    assert.equal(median(SAMPLE.slice(0, count)), expected);
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { firstEndingAt, lengthOf } from '../src/bounds.js';
import { RangeSet } from '../src/range-set.js';

test('bisection finds the first range that is not over yet', () => {
  const ranges = [
    [1, 3],
    [5, 5],
    [8, 12],
  ];
  assert.deepEqual(
    [0, 3, 4, 5, 6, 12, 13].map((value) => firstEndingAt(ranges, value)),
    [0, 0, 1, 1, 2, 2, 3],
  );
  assert.equal(firstEndingAt([], 4), 0);
});

test('lengths include both ends', () => {
  assert.equal(lengthOf([3, 3]), 1);
  assert.equal(lengthOf([2, 6]), 5);
});

test('keeps separate ranges sorted', () => {
  assert.equal(new RangeSet().add(7, 9).add(1, 2).add(4).toString(), '1-2,4,7-9');
});

test('merges overlapping and touching ranges', () => {
  assert.equal(new RangeSet().add(1, 3).add(4, 6).toString(), '1-6');
  assert.equal(new RangeSet().add(4, 6).add(1, 3).toString(), '1-6');
  assert.equal(new RangeSet().add(1, 5).add(3, 8).toString(), '1-8');
  assert.equal(new RangeSet().add(1).add(3).add(7).add(2, 6).toString(), '1-7');
});

test('a gap of one keeps ranges apart', () => {
  assert.equal(new RangeSet().add(1, 3).add(5, 6).toString(), '1-3,5-6');
  assert.equal(new RangeSet().add(5, 6).add(1, 3).toString(), '1-3,5-6');
});

test('adding inside a range changes nothing', () => {
  assert.equal(new RangeSet().add(1, 9).add(4, 5).toString(), '1-9');
});

test('reversed ranges are refused', () => {
  assert.throws(() => new RangeSet().add(3, 2), /reversed/);
});

test('membership at the ends and in the gaps', () => {
  const set = new RangeSet().add(2, 4).add(8);
  assert.deepEqual(
    [1, 2, 4, 5, 7, 8, 9].map((value) => set.has(value)),
    [false, true, true, false, false, true, false],
  );
});

test('removing splits, trims and drops ranges', () => {
  assert.equal(new RangeSet().add(1, 9).remove(4, 6).toString(), '1-3,7-9');
  assert.equal(new RangeSet().add(1, 9).remove(5).toString(), '1-4,6-9');
  assert.equal(new RangeSet().add(1, 3).add(5, 9).remove(3, 5).toString(), '1-2,6-9');
  assert.equal(new RangeSet().add(4, 6).remove(4, 6).toString(), '');
});

test('the size counts integers', () => {
  assert.equal(new RangeSet().size, 0);
  assert.equal(new RangeSet().add(1, 3).add(10).size, 4);
});

test('an integer may close a gap or be left alone', () => {
  assert.equal(new RangeSet().add(1).add(3).add(2).toString(), '1-3');
  assert.equal(new RangeSet().add(1, 3).remove(2, 3).toString(), '1');
  assert.equal(new RangeSet().add(1, 3).remove(1, 2).toString(), '3');
});

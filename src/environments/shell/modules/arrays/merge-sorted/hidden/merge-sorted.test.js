import test from 'node:test';
import assert from 'node:assert/strict';
import { mergeSorted } from '../src/merge-sorted.js';
import { RunHeap } from '../src/run-heap.js';

const pseudo = (count, seed) => Array.from({ length: count }, (_, i) => ((i + seed) * 7919 + seed * 31) % 97);
const sortNumbers = (list) => [...list].sort((a, b) => a - b);

test('equals sorting the concatenation', () => {
  for (let lists = 1; lists <= 9; lists += 1) {
    const runs = Array.from({ length: lists }, (_, i) => sortNumbers(pseudo((i * 5) % 13, i + lists)));
    assert.deepEqual(mergeSorted(runs), sortNumbers(runs.flat()));
  }
});

test('unique equals the set of all items', () => {
  const runs = [sortNumbers(pseudo(40, 1)), sortNumbers(pseudo(40, 2)), sortNumbers(pseudo(40, 3))];
  assert.deepEqual(mergeSorted(runs, { unique: true }), sortNumbers(new Set(runs.flat())));
});

test('a limit gives a prefix of the whole merge', () => {
  const runs = [[1, 2, 8], [1, 5], [0, 9]];
  const whole = mergeSorted(runs);
  for (let limit = 0; limit <= 9; limit += 1) assert.deepEqual(mergeSorted(runs, { limit }), whole.slice(0, limit));
});

test('stability over many lists with one key', () => {
  const runs = Array.from({ length: 6 }, (_, run) => [{ run, at: 0 }, { run, at: 1 }]);
  const merged = mergeSorted(runs, { compare: () => 0 });
  assert.deepEqual(merged, runs.flat());
});

test('input lists are left alone', () => {
  const lists = [[1, 3], [2]];
  mergeSorted(lists);
  assert.deepEqual(lists, [[1, 3], [2]]);
});

test('the heap orders equal values by run and survives mixed use', () => {
  const heap = new RunHeap((a, b) => a - b);
  for (const run of [4, 1, 3, 0, 2]) heap.push({ value: 1, run });
  assert.equal(heap.pop().run, 0);
  heap.push({ value: 0, run: 9 });
  assert.equal(heap.pop().run, 9);
  assert.deepEqual([heap.pop(), heap.pop(), heap.pop(), heap.pop()].map((entry) => entry.run), [1, 2, 3, 4]);
});

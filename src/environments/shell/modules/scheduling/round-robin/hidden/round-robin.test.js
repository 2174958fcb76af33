import assert from 'node:assert/strict';
import test from 'node:test';
import { roundRobin, turnaround } from '../src/round-robin.js';

const tasks = [
  { name: 'p', arrival: 0, work: 7 },
  { name: 'q', arrival: 1, work: 3 },
  { name: 'r', arrival: 5, work: 4 },
  { name: 's', arrival: 30, work: 2 },
];

test('every task gets exactly its work', () => {
  for (let quantum = 1; quantum <= 8; quantum++) {
    for (const { name, work } of tasks) {
      const own = roundRobin(tasks, quantum).filter((slice) => slice.name === name);
      assert.equal(
        own.reduce((sum, slice) => sum + slice.end - slice.start, 0),
        work,
      );
      assert.ok(own.every((slice) => slice.end - slice.start <= quantum));
    }
  }
});

test('slices never overlap nor start before the arrival', () => {
  const slices = roundRobin(tasks, 3);
  slices.forEach((slice, index) => {
    if (index > 0) assert.ok(slice.start >= slices[index - 1].end);
    assert.ok(slice.start >= tasks.find((task) => task.name === slice.name).arrival);
  });
});

test('the exact order with a quantum of three', () => {
  assert.deepEqual(
    roundRobin(tasks, 3).map((slice) => [slice.name, slice.start, slice.end]),
    [
      ['p', 0, 3],
      ['q', 3, 6],
      ['p', 6, 9],
      ['r', 9, 12],
      ['p', 12, 13],
      ['r', 13, 14],
      ['s', 30, 32],
    ],
  );
});

test('a huge quantum means first come, first served', () => {
  assert.deepEqual(
    roundRobin([...tasks].reverse(), 100).map((slice) => slice.name),
    ['p', 'q', 'r', 's'],
  );
});

test('turnaround of a whole simulation', () => {
  assert.deepEqual(turnaround(tasks, roundRobin(tasks, 3)), { p: 13, q: 5, r: 9, s: 2 });
  assert.deepEqual(turnaround([], []), {});
});

test('bad quanta are refused', () => {
  for (const quantum of [0, -1, NaN]) assert.throws(() => roundRobin(tasks, quantum), RangeError);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { roundRobin, turnaround } from '../src/round-robin.js';

const compact = (slices) => slices.map(({ name, start, end }) => `${name}${start}-${end}`).join(' ');

test('a short task runs in one slice', () => {
  assert.deepEqual(roundRobin([{ name: 'a', arrival: 0, work: 3 }], 5), [{ name: 'a', start: 0, end: 3 }]);
});

test('tasks take turns', () => {
  const tasks = [
    { name: 'a', arrival: 0, work: 5 },
    { name: 'b', arrival: 0, work: 3 },
  ];
  assert.equal(compact(roundRobin(tasks, 2)), 'a0-2 b2-4 a4-6 b6-7 a7-8');
});

test('work equal to the quantum needs no second slice', () => {
  assert.equal(compact(roundRobin([{ name: 'a', arrival: 0, work: 4 }], 2)), 'a0-2 a2-4');
});

test('the processor idles until the next arrival', () => {
  const tasks = [
    { name: 'a', arrival: 2, work: 1 },
    { name: 'b', arrival: 10, work: 2 },
  ];
  assert.equal(compact(roundRobin(tasks, 4)), 'a2-3 b10-12');
});

test('an arrival at the moment of preemption goes first', () => {
  const tasks = [
    { name: 'a', arrival: 0, work: 4 },
    { name: 'b', arrival: 2, work: 2 },
  ];
  assert.equal(compact(roundRobin(tasks, 2)), 'a0-2 b2-4 a4-6');
});

test('later tasks are admitted by arrival, whatever their position', () => {
  const tasks = [
    { name: 'late', arrival: 3, work: 1 },
    { name: 'early', arrival: 1, work: 5 },
  ];
  assert.equal(compact(roundRobin(tasks, 3)), 'early1-4 late4-5 early5-7');
});

test('the tasks are left unchanged and no tasks give no slices', () => {
  const tasks = [{ name: 'a', arrival: 0, work: 3 }];
  roundRobin(tasks, 1);
  assert.deepEqual(tasks, [{ name: 'a', arrival: 0, work: 3 }]);
  assert.deepEqual(roundRobin([], 1), []);
});

test('the quantum must be positive', () => {
  assert.throws(() => roundRobin([], 0), /quantum must be positive/);
  assert.throws(() => roundRobin([], undefined), RangeError);
  assert.equal(roundRobin([{ name: 'a', arrival: 0, work: 1 }], 0.5).length, 2);
});

test('turnaround runs from arrival to the last end', () => {
  const tasks = [
    { name: 'a', arrival: 1, work: 5 },
    { name: 'b', arrival: 2, work: 2 },
  ];
  const slices = [
    { name: 'a', start: 1, end: 4 },
    { name: 'b', start: 4, end: 6 },
    { name: 'a', start: 6, end: 8 },
  ];
  assert.deepEqual(turnaround(tasks, slices), { a: 7, b: 4 });
});

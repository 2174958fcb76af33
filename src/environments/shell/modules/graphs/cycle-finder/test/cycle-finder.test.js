import test from 'node:test';
import assert from 'node:assert/strict';
import { findCycle, sequenceCycle } from '../src/cycle-finder.js';

test('finds a cycle and lists its nodes in order', () => {
  assert.deepEqual(findCycle({ a: ['b'], b: ['c'], c: ['a'] }), ['a', 'b', 'c']);
});

test('leaves out the nodes that only lead to the cycle', () => {
  assert.deepEqual(findCycle({ s: ['a'], a: ['b'], b: ['c'], c: ['b'] }), ['b', 'c']);
});

test('a self-loop is a cycle of one', () => {
  assert.deepEqual(findCycle({ a: ['b'], b: ['b'] }), ['b']);
});

test('graphs without cycles give null', () => {
  assert.equal(findCycle({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }), null);
  assert.equal(findCycle({}), null);
  assert.equal(findCycle({ a: ['leaf'] }), null);
});

test('a dead end before the cycle is not part of it', () => {
  assert.deepEqual(findCycle({ a: ['dead', 'b'], dead: [], b: ['a'] }), ['a', 'b']);
  assert.deepEqual(findCycle({ a: ['leaf', 'a'] }), ['a']);
});

test('looks at every part of the graph', () => {
  assert.deepEqual(findCycle({ a: ['b'], b: [], x: ['b', 'y'], y: ['x'] }), ['x', 'y']);
});

test('reports the first cycle in the given order', () => {
  assert.deepEqual(findCycle({ a: ['c', 'b'], b: ['a'], c: ['a'] }), ['a', 'c']);
});

test('measures lead and length of a sequence', () => {
  const next = (value) => (value === 6 ? 3 : value + 1);
  assert.deepEqual(sequenceCycle(0, next), { lead: 3, length: 4 });
  assert.deepEqual(sequenceCycle(5, next), { lead: 0, length: 4 });
});

test('a fixed point has length one', () => {
  assert.deepEqual(sequenceCycle(1, (value) => value), { lead: 0, length: 1 });
  assert.deepEqual(sequenceCycle(8, (value) => value >> 1), { lead: 4, length: 1 });
});

test('a long lead with a short cycle', () => {
  const next = (value) => (value === 11 ? 10 : value + 1);
  assert.deepEqual(sequenceCycle(0, next), { lead: 10, length: 2 });
});

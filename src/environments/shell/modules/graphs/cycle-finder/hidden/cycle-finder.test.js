import test from 'node:test';
import assert from 'node:assert/strict';
import { findCycle, sequenceCycle } from '../src/cycle-finder.js';

test('found cycles follow edges without repeats', () => {
  for (let size = 2; size <= 9; size += 1) {
    const graph = {};
    for (let i = 0; i < size; i += 1) graph[`n${i}`] = [`n${(i * i + 1) % size}`, `n${(i + 2) % size}`];
    const cycle = findCycle(graph);
    assert.equal(new Set(cycle).size, cycle.length);
    cycle.forEach((node, index) => assert.ok(graph[node].includes(cycle[(index + 1) % cycle.length])));
  }
});

test('edges from small to large never form a cycle, one edge back does', () => {
  const graph = {};
  for (let i = 0; i < 10; i += 1) graph[`n${i}`] = [`n${i + 1}`, `n${i + 3}`];
  assert.equal(findCycle(graph), null);
  graph.n7.push('n6');
  assert.deepEqual(findCycle(graph), ['n6', 'n7']);
});

test('diamonds and shared tails are no cycles', () => {
  assert.equal(findCycle({ a: ['b', 'c', 'd'], b: ['d'], c: ['b', 'd'], d: ['e'], e: [] }), null);
  assert.equal(findCycle({ p: ['q'], r: ['q'], q: ['t'] }), null);
});

test('a cycle through nodes that were closed in vain before', () => {
  assert.deepEqual(findCycle({ a: ['b', 'c', 'd'], b: ['e'], c: ['e'], d: ['c', 'a'], e: [] }), ['a', 'd']);
});

test('agrees with a list of values seen', () => {
  for (let start = 0; start < 40; start += 1) {
    const next = (value) => (value * value + 3) % 41;
    const seen = [];
    let value = start;
    while (!seen.includes(value)) {
      seen.push(value);
      value = next(value);
    }
    const lead = seen.indexOf(value);
    assert.deepEqual(sequenceCycle(start, next), { lead, length: seen.length - lead });
  }
});

test('sequences of strings', () => {
  const table = { a: 'b', b: 'c', c: 'd', d: 'b' };
  assert.deepEqual(sequenceCycle('a', (key) => table[key]), { lead: 1, length: 3 });
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { cheapestCosts, cheapestRoute } from '../src/dijkstra-route.js';
import { SortedQueue } from '../src/sorted-queue.js';

const ROADS = { a: { b: 7, c: 9, f: 14 }, b: { c: 10, d: 15 }, c: { d: 11, f: 2 }, d: { e: 6 }, f: { e: 9 } };

test('computes the cheapest cost of every reachable node', () => {
  const costs = Object.fromEntries([...cheapestCosts(ROADS, 'a')].map(([node, { cost }]) => [node, cost]));
  assert.deepEqual(costs, { a: 0, b: 7, c: 9, f: 11, d: 20, e: 20 });
});

test('finds the cheapest route rather than the shortest', () => {
  assert.deepEqual(cheapestRoute(ROADS, 'a', 'e'), { cost: 20, path: ['a', 'c', 'f', 'e'] });
  assert.deepEqual(cheapestRoute(ROADS, 'a', 'f'), { cost: 11, path: ['a', 'c', 'f'] });
});

test('takes a direct edge when it is cheapest', () => {
  assert.deepEqual(cheapestRoute(ROADS, 'b', 'd'), { cost: 15, path: ['b', 'd'] });
});

test('the route to the start is free', () => {
  assert.deepEqual(cheapestRoute(ROADS, 'd', 'd'), { cost: 0, path: ['d'] });
  assert.deepEqual([...cheapestCosts({}, 'z')], [['z', { cost: 0, from: null }]]);
});

test('unreachable nodes have no route', () => {
  assert.equal(cheapestRoute(ROADS, 'e', 'a'), null);
  assert.equal(cheapestRoute(ROADS, 'a', 'q'), null);
});

test('the route found first wins a tie', () => {
  const graph = { s: { x: 1, y: 1 }, x: { t: 1 }, y: { t: 1 } };
  assert.deepEqual(cheapestRoute(graph, 's', 't'), { cost: 2, path: ['s', 'x', 't'] });
});

test('free edges are fine and negative ones are refused', () => {
  assert.deepEqual(cheapestRoute({ a: { b: 0 }, b: { c: 0 } }, 'a', 'c'), { cost: 0, path: ['a', 'b', 'c'] });
  assert.throws(() => cheapestCosts({ a: { b: 1 }, b: { c: -1 } }, 'a'), /negative cost from b to c/);
});

test('the queue gives back the least priority', () => {
  const queue = new SortedQueue();
  for (const priority of [5, 1, 4, 2, 3]) queue.insert(`p${priority}`, priority);
  const order = Array.from({ length: 5 }, () => queue.takeLeast().item);
  assert.deepEqual(order, ['p1', 'p2', 'p3', 'p4', 'p5']);
});

test('the queue keeps the order of equal priorities', () => {
  const queue = new SortedQueue();
  ['x', 'y', 'z'].forEach((item) => queue.insert(item, 1));
  queue.insert('first', 0);
  assert.deepEqual(Array.from({ length: 4 }, () => queue.takeLeast().item), ['first', 'x', 'y', 'z']);
});

test('the queue knows when it is empty', () => {
  const queue = new SortedQueue();
  assert.equal(queue.isEmpty, true);
  queue.insert('a', 3);
  assert.equal(queue.isEmpty, false);
  assert.deepEqual(queue.takeLeast(), { item: 'a', priority: 3 });
  assert.equal(queue.isEmpty, true);
});

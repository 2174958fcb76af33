import test from 'node:test';
import assert from 'node:assert/strict';
import { cheapestCosts, cheapestRoute } from '../src/dijkstra-route.js';
import { SortedQueue } from '../src/sorted-queue.js';

// Twelve nodes with computed edge costs; some pairs have no edge.
const GRAPH = {};
for (let i = 0; i < 12; i += 1) {
  GRAPH[`n${i}`] = {};
  for (let j = 0; j < 12; j += 1) {
    const cost = (i * 7 + j * 13 + i * j) % 19;
    if (i !== j && cost > 3) GRAPH[`n${i}`][`n${j}`] = cost;
  }
}

function bellmanFord(start) {
  const costs = { [start]: 0 };
  for (let round = 0; round < 12; round += 1) {
    for (const [from, edges] of Object.entries(GRAPH)) {
      for (const [to, cost] of Object.entries(edges)) {
        if (from in costs && !(costs[to] <= costs[from] + cost)) costs[to] = costs[from] + cost;
      }
    }
  }
  return costs;
}

test('agrees with Bellman-Ford', () => {
  for (const start of Object.keys(GRAPH)) {
    const costs = Object.fromEntries([...cheapestCosts(GRAPH, start)].map(([node, { cost }]) => [node, cost]));
    assert.deepEqual(costs, bellmanFord(start));
  }
});

test('routes cost what they claim', () => {
  for (const goal of Object.keys(GRAPH)) {
    const { cost, path } = cheapestRoute(GRAPH, 'n0', goal);
    let sum = 0;
    for (let i = 1; i < path.length; i += 1) sum += GRAPH[path[i - 1]][path[i]];
    assert.equal(sum, cost);
    assert.equal(path[0], 'n0');
    assert.equal(path.at(-1), goal);
  }
});

test('nodes are settled in rising cost and start has no predecessor', () => {
  const settled = cheapestCosts(GRAPH, 'n5');
  const costs = [...settled.values()].map(({ cost }) => cost);
  assert.deepEqual(costs, [...costs].sort((a, b) => a - b));
  assert.equal(settled.get('n5').from, null);
});

test('a later but cheaper offer replaces an earlier one', () => {
  const graph = { s: { a: 10, b: 1 }, b: { c: 1 }, c: { a: 1 }, a: { t: 1 } };
  assert.deepEqual(cheapestRoute(graph, 's', 't'), { cost: 4, path: ['s', 'b', 'c', 'a', 't'] });
});

test('negative costs that are never reached do not matter', () => {
  assert.equal(cheapestRoute({ a: { b: 2 }, z: { a: -5 } }, 'a', 'b').cost, 2);
  assert.throws(() => cheapestRoute({ a: { b: -2 } }, 'a', 'b'), RangeError);
});

test('queue with mixed inserts and takes', () => {
  const queue = new SortedQueue();
  queue.insert('c', 3);
  queue.insert('a', 1);
  assert.equal(queue.takeLeast().item, 'a');
  queue.insert('b', 2);
  queue.insert('b2', 2);
  queue.insert('d', 9);
  assert.deepEqual([1, 2, 3, 4].map(() => queue.takeLeast().item), ['b', 'b2', 'c', 'd']);
  assert.equal(queue.isEmpty, true);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { costMatrix, spanningTree, taxicabCosts } from '../src/spanning-tree.js';

const points = (count, seed) => Array.from({ length: count }, (_, i) => [((i + 1) * seed * 7) % 23, ((i + 2) * seed * 11) % 29]);

function kruskalTotal(costs) {
  const group = costs.map((_, index) => index);
  const edges = costs.flatMap((row, a) => row.map((cost, b) => [cost, a, b])).filter(([, a, b]) => a < b);
  let total = 0;
  for (const [cost, a, b] of edges.sort((p, q) => p[0] - q[0])) {
    if (group[a] === group[b]) continue;
    const old = group[b];
    group.forEach((each, index) => { if (each === old) group[index] = group[a]; });
    total += cost;
  }
  return total;
}

test('agrees with Kruskal on many point sets', () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const costs = taxicabCosts(points(3 + seed, seed));
    assert.equal(spanningTree(costs).total, kruskalTotal(costs));
  }
});

test('edges form a tree whose costs add up', () => {
  const costs = taxicabCosts(points(10, 3));
  const { total, edges } = spanningTree(costs);
  assert.equal(edges.length, 9);
  assert.equal(edges.reduce((sum, [a, b]) => sum + costs[a][b], 0), total);
  const reached = new Set([0]);
  for (const [from, to] of edges) {
    assert.ok(reached.has(from) && !reached.has(to));
    reached.add(to);
  }
});

test('an isolated node anywhere prevents a tree', () => {
  for (let lonely = 0; lonely < 4; lonely += 1) {
    const others = [0, 1, 2, 3].filter((node) => node !== lonely);
    const costs = costMatrix(4, [[others[0], others[1], 1], [others[1], others[2], 2]]);
    assert.equal(spanningTree(costs), null);
  }
});

test('distances are symmetric with zero diagonal', () => {
  const costs = taxicabCosts([[-2, 7], [4, 7], [-2, -1]]);
  assert.deepEqual(costs, [[0, 6, 8], [6, 0, 14], [8, 14, 0]]);
});

test('cost matrices keep missing edges infinite', () => {
  const costs = costMatrix(3, [[2, 0, 7], [0, 2, 9]]);
  assert.deepEqual(costs, [[Infinity, Infinity, 7], [Infinity, Infinity, Infinity], [7, Infinity, Infinity]]);
});

test('a chain with negative and equal costs', () => {
  const costs = costMatrix(4, [[0, 1, -1], [1, 2, -1], [2, 3, -1], [3, 0, -1]]);
  assert.deepEqual(spanningTree(costs), { total: -3, edges: [[0, 1], [1, 2], [0, 3]] });
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { costMatrix, spanningTree, taxicabCosts } from '../src/spanning-tree.js';

const NETWORK = costMatrix(5, [[0, 1, 2], [0, 3, 6], [1, 2, 3], [1, 3, 8], [1, 4, 5], [2, 4, 7], [3, 4, 9]]);

test('finds the total cost of the tree', () => {
  assert.equal(spanningTree(NETWORK).total, 16);
});

test('lists edges in the order they were added', () => {
  assert.deepEqual(spanningTree(NETWORK).edges, [[0, 1], [1, 2], [1, 4], [0, 3]]);
});

test('replaces an expensive offer by a cheaper one', () => {
  const costs = costMatrix(3, [[0, 1, 1], [0, 2, 10], [1, 2, 2]]);
  assert.deepEqual(spanningTree(costs), { total: 3, edges: [[0, 1], [1, 2]] });
});

test('nodes with lower numbers win ties', () => {
  const costs = costMatrix(4, [[0, 1, 1], [0, 2, 1], [0, 3, 1], [1, 2, 1], [2, 3, 1], [1, 3, 1]]);
  assert.deepEqual(spanningTree(costs).edges, [[0, 1], [0, 2], [0, 3]]);
});

test('a graph in two parts has no spanning tree', () => {
  assert.equal(spanningTree(costMatrix(4, [[0, 1, 1], [2, 3, 1]])), null);
  assert.equal(spanningTree(costMatrix(2, [])), null);
});

test('none and one node need no edges', () => {
  assert.deepEqual(spanningTree([]), { total: 0, edges: [] });
  assert.deepEqual(spanningTree([[Infinity]]), { total: 0, edges: [] });
});

test('accepts free and negative edges', () => {
  assert.deepEqual(spanningTree(costMatrix(3, [[0, 1, 0], [1, 2, -4], [0, 2, 5]])), { total: -4, edges: [[0, 1], [1, 2]] });
});

test('the cost matrix is symmetric with the cheapest parallel edge', () => {
  assert.deepEqual(costMatrix(2, [[0, 1, 5], [1, 0, 3], [0, 1, 4]]), [[Infinity, 3], [3, Infinity]]);
});

test('taxicab distances add both directions', () => {
  assert.deepEqual(taxicabCosts([[0, 0], [3, -1], [1, 4]]), [[0, 4, 5], [4, 0, 7], [5, 7, 0]]);
  assert.deepEqual(taxicabCosts([]), []);
});

test('connects points on a plane', () => {
  const points = [[0, 0], [5, 0], [0, 2], [5, 3]];
  assert.deepEqual(spanningTree(taxicabCosts(points)), { total: 10, edges: [[0, 2], [0, 1], [1, 3]] });
});

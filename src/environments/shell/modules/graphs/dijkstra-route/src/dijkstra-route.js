import { SortedQueue } from './sorted-queue.js';

/**
 * Cheapest cost and predecessor of every node reachable from `start` (Dijkstra).
 * @param {Record<string, Record<string, number>>} graph edge costs by source and target
 * @param {string} start
 * @returns {Map<string, { cost: number, from: string | null }>}
 */
export function cheapestCosts(graph, start) {
  const settled = new Map();
  const queue = new SortedQueue();
  queue.insert({ node: start, from: null }, 0);
  while (!queue.isEmpty) {
    const { item: { node, from }, priority: cost } = queue.takeLeast();
    if (settled.has(node)) continue;
    settled.set(node, { cost, from });
    for (const [neighbour, weight] of Object.entries(graph[node] ?? {})) {
      if (weight < 0) throw new RangeError(`negative cost from ${node} to ${neighbour}`);
      if (!settled.has(neighbour)) queue.insert({ node: neighbour, from: node }, cost + weight);
    }
  }
  return settled;
}

/**
 * The cheapest route between two nodes, or null.
 * @param {Record<string, Record<string, number>>} graph
 * @param {string} start
 * @param {string} goal
 * @returns {{ cost: number, path: string[] } | null}
 */
export function cheapestRoute(graph, start, goal) {
  const settled = cheapestCosts(graph, start);
  if (!settled.has(goal)) return null;
  const path = [goal];
  while (path[0] !== start) path.unshift(settled.get(path[0]).from);
  return { cost: settled.get(goal).cost, path };
}

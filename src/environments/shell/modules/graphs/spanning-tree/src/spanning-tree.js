/**
 * Minimum spanning tree of a dense graph by Prim's algorithm, grown from node 0.
 * @param {number[][]} costs symmetric matrix; Infinity where there is no edge
 * @returns {{ total: number, edges: [number, number][] } | null} edges `[from, to]` in
 *   the order they were added; null when the graph is not connected
 */
export function spanningTree(costs) {
  const size = costs.length;
  const inTree = new Array(size).fill(false);
  const cheapest = new Array(size).fill(Infinity);
  const parent = new Array(size).fill(-1);
  const edges = [];
  let total = 0;
  if (size > 0) cheapest[0] = 0;
  for (let added = 0; added < size; added += 1) {
    let next = -1;
    for (let node = 0; node < size; node += 1) {
      if (!inTree[node] && (next === -1 || cheapest[node] < cheapest[next])) next = node;
    }
    if (cheapest[next] === Infinity) return null;
    inTree[next] = true;
    total += cheapest[next];
    if (parent[next] !== -1) edges.push([parent[next], next]);
    for (let node = 0; node < size; node += 1) {
      if (!inTree[node] && costs[next][node] < cheapest[node]) {
        cheapest[node] = costs[next][node];
        parent[node] = next;
      }
    }
  }
  return { total, edges };
}

/**
 * Matrix of taxicab distances between points, as costs for `spanningTree`.
 * @param {[number, number][]} points
 * @returns {number[][]}
 */
export function taxicabCosts(points) {
  return points.map(([x1, y1]) => points.map(([x2, y2]) => Math.abs(x1 - x2) + Math.abs(y1 - y2)));
}

/**
 * Cost matrix from an edge list; of parallel edges the cheapest counts.
 * @param {number} size
 * @param {[number, number, number][]} edges `[a, b, cost]`
 * @returns {number[][]}
 */
export function costMatrix(size, edges) {
  const costs = Array.from({ length: size }, () => new Array(size).fill(Infinity));
  for (const [a, b, cost] of edges) {
    costs[a][b] = Math.min(costs[a][b], cost);
    costs[b][a] = costs[a][b];
  }
  return costs;
}

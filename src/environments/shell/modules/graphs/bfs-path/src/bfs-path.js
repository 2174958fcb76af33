/**
 * Breadth-first search: distance in edges from `start` to every reachable node, in
 * the order of discovery, up to `maxDepth` edges away.
 * @param {Record<string, string[]>} graph neighbours of each node
 * @param {string} start
 * @param {number} [maxDepth]
 * @returns {Map<string, number>}
 */
export function distancesFrom(graph, start, maxDepth = Infinity) {
  const distances = new Map([[start, 0]]);
  const queue = [start];
  for (let head = 0; head < queue.length; head += 1) {
    const node = queue[head];
    const next = distances.get(node) + 1;
    if (next > maxDepth) break;
    for (const neighbour of graph[node] ?? []) {
      if (distances.has(neighbour)) continue;
      distances.set(neighbour, next);
      queue.push(neighbour);
    }
  }
  return distances;
}

/**
 * A path with the fewest edges, both ends included, or null. Among equally short
 * paths the one whose neighbours are listed first wins.
 * @param {Record<string, string[]>} graph
 * @param {string} start
 * @param {string} goal
 * @returns {string[] | null}
 */
export function shortestPath(graph, start, goal) {
  const cameFrom = new Map([[start, null]]);
  const queue = [start];
  while (queue.length > 0 && !cameFrom.has(goal)) {
    const node = queue.shift();
    for (const neighbour of graph[node] ?? []) {
      if (!cameFrom.has(neighbour)) {
        cameFrom.set(neighbour, node);
        queue.push(neighbour);
      }
    }
  }
  if (!cameFrom.has(goal)) return null;
  const path = [];
  for (let node = goal; node !== null; node = cameFrom.get(node)) path.push(node);
  return path.reverse();
}

/**
 * Largest distance from `start` to any node it reaches.
 * @param {Record<string, string[]>} graph
 * @param {string} start
 * @returns {number}
 */
export function eccentricity(graph, start) {
  return Math.max(...distancesFrom(graph, start).values());
}

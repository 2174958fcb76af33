/**
 * One directed cycle as a list of nodes, each pointing to the next and the last to
 * the first, or null. Nodes and neighbours are tried in the order given.
 * @param {Record<string, string[]>} graph
 * @returns {string[] | null}
 */
export function findCycle(graph) {
  const finished = new Set();
  const path = [];
  const visit = (node) => {
    const position = path.indexOf(node);
    if (position >= 0) return path.slice(position);
    if (finished.has(node)) return null;
    path.push(node);
    for (const next of graph[node] ?? []) {
      const cycle = visit(next);
      if (cycle !== null) return cycle;
    }
    finished.add(path.pop());
    return null;
  };
  for (const node of Object.keys(graph)) {
    const cycle = visit(node);
    if (cycle !== null) return cycle;
  }
  return null;
}

/**
 * Follows `next` from `start` until a value repeats (Floyd's tortoise and hare).
 * @template T
 * @param {T} start
 * @param {(value: T) => T} next
 * @returns {{ lead: number, length: number }} steps before the cycle, and its length
 */
export function sequenceCycle(start, next) {
  let slow = next(start);
  let fast = next(next(start));
  while (slow !== fast) {
    slow = next(slow);
    fast = next(next(fast));
  }
  let lead = 0;
  for (slow = start; slow !== fast; lead += 1) {
    slow = next(slow);
    fast = next(fast);
  }
  let length = 1;
  for (fast = next(slow); fast !== slow; length += 1) fast = next(fast);
  return { lead, length };
}

function adjacency(count, edges) {
  const neighbours = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) {
    if (Math.min(a, b) < 0 || Math.max(a, b) >= count) throw new RangeError(`edge ${a}-${b} out of range`);
    neighbours[a].push(b);
    neighbours[b].push(a);
  }
  return neighbours;
}

/**
 * Two-colours an undirected graph so that neighbours differ; the first node of each
 * component gets colour 0. Null when it contains an odd cycle.
 * @param {number} count nodes are 0..count-1
 * @param {[number, number][]} edges
 * @returns {(0 | 1)[] | null}
 */
export function twoColour(count, edges) {
  const neighbours = adjacency(count, edges);
  const colours = new Array(count).fill(-1);
  for (let start = colours.indexOf(-1); start !== -1; start = colours.indexOf(-1)) {
    colours[start] = 0;
    const stack = [start];
    while (stack.length > 0) {
      const node = stack.pop();
      for (const neighbour of neighbours[node]) {
        if (colours[neighbour] === colours[node]) return null;
        if (colours[neighbour] === -1) {
          colours[neighbour] = 1 - colours[node];
          stack.push(neighbour);
        }
      }
    }
  }
  return colours;
}

/**
 * Largest matching between `left` and `right` (augmenting paths): for each left item
 * its partner's index, or -1.
 * @param {number[][]} options acceptable right indices for each left item
 * @param {number} rightCount
 * @returns {number[]}
 */
export function maximumMatching(options, rightCount) {
  const partnerOf = new Array(rightCount).fill(-1);
  const assign = (left, tried) => options[left].some((right) => {
    if (tried.has(right)) return false;
    tried.add(right);
    if (partnerOf[right] !== -1 && !assign(partnerOf[right], tried)) return false;
    partnerOf[right] = left;
    return true;
  });
  options.forEach((_, left) => assign(left, new Set()));
  return options.map((_, left) => partnerOf.indexOf(left));
}

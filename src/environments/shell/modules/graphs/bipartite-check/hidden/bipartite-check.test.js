import test from 'node:test';
import assert from 'node:assert/strict';
import { maximumMatching, twoColour } from '../src/bipartite-check.js';

const cycle = (size) => Array.from({ length: size }, (_, index) => [index, (index + 1) % size]);

test('cycles can be coloured exactly when even', () => {
  for (let size = 3; size <= 12; size += 1) {
    const colours = twoColour(size, cycle(size));
    if (size % 2 === 1) assert.equal(colours, null);
    else assert.ok(cycle(size).every(([a, b]) => colours[a] + colours[b] === 1));
  }
});

test('complete bipartite graphs and trees', () => {
  const edges = [];
  for (const a of [0, 2, 4]) for (const b of [1, 3, 5, 6]) edges.push([b, a]);
  assert.deepEqual(twoColour(7, edges), [0, 1, 0, 1, 0, 1, 1]);
  assert.deepEqual(twoColour(6, [[5, 0], [5, 1], [5, 2], [4, 2]]), [0, 0, 0, 0, 1, 1]);
  assert.equal(twoColour(7, [...edges, [1, 3]]), null);
});

test('repeated edges change nothing, bad ones are refused', () => {
  assert.deepEqual(twoColour(2, [[0, 1], [1, 0], [0, 1]]), [0, 1]);
  assert.throws(() => twoColour(3, [[0, 1], [-1, 2]]), RangeError);
  assert.throws(() => twoColour(0, [[0, 0]]), RangeError);
});

function bestSize(options, left = 0, used = new Set()) {
  if (left === options.length) return 0;
  let best = bestSize(options, left + 1, used);
  for (const right of options[left]) {
    if (!used.has(right)) best = Math.max(best, 1 + bestSize(options, left + 1, new Set([...used, right])));
  }
  return best;
}

test('matchings are valid and as large as possible', () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const options = Array.from({ length: 5 }, (_, left) =>
      [0, 1, 2, 3, 4].filter((right) => (seed * (left + 2) * (right + 3) + left) % 7 < 2));
    const partners = maximumMatching(options, 5);
    const matched = partners.filter((partner) => partner !== -1);
    assert.equal(new Set(matched).size, matched.length);
    partners.forEach((partner, left) => assert.ok(partner === -1 || options[left].includes(partner)));
    assert.equal(matched.length, bestSize(options));
  }
});

test('a long chain of moves', () => {
  assert.deepEqual(maximumMatching([[0, 1], [1, 2], [2, 3], [3, 4], [0]], 5), [1, 2, 3, 4, 0]);
  assert.deepEqual(maximumMatching([[0, 1], [1], [1, 0]], 2), [0, 1, -1]);
});

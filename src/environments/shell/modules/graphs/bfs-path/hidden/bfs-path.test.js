import test from 'node:test';
import assert from 'node:assert/strict';
import { distancesFrom, eccentricity, shortestPath } from '../src/bfs-path.js';

// A 4 x 4 grid of streets, where distance is the taxicab distance.
const GRID = {};
for (let x = 0; x < 4; x += 1) {
  for (let y = 0; y < 4; y += 1) {
    GRID[`${x}${y}`] = [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]
      .filter(([i, j]) => i >= 0 && i < 4 && j >= 0 && j < 4)
      .map(([i, j]) => `${i}${j}`);
  }
}
const taxicab = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

test('grid distances are taxicab distances', () => {
  for (const start of Object.keys(GRID)) {
    const distances = distancesFrom(GRID, start);
    assert.equal(distances.size, 16);
    for (const [node, distance] of distances) assert.equal(distance, taxicab(start, node));
  }
});

test('depth limits keep exactly the near nodes', () => {
  for (let depth = 0; depth <= 6; depth += 1) {
    const expected = Object.keys(GRID).filter((node) => taxicab('00', node) <= depth).sort();
    assert.deepEqual([...distancesFrom(GRID, '00', depth).keys()].sort(), expected);
  }
});

test('paths follow edges and have the right length', () => {
  for (const start of Object.keys(GRID)) {
    for (const goal of Object.keys(GRID)) {
      const path = shortestPath(GRID, start, goal);
      assert.equal(path.length, taxicab(start, goal) + 1);
      assert.equal(path[0], start);
      assert.equal(path.at(-1), goal);
      for (let i = 1; i < path.length; i += 1) assert.ok(GRID[path[i - 1]].includes(path[i]));
    }
  }
});

test('eccentricities of the grid', () => {
  assert.equal(eccentricity(GRID, '00'), 6);
  assert.equal(eccentricity(GRID, '11'), 4);
  assert.equal(eccentricity({}, 'lonely'), 0);
});

test('one-way streets', () => {
  const ring = { a: ['b'], b: ['c'], c: ['d'], d: ['a'] };
  assert.deepEqual(shortestPath(ring, 'b', 'a'), ['b', 'c', 'd', 'a']);
  assert.equal(shortestPath({ a: ['b'], c: ['b'] }, 'a', 'c'), null);
  assert.deepEqual(shortestPath({ s: ['m', 'n'], n: ['t'], m: ['t'] }, 's', 't'), ['s', 'm', 't']);
});

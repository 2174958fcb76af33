import test from 'node:test';
import assert from 'node:assert/strict';
import { distancesFrom, eccentricity, shortestPath } from '../src/bfs-path.js';

const CITY = { a: ['b', 'c'], b: ['d'], c: ['d', 'e'], d: ['f'], e: ['f'], f: [], x: ['a'] };

test('distances grow by one per edge, in order of discovery', () => {
  assert.deepEqual([...distancesFrom(CITY, 'a')], [['a', 0], ['b', 1], ['c', 1], ['d', 2], ['e', 2], ['f', 3]]);
});

test('edges are followed in their direction only', () => {
  assert.equal(distancesFrom(CITY, 'a').has('x'), false);
  assert.deepEqual([...distancesFrom(CITY, 'f')], [['f', 0]]);
});

test('the depth limit includes nodes at that depth', () => {
  assert.deepEqual([...distancesFrom(CITY, 'a', 1).keys()], ['a', 'b', 'c']);
  assert.deepEqual([...distancesFrom(CITY, 'a', 0).keys()], ['a']);
});

test('nodes without an entry have no neighbours', () => {
  assert.deepEqual([...distancesFrom({ p: ['q'] }, 'p')], [['p', 0], ['q', 1]]);
  assert.deepEqual([...distancesFrom({}, 'z')], [['z', 0]]);
});

test('cycles and self-loops do not repeat nodes', () => {
  const ring = { a: ['a', 'b'], b: ['c'], c: ['a'] };
  assert.deepEqual([...distancesFrom(ring, 'b')], [['b', 0], ['c', 1], ['a', 2]]);
});

test('finds a path with the fewest edges', () => {
  assert.deepEqual(shortestPath({ a: ['b', 'd'], b: ['c'], c: ['d'], d: ['e'] }, 'a', 'e'), ['a', 'd', 'e']);
});

test('the neighbour listed first wins among equal paths', () => {
  assert.deepEqual(shortestPath(CITY, 'a', 'f'), ['a', 'b', 'd', 'f']);
  assert.deepEqual(shortestPath(CITY, 'a', 'e'), ['a', 'c', 'e']);
});

test('the path to the start itself is the start', () => {
  assert.deepEqual(shortestPath(CITY, 'c', 'c'), ['c']);
  assert.deepEqual(shortestPath({}, 'q', 'q'), ['q']);
});

test('no path gives null', () => {
  assert.equal(shortestPath(CITY, 'f', 'a'), null);
  assert.equal(shortestPath(CITY, 'a', 'nowhere'), null);
});

test('eccentricity is the largest distance', () => {
  assert.equal(eccentricity(CITY, 'x'), 4);
  assert.equal(eccentricity(CITY, 'e'), 1);
  assert.equal(eccentricity(CITY, 'f'), 0);
});

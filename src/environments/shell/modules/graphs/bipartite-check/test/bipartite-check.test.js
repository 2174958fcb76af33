import test from 'node:test';
import assert from 'node:assert/strict';
import { maximumMatching, twoColour } from '../src/bipartite-check.js';

test('colours a path alternately', () => {
  assert.deepEqual(twoColour(4, [[0, 1], [1, 2], [2, 3]]), [0, 1, 0, 1]);
});

test('colours even cycles', () => {
  assert.deepEqual(twoColour(4, [[0, 1], [1, 2], [2, 3], [3, 0]]), [0, 1, 0, 1]);
  assert.deepEqual(twoColour(4, [[0, 2], [2, 1], [1, 3], [3, 0]]), [0, 0, 1, 1]);
});

test('odd cycles cannot be coloured', () => {
  assert.equal(twoColour(3, [[0, 1], [1, 2], [2, 0]]), null);
  assert.equal(twoColour(5, [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]), null);
});

test('a self-loop cannot be coloured', () => {
  assert.equal(twoColour(2, [[1, 1]]), null);
});

test('each component starts with colour zero', () => {
  assert.deepEqual(twoColour(5, [[1, 3], [4, 2]]), [0, 0, 0, 1, 1]);
  assert.deepEqual(twoColour(2, []), [0, 0]);
  assert.deepEqual(twoColour(0, []), []);
});

test('an odd cycle in a later component counts', () => {
  assert.equal(twoColour(5, [[0, 1], [2, 3], [3, 4], [4, 2]]), null);
});

test('edges out of range are refused', () => {
  assert.throws(() => twoColour(2, [[0, 2]]), /edge 0-2 out of range/);
  assert.throws(() => twoColour(2, [[2, 0]]), RangeError);
  assert.throws(() => twoColour(2, [[0, -1]]), RangeError);
});

test('matches everyone when options allow it directly', () => {
  assert.deepEqual(maximumMatching([[0], [2], [1]], 3), [0, 2, 1]);
});

test('moves earlier partners to make room', () => {
  assert.deepEqual(maximumMatching([[0, 1], [0]], 2), [1, 0]);
  assert.deepEqual(maximumMatching([[0, 1], [1, 2], [0]], 3), [1, 2, 0]);
});

test('those who lose out get minus one', () => {
  assert.deepEqual(maximumMatching([[0], [0], []], 1), [0, -1, -1]);
  assert.deepEqual(maximumMatching([[0, 1], [0, 1], [0, 1]], 2).filter((partner) => partner === -1).length, 1);
});

test('matching of nobody', () => {
  assert.deepEqual(maximumMatching([], 3), []);
  assert.deepEqual(maximumMatching([[], []], 0), [-1, -1]);
});

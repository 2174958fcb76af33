import assert from 'node:assert/strict';
import test from 'node:test';
import { columnMinima, pureGameValue, rowMaxima, saddlePoints } from '../src/saddle-points.js';

test('row maxima, including negative rows', () => {
  assert.deepEqual(
    rowMaxima([
      [1, 5, 2],
      [-4, -2, -3],
    ]),
    [5, -2],
  );
});

test('column minima', () => {
  assert.deepEqual(
    columnMinima([
      [1, 5, 2],
      [4, 2, 3],
    ]),
    [1, 2, 2],
  );
  assert.deepEqual(columnMinima([]), []);
});

test('finds a single saddle point with one-based positions', () => {
  assert.deepEqual(
    saddlePoints([
      [9, 8, 7],
      [5, 3, 2],
      [6, 6, 7],
    ]),
    [{ row: 2, column: 1, value: 5 }],
  );
});

test('finds several saddle points in a column', () => {
  assert.deepEqual(
    saddlePoints([
      [4, 5, 4],
      [3, 5, 5],
      [1, 5, 4],
    ]),
    [
      { row: 1, column: 2, value: 5 },
      { row: 2, column: 2, value: 5 },
      { row: 3, column: 2, value: 5 },
    ],
  );
});

test('a cell must satisfy both conditions', () => {
  assert.deepEqual(
    saddlePoints([
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
    ]),
    [],
  );
});

test('a saddle point in the last corner', () => {
  assert.deepEqual(
    saddlePoints([
      [8, 7, 9],
      [6, 7, 6],
      [3, 2, 5],
    ]),
    [{ row: 3, column: 3, value: 5 }],
  );
});

test('empty matrices have no saddle points', () => {
  assert.deepEqual(saddlePoints([]), []);
  assert.deepEqual(saddlePoints([[]]), []);
});

test('the game value is the saddle value, zero included', () => {
  assert.equal(
    pureGameValue([
      [9, 8, 7],
      [5, 3, 2],
      [6, 6, 7],
    ]),
    5,
  );
  assert.equal(pureGameValue([[0]]), 0);
  assert.equal(
    pureGameValue([
      [1, 2],
      [2, 1],
    ]),
    null,
  );
});

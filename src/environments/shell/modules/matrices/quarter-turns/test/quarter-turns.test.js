import assert from 'node:assert/strict';
import test from 'node:test';
import { mirror, rotate, transpose, turnsBetween } from '../src/quarter-turns.js';

test('transpose swaps rows and columns', () => {
  assert.deepEqual(
    transpose([
      [1, 2, 3],
      [4, 5, 6],
    ]),
    [
      [1, 4],
      [2, 5],
      [3, 6],
    ],
  );
  assert.deepEqual(transpose([]), []);
});

test('mirror reverses rows of a copy', () => {
  const grid = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  assert.deepEqual(mirror(grid), [
    [3, 2, 1],
    [6, 5, 4],
  ]);
  assert.deepEqual(grid, [
    [1, 2, 3],
    [4, 5, 6],
  ]);
});

test('one quarter turn is the default', () => {
  assert.deepEqual(
    rotate([
      [1, 2],
      [3, 4],
    ]),
    [
      [3, 1],
      [4, 2],
    ],
  );
  assert.deepEqual(rotate([[1, 2, 3]]), [[1], [2], [3]]);
});

test('a half turn reverses rows and cells', () => {
  assert.deepEqual(
    rotate(
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      2,
    ),
    [
      [6, 5],
      [4, 3],
      [2, 1],
    ],
  );
});

test('three quarter turns rotate counter-clockwise', () => {
  assert.deepEqual(
    rotate(
      [
        [1, 2],
        [3, 4],
      ],
      3,
    ),
    [
      [2, 4],
      [1, 3],
    ],
  );
});

test('turns wrap around in both directions', () => {
  const grid = [
    [1, 2],
    [3, 4],
  ];
  assert.deepEqual(rotate(grid, 5), [
    [3, 1],
    [4, 2],
  ]);
  assert.deepEqual(rotate(grid, -1), [
    [2, 4],
    [1, 3],
  ]);
  assert.deepEqual(rotate(grid, -6), [
    [4, 3],
    [2, 1],
  ]);
});

test('no turn still copies the rows', () => {
  const grid = [[1, 2]];
  const copy = rotate(grid, 4);
  copy[0][0] = 9;
  assert.deepEqual(grid, [[1, 2]]);
});

test('counts the turns between two grids', () => {
  const grid = [
    [1, 2],
    [3, 4],
  ];
  assert.equal(
    turnsBetween(grid, [
      [1, 2],
      [3, 4],
    ]),
    0,
  );
  assert.equal(
    turnsBetween(grid, [
      [3, 1],
      [4, 2],
    ]),
    1,
  );
  assert.equal(
    turnsBetween(grid, [
      [2, 4],
      [1, 3],
    ]),
    3,
  );
});

test('unrelated grids have no turns between them', () => {
  assert.equal(
    turnsBetween(
      [
        [1, 2],
        [3, 4],
      ],
      [
        [2, 1],
        [3, 4],
      ],
    ),
    -1,
  );
  assert.equal(
    turnsBetween(
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 5],
        [3, 5],
      ],
    ),
    -1,
  );
  assert.equal(turnsBetween([[1]], [[1], [2]]), -1);
  assert.equal(turnsBetween([[1]], [[1, 2]]), -1);
});

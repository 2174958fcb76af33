import assert from 'node:assert/strict';
import test from 'node:test';
import { mirror, rotate, transpose, turnsBetween } from '../src/quarter-turns.js';

const letters = [
  ['a', 'b', 'c'],
  ['d', 'e', 'f'],
];

test('transpose and mirror undo themselves', () => {
  assert.deepEqual(transpose(transpose(letters)), letters);
  assert.deepEqual(mirror(mirror(letters)), letters);
  assert.deepEqual(mirror(letters)[1], ['f', 'e', 'd']);
});

test('rotating turn by turn equals rotating at once', () => {
  let step = letters;
  for (let turns = 1; turns <= 9; turns++) {
    step = rotate(step);
    assert.deepEqual(rotate(letters, turns), step);
    assert.deepEqual(rotate(step, -turns), letters);
  }
});

test('rectangular grids in all four positions', () => {
  assert.deepEqual(rotate(letters, 0), letters);
  assert.deepEqual(rotate(letters, 1), [
    ['d', 'a'],
    ['e', 'b'],
    ['f', 'c'],
  ]);
  assert.deepEqual(rotate(letters, 2), [
    ['f', 'e', 'd'],
    ['c', 'b', 'a'],
  ]);
  assert.deepEqual(rotate(letters, 3), [
    ['c', 'f'],
    ['b', 'e'],
    ['a', 'd'],
  ]);
});

test('turnsBetween inverts rotate and prefers the fewest turns', () => {
  for (let turns = 0; turns < 4; turns++) assert.equal(turnsBetween(letters, rotate(letters, turns)), turns);
  assert.equal(
    turnsBetween(
      [
        [1, 2],
        [2, 1],
      ],
      [
        [2, 1],
        [1, 2],
      ],
    ),
    1,
  );
  assert.equal(turnsBetween([[7]], [[7]]), 0);
});

test('mirror images and other sizes are not rotations', () => {
  assert.equal(turnsBetween(letters, mirror(letters)), -1);
  assert.equal(
    turnsBetween(
      [
        [1, 1],
        [1, 1],
      ],
      [[1, 1]],
    ),
    -1,
  );
  assert.equal(turnsBetween([[1, 2]], [[1, 2, 3]]), -1);
});

test('empty grids survive every operation', () => {
  assert.deepEqual(rotate([], 3), []);
  assert.deepEqual(transpose([]), []);
  assert.equal(turnsBetween([], []), 0);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { lifeStep, livingNeighbours, period } from '../src/life-step.js';

test('counts all eight neighbours but not the cell itself', () => {
  assert.equal(livingNeighbours(['###', '###', '###'], 1, 1), 8);
  assert.equal(livingNeighbours(['...', '.#.', '...'], 1, 1), 0);
  assert.equal(livingNeighbours(['#..', '...', '..#'], 1, 1), 2);
});

test('cells beyond the edge are dead', () => {
  assert.equal(livingNeighbours(['##', '##'], 0, 0), 3);
  assert.equal(livingNeighbours(['##', '##'], 1, 1), 3);
  assert.equal(livingNeighbours(['#'], 0, 0), 0);
});

test('wrapping joins opposite edges', () => {
  const rows = ['#..#', '....', '....', '#..#'];
  assert.equal(livingNeighbours(rows, 0, 0, true), 3);
  assert.equal(livingNeighbours(rows, 3, 3, true), 3);
  assert.equal(livingNeighbours(rows, 0, 0), 0);
  assert.equal(livingNeighbours(rows, 1, 1, true), 1);
});

test('loneliness and crowding kill', () => {
  assert.deepEqual(lifeStep(['...', '##.', '...']), ['...', '...', '...']);
  assert.equal(lifeStep(['#.#', '.#.', '#.#'])[1][1], '.');
});

test('two or three neighbours keep a cell alive', () => {
  assert.equal(lifeStep(['#..', '.#.', '..#'])[1][1], '#');
  assert.equal(lifeStep(['#.#', '.#.', '..#'])[1][1], '#');
});

test('a dead cell needs exactly three neighbours', () => {
  assert.equal(lifeStep(['#.#', '...', '..#'])[1][1], '#');
  assert.equal(lifeStep(['#.#', '...', '...'])[1][1], '.');
  assert.equal(lifeStep(['#.#', '...', '#.#'])[1][1], '.');
});

test('a blinker turns', () => {
  assert.deepEqual(lifeStep(['.....', '..#..', '..#..', '..#..', '.....']), [
    '.....',
    '.....',
    '.###.',
    '.....',
    '.....',
  ]);
});

test('periods of a block, a blinker and a dying cell', () => {
  assert.equal(period(['....', '.##.', '.##.', '....']), 1);
  assert.equal(period(['...', '###', '...']), 2);
  assert.equal(period(['#']), 0);
  assert.equal(period([]), 1);
});

test('a glider returns on a small torus only after the limit allows', () => {
  const glider = ['.#...', '..#..', '###..', '.....', '.....'];
  assert.equal(period(glider, 20, true), 20);
  assert.equal(period(glider, 19, true), 0);
  assert.equal(period(glider, undefined, true), 20);
  assert.equal(period(glider), 0);
});

test('edges are not joined unless asked for', () => {
  const rows = ['#.#', '...', '#..'];
  assert.deepEqual(lifeStep(rows), ['...', '.#.', '...']);
  assert.deepEqual(lifeStep(rows, true), ['###', '###', '###']);
});

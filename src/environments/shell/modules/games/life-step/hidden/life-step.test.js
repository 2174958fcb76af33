import assert from 'node:assert/strict';
import test from 'node:test';
import { lifeStep, livingNeighbours, period } from '../src/life-step.js';

test('every neighbour counts once', () => {
  for (let y = 0; y < 3; y++) {
    for (let x = 0; x < 3; x++) {
      const rows = [0, 1, 2].map((row) =>
        [0, 1, 2].map((column) => (row === y && column === x ? '#' : '.')).join(''),
      );
      assert.equal(livingNeighbours(rows, 1, 1), y === 1 && x === 1 ? 0 : 1);
    }
  }
});

test('the rule for every number of neighbours', () => {
  for (let count = 0; count <= 8; count++) {
    const around = '#'.repeat(count).padEnd(8, '.');
    for (const cell of ['#', '.']) {
      const rows = [around.slice(0, 3), around[3] + cell + around[4], around.slice(5)];
      const expected = count === 3 || (count === 2 && cell === '#') ? '#' : '.';
      assert.equal(lifeStep(rows)[1][1], expected);
    }
  }
});

test('still lifes stay and the argument is not changed', () => {
  const boat = ['.....', '.##..', '.#.#.', '..#..', '.....'];
  const copy = [...boat];
  assert.deepEqual(lifeStep(boat), boat);
  assert.deepEqual(boat, copy);
  assert.equal(period(boat, 1), 1);
});

test('oscillators: toad and beacon', () => {
  assert.equal(period(['......', '......', '..###.', '.###..', '......', '......']), 2);
  assert.equal(period(['##..', '##..', '..##', '..##']), 2);
  assert.equal(period(['##..', '##..', '..##', '..##'], 1), 0);
});

test('on a torus a rectangular field wraps each axis by its own size', () => {
  assert.deepEqual(lifeStep(['#....', '#....', '#....'], true), ['##..#', '##..#', '##..#']);
  assert.deepEqual(lifeStep(['......', '#....#', '......', '......'], true), [
    '......',
    '......',
    '......',
    '......',
  ]);
  assert.deepEqual(lifeStep(['......', '##...#', '......', '......'], true), [
    '#.....',
    '#.....',
    '#.....',
    '......',
  ]);
});

test('a glider moves by one cell in four generations', () => {
  let rows = ['.#....', '..#...', '###...', '......', '......', '......'];
  for (let i = 0; i < 4; i++) rows = lifeStep(rows);
  assert.deepEqual(rows, ['......', '..#...', '...#..', '.###..', '......', '......']);
});

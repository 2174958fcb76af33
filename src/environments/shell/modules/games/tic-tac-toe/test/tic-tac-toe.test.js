import assert from 'node:assert/strict';
import test from 'node:test';
import { nextPlayer, suggestMove, winner, winningMoves } from '../src/tic-tac-toe.js';

test('rows win', () => {
  assert.equal(winner('XXXOO....'), 'X');
  assert.equal(winner('XX.OOOX..'), 'O');
  assert.equal(winner('OO..O.XXX'), 'X');
});

test('columns win', () => {
  assert.equal(winner('XO.XO.X..'), 'X');
  assert.equal(winner('XO.XO..OX'), 'O');
  assert.equal(winner('OOX..X..X'), 'X');
});

test('diagonals win', () => {
  assert.equal(winner('XO.OX...X'), 'X');
  assert.equal(winner('XXO.O.O.X'), 'O');
});

test('unfinished and drawn boards have no winner', () => {
  assert.equal(winner('.........'), null);
  assert.equal(winner('XX.OO....'), null);
  assert.equal(winner('XOXXOOOXX'), null);
});

test('players alternate and X begins', () => {
  assert.equal(nextPlayer('.........'), 'X');
  assert.equal(nextPlayer('X........'), 'O');
  assert.equal(nextPlayer('XO.......'), 'X');
});

test('impossible boards are refused', () => {
  assert.throws(() => nextPlayer('O........'), /impossible board/);
  assert.throws(() => nextPlayer('XX.......'), RangeError);
  assert.throws(() => nextPlayer('XO'), RangeError);
});

test('finds every winning move', () => {
  assert.deepEqual(winningMoves('XX.XO.O..', 'X'), [2]);
  assert.deepEqual(winningMoves('.XXX..X..', 'X'), [0, 4]);
  assert.deepEqual(winningMoves('X.XX.....', 'X'), [1, 6]);
  assert.deepEqual(winningMoves('OO.......', 'X'), []);
  assert.deepEqual(winningMoves('XXOO.....', 'X'), []);
  assert.deepEqual(winningMoves('......OO.', 'O'), [8]);
});

test('suggests winning before blocking', () => {
  assert.equal(suggestMove('OO.XX....'), 5);
  assert.equal(suggestMove('XX.OO..X.'), 5);
});

test('suggests blocking before the centre', () => {
  assert.equal(suggestMove('XX....O..'), 2);
  assert.equal(suggestMove('OO.X..X..'), 2);
});

test('suggests the centre and then the first free cell', () => {
  assert.equal(suggestMove('X........'), 4);
  assert.equal(suggestMove('....X....'), 0);
  assert.equal(suggestMove('O...X....'), 1);
});

test('a finished game has no move', () => {
  assert.equal(suggestMove('XXXOO....'), -1);
  assert.equal(suggestMove('XOXXOOOXX'), -1);
});

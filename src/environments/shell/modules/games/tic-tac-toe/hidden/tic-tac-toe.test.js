import assert from 'node:assert/strict';
import test from 'node:test';
import { nextPlayer, suggestMove, winner, winningMoves } from '../src/tic-tac-toe.js';

test('each line wins for both players and only when complete', () => {
  const lines = ['012', '345', '678', '036', '147', '258', '048', '246'];
  for (const line of lines) {
    for (const mark of ['X', 'O']) {
      const cells = Array.from('.........');
      for (const index of line) cells[index] = mark;
      assert.equal(winner(cells.join('')), mark);
      for (const index of line) {
        const open = [...cells];
        open[index] = '.';
        assert.equal(winner(open.join('')), null);
        open[index] = mark === 'X' ? 'O' : 'X';
        assert.equal(winner(open.join('')), null);
      }
    }
  }
});

test('only eight of all triples are lines', () => {
  let wins = 0;
  for (let a = 0; a < 9; a++) {
    for (let b = a + 1; b < 9; b++) {
      for (let c = b + 1; c < 9; c++) {
        const cells = Array.from('.........');
        cells[a] = cells[b] = cells[c] = 'O';
        if (winner(cells.join('')) === 'O') wins += 1;
      }
    }
  }
  assert.equal(wins, 8);
});

test('a game between suggestions is legal and ends', () => {
  let board = '.........';
  for (let turn = 0; turn < 9 && winner(board) === null; turn++) {
    const player = nextPlayer(board);
    assert.equal(player, turn % 2 === 0 ? 'X' : 'O');
    const move = suggestMove(board);
    assert.equal(board[move], '.');
    board = board.slice(0, move) + player + board.slice(move + 1);
  }
  assert.equal(suggestMove(board), -1);
  assert.ok(winner(board) !== null || !board.includes('.'));
});

test('winning moves lead to a win and never overwrite', () => {
  for (const board of ['XOX.X.O.O', 'OOX.X.X..', 'X...X.OO.', 'XX.XX....']) {
    for (const player of ['X', 'O']) {
      for (let i = 0; i < 9; i++) {
        const expected =
          board[i] === '.' && winner(board.slice(0, i) + player + board.slice(i + 1)) === player;
        assert.equal(winningMoves(board, player).includes(i), expected);
      }
    }
  }
  assert.deepEqual(winningMoves('XX.XX....', 'X'), [2, 5, 6, 7, 8]);
});

test('suggestions by priority', () => {
  assert.equal(suggestMove('X.O.O...X'), 6);
  assert.equal(suggestMove('X.X.O....'), 1);
  assert.equal(suggestMove('XO..X....'), 8);
  assert.equal(suggestMove('.........'), 4);
  assert.equal(suggestMove('XOXOX...O'), 6);
});

test('counts that cannot occur throw', () => {
  for (const board of ['OO.......', 'XXX......', 'XOO......', '', 'XO........']) {
    assert.throws(() => nextPlayer(board), RangeError);
  }
  assert.equal(nextPlayer('XOXOXOXO.'), 'X');
});

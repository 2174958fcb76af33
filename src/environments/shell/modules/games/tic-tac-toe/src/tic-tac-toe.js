const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** Winner of a board given as nine characters `X`, `O` or `.`, or null. */
export function winner(board) {
  for (const [a, b, c] of LINES) {
    if (board[a] !== '.' && board[a] === board[b] && board[b] === board[c]) return board[a];
  }
  return null;
}

/** Player to move; X begins. Throws when the counts of the marks are impossible. */
export function nextPlayer(board) {
  const count = (mark) => [...board].filter((cell) => cell === mark).length;
  const lead = count('X') - count('O');
  if (board.length !== 9 || lead < 0 || lead > 1) throw new RangeError('impossible board');
  return lead === 0 ? 'X' : 'O';
}

/** Indices of the cells with which a player wins at once. */
export function winningMoves(board, player) {
  const moves = [];
  for (let i = 0; i < board.length; i++) {
    if (board[i] !== '.') continue;
    if (winner(board.slice(0, i) + player + board.slice(i + 1)) === player) moves.push(i);
  }
  return moves;
}

/** A sensible move: win, else block, else centre, else the first free cell; -1 when over. */
export function suggestMove(board) {
  if (winner(board) !== null || !board.includes('.')) return -1;
  const player = nextPlayer(board);
  const opponent = player === 'X' ? 'O' : 'X';
  const urgent = [...winningMoves(board, player), ...winningMoves(board, opponent)];
  return urgent[0] ?? (board[4] === '.' ? 4 : board.indexOf('.'));
}

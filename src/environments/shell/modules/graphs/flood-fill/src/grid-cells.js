const STRAIGHT = [[-1, 0], [0, 1], [1, 0], [0, -1]];
const DIAGONAL = [[-1, -1], [-1, 1], [1, 1], [1, -1]];

/**
 * Is the cell inside the grid?
 * @param {unknown[][]} grid rows of equal length
 * @param {number} row
 * @param {number} column
 * @returns {boolean}
 */
export function inside(grid, row, column) {
  return row >= 0 && row < grid.length && column >= 0 && column < grid[row].length;
}

/**
 * Coordinates of the neighbours of a cell that lie inside the grid.
 * @param {unknown[][]} grid
 * @param {number} row
 * @param {number} column
 * @param {boolean} diagonal whether cells that touch at a corner count
 * @returns {[number, number][]}
 */
export function neighbours(grid, row, column, diagonal) {
  const steps = diagonal ? [...STRAIGHT, ...DIAGONAL] : STRAIGHT;
  return steps
    .map(([down, right]) => [row + down, column + right])
    .filter(([r, c]) => inside(grid, r, c));
}

import { inside, neighbours } from './grid-cells.js';

/**
 * Cells of the region of equal values around a start cell, in the order found.
 * @param {unknown[][]} grid
 * @param {number} row
 * @param {number} column
 * @param {{ diagonal?: boolean }} [options]
 * @returns {[number, number][]}
 */
export function region(grid, row, column, { diagonal = false } = {}) {
  if (!inside(grid, row, column)) return [];
  const value = grid[row][column];
  const seen = grid.map((cells) => cells.map(() => false));
  seen[row][column] = true;
  const found = [[row, column]];
  for (let i = 0; i < found.length; i += 1) {
    for (const [r, c] of neighbours(grid, ...found[i], diagonal)) {
      if (seen[r][c] || grid[r][c] !== value) continue;
      seen[r][c] = true;
      found.push([r, c]);
    }
  }
  return found;
}

/**
 * A copy of the grid with the region around a cell filled with `value`.
 * @template T
 * @param {T[][]} grid
 * @param {number} row
 * @param {number} column
 * @param {T} value
 * @returns {T[][]}
 */
export function floodFill(grid, row, column, value) {
  const copy = grid.map((cells) => [...cells]);
  for (const [r, c] of region(grid, row, column)) copy[r][c] = value;
  return copy;
}

/**
 * Number of regions of `value` and the size of the largest.
 * @param {unknown[][]} grid
 * @param {unknown} value
 * @param {{ diagonal?: boolean }} [options]
 * @returns {{ count: number, largest: number }}
 */
export function measureRegions(grid, value, options = {}) {
  const counted = new Set();
  let [count, largest] = [0, 0];
  grid.forEach((cells, row) => cells.forEach((cell, column) => {
    if (cell !== value || counted.has(`${row},${column}`)) return;
    const cellsFound = region(grid, row, column, options);
    cellsFound.forEach(([r, c]) => counted.add(`${r},${c}`));
    count += 1;
    largest = Math.max(largest, cellsFound.length);
  }));
  return { count, largest };
}

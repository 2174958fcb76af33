/** Transposes a rectangular grid. */
export function transpose(grid) {
  if (grid.length === 0) return [];
  return grid[0].map((_head, x) => grid.map((row) => row[x]));
}

/** Mirrors a grid left to right without changing the argument. */
export function mirror(grid) {
  return grid.map((row) => [...row].reverse());
}

/** Rotates a grid clockwise by any whole number of quarter turns; negative turns go back. */
export function rotate(grid, turns = 1) {
  const quarter = ((turns % 4) + 4) % 4;
  if (quarter === 0) return grid.map((row) => row.slice());
  if (quarter === 2) return mirror(grid).reverse();
  return quarter === 1 ? mirror(transpose(grid)) : transpose(mirror(grid));
}

/**
 * Number of clockwise quarter turns (0 to 3) that carry `from` onto `to`, the
 * fewest when several do, or -1 when none does.
 */
export function turnsBetween(from, to) {
  const same = (a, b) =>
    a.length === b.length &&
    a.every((row, y) => row.length === b[y].length && row.every((cell, x) => cell === b[y][x]));
  for (let turns = 0; turns < 4; turns++) {
    if (same(rotate(from, turns), to)) return turns;
  }
  return -1;
}

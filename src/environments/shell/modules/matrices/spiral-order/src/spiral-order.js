/** Lists the cells of a rectangular grid clockwise, from the top left inwards. */
export function spiralOrder(grid) {
  const visited = [];
  if (grid.length === 0) return visited;
  let top = 0;
  let bottom = grid.length - 1;
  let left = 0;
  let right = grid[0].length - 1;
  while (top <= bottom && left <= right) {
    for (let x = left; x <= right; x++) visited.push(grid[top][x]);
    for (let y = top + 1; y <= bottom; y++) visited.push(grid[y][right]);
    // A single remaining row or column has no way back.
    if (top < bottom && left < right) {
      for (let x = right - 1; x >= left; x--) visited.push(grid[bottom][x]);
      for (let y = bottom - 1; y > top; y--) visited.push(grid[y][left]);
    }
    top += 1;
    bottom -= 1;
    left += 1;
    right -= 1;
  }
  return visited;
}

/** Fills a size by size grid with 1, 2, 3, ... along the clockwise spiral. */
export function spiralSquare(size) {
  const positions = Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_cell, x) => [y, x]),
  );
  const square = Array.from({ length: size }, () => new Array(size).fill(0));
  spiralOrder(positions).forEach(([y, x], index) => {
    square[y][x] = index + 1;
  });
  return square;
}

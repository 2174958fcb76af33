/** Number of living cells around a position; `wrap` joins opposite edges. */
export function livingNeighbours(rows, y, x, wrap = false) {
  const height = rows.length;
  const width = rows[0].length;
  let living = 0;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      if (dy === 0 && dx === 0) continue;
      const ny = wrap ? (y + dy + height) % height : y + dy;
      const nx = wrap ? (x + dx + width) % width : x + dx;
      if (rows[ny]?.[nx] === '#') living += 1;
    }
  }
  return living;
}

/** Next generation of Conway's game of life on rows of `#` and `.`. */
export function lifeStep(rows, wrap = false) {
  return rows.map((row, y) =>
    [...row]
      .map((cell, x) => {
        const living = livingNeighbours(rows, y, x, wrap);
        return living === 3 || (living === 2 && cell === '#') ? '#' : '.';
      })
      .join(''),
  );
}

/**
 * Period after which a pattern looks the same again, searched up to `limit`
 * generations: 1 for a still life, 0 when none is found.
 */
export function period(rows, limit = 20, wrap = false) {
  const first = rows.join('\n');
  let current = rows;
  for (let generation = 1; generation <= limit; generation++) {
    current = lifeStep(current, wrap);
    if (current.join('\n') === first) return generation;
  }
  return 0;
}

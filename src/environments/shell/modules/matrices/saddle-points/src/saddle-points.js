/** Largest value of each row. */
export function rowMaxima(matrix) {
  return matrix.map((row) => row.reduce((best, value) => Math.max(best, value), -Infinity));
}

/** Smallest value of each column. */
export function columnMinima(matrix) {
  if (matrix.length === 0) return [];
  return matrix[0].map((_head, column) =>
    matrix.reduce((best, row) => Math.min(best, row[column]), Infinity),
  );
}

/**
 * Saddle points: cells that are the largest of their row and the smallest of
 * their column. Rows and columns in the answer count from one.
 */
export function saddlePoints(matrix) {
  const maxima = rowMaxima(matrix);
  const minima = columnMinima(matrix);
  const points = [];
  for (let y = 0; y < matrix.length; y++) {
    for (let x = 0; x < matrix[y].length; x++) {
      const value = matrix[y][x];
      if (value === maxima[y] && value === minima[x]) {
        points.push({ row: y + 1, column: x + 1, value });
      }
    }
  }
  return points;
}

/** Value of the game the matrix describes under pure strategies, or null when there is none. */
export function pureGameValue(matrix) {
  return saddlePoints(matrix)[0]?.value ?? null;
}

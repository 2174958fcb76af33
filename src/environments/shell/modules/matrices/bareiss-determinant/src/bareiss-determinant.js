import { exchangeRows, findPivot } from './rows.js';

/**
 * Exact determinant of a square integer matrix by fraction-free elimination.
 * Throws a TypeError when the matrix is not square.
 */
export function determinant(matrix) {
  const size = matrix.length;
  if (matrix.some((row) => row.length !== size)) throw new TypeError('matrix is not square');
  if (size === 0) return 1;
  const rows = matrix.map((row) => row.slice());
  let sign = 1;
  let divisor = 1;
  for (let k = 0; k < size - 1; k++) {
    const pivot = findPivot(rows, k);
    if (pivot < 0) return 0;
    if (exchangeRows(rows, k, pivot)) sign = -sign;
    for (let i = k + 1; i < size; i++) {
      for (let j = k + 1; j < size; j++) {
        rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) / divisor;
      }
    }
    divisor = rows[k][k];
  }
  // Adding zero turns a negative zero into a plain one.
  return sign * rows[size - 1][size - 1] + 0;
}

/** Tells whether a square integer matrix has an integer inverse. */
export function isUnimodular(matrix) {
  return Math.abs(determinant(matrix)) === 1;
}

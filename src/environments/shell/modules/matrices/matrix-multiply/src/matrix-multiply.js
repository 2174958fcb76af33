/** Builds the identity matrix with `size` rows and columns. */
export function identity(size) {
  return Array.from({ length: size }, (_row, i) =>
    Array.from({ length: size }, (_cell, j) => (i === j ? 1 : 0)),
  );
}

/**
 * Multiplies two rectangular matrices given as arrays of rows.
 * Throws a RangeError when the inner dimensions differ.
 */
export function multiply(left, right) {
  const inner = right.length;
  if (left.some((row) => row.length !== inner)) {
    throw new RangeError('inner dimensions differ');
  }
  const width = inner > 0 ? right[0].length : 0;
  return left.map((row) => {
    const product = new Array(width).fill(0);
    for (let k = 0; k < inner; k++) {
      for (let j = 0; j < width; j++) product[j] += row[k] * right[k][j];
    }
    return product;
  });
}

/** Raises a square matrix to a non-negative integer power by repeated squaring. */
export function power(matrix, exponent) {
  if (!Number.isInteger(exponent) || exponent < 0) {
    throw new RangeError('exponent must be a non-negative integer');
  }
  let result = identity(matrix.length);
  let square = matrix;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

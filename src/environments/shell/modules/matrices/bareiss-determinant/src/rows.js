/** Finds the first row at or below `column` with a non-zero entry there, or -1. */
export function findPivot(rows, column) {
  for (let i = column; i < rows.length; i++) {
    if (rows[i][column] !== 0) return i;
  }
  return -1;
}

/** Exchanges two rows in place; reports whether anything moved. */
export function exchangeRows(rows, first, second) {
  [rows[first], rows[second]] = [rows[second], rows[first]];
  return first !== second;
}

/**
 * Table of longest-common-subsequence lengths: `table[i][j]` belongs to the
 * suffixes `a.slice(i)` and `b.slice(j)`.
 * @param {unknown[]} a
 * @param {unknown[]} b
 * @returns {number[][]}
 */
export function lcsTable(a, b) {
  const table = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i][j] = a[i] === b[j]
        ? table[i + 1][j + 1] + 1
        : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  return table;
}

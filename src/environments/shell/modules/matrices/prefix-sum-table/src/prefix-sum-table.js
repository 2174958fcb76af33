/** Answers rectangle sum queries over a fixed grid of numbers in constant time. */
export class PrefixSumTable {
  #sums;

  /** Builds the table; row 0 and column 0 of the sums stay zero as a border. */
  constructor(grid) {
    this.rows = grid.length;
    this.columns = this.rows > 0 ? grid[0].length : 0;
    this.#sums = Array.from({ length: this.rows + 1 }, () => new Array(this.columns + 1).fill(0));
    for (let y = 1; y <= this.rows; y++) {
      for (let x = 1; x <= this.columns; x++) {
        this.#sums[y][x] =
          grid[y - 1][x - 1] + this.#sums[y - 1][x] + this.#sums[y][x - 1] - this.#sums[y - 1][x - 1];
      }
    }
  }

  /** Sums the cells with top <= row < bottom and left <= column < right. */
  sum(top, left, bottom, right) {
    if (top < 0 || left < 0 || bottom > this.rows || right > this.columns) {
      throw new RangeError('rectangle leaves the grid');
    }
    if (top >= bottom || left >= right) return 0;
    return (
      this.#sums[bottom][right] - this.#sums[top][right] - this.#sums[bottom][left] + this.#sums[top][left]
    );
  }

  /** Finds the first size by size block with the largest sum, or null when none fits. */
  richestBlock(size) {
    let best = null;
    for (let top = 0; top + size <= this.rows; top++) {
      for (let left = 0; left + size <= this.columns; left++) {
        const total = this.sum(top, left, top + size, left + size);
        if (best === null || total > best.total) best = { top, left, total };
      }
    }
    return best;
  }
}

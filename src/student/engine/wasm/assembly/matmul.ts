/**
 * Matrix products. Activations are row-major with a stride; weights are in panels: columns
 * 8p to 8p + 7 of all rows one after the other, so that the inner loop reads them in sequence.
 * Inner and outer widths are multiples of 8, row counts are free. Pointers are bytes, the rest floats.
 *
 * An element of a result is one sum in the order of the inner index, whatever the rows beside it:
 * a row gets the same bits in any batch.
 */
import { FLOAT_BYTES, multiplyAdd, PANEL, PANEL_BYTES } from './vector';

/** Rows of A and C per chunk of `accumulateOuter`: both fit the first-level cache. */
const OUTER_CHUNK: i32 = 64;

/**
 * C = init + A·B. `initStride` 0 makes init one row (a bias); init may be C itself.
 * A is rows × inner, B inner × columns in panels.
 */
export function multiply(
  a: usize,
  aStride: i32,
  b: usize,
  init: usize,
  initStride: i32,
  c: usize,
  cStride: i32,
  rows: i32,
  inner: i32,
  columns: i32,
): void {
  const aStep = aStride * FLOAT_BYTES;
  const initStep = initStride * FLOAT_BYTES;
  const cStep = cStride * FLOAT_BYTES;
  for (let column = 0; column < columns; column += PANEL) {
    let row = 0;
    let aRow = a;
    let initRow = init;
    let cRow = c;
    for (; row + 4 <= rows; row += 4) {
      multiplyFourRows(aRow, aStep, b, initRow, initStep, cRow, cStep, inner);
      aRow += 4 * aStep;
      initRow += 4 * initStep;
      cRow += 4 * cStep;
    }
    for (; row < rows; row += 1) {
      multiplyOneRow(aRow, b, initRow, cRow, inner);
      aRow += aStep;
      initRow += initStep;
      cRow += cStep;
    }
    b += inner * PANEL_BYTES;
    init += PANEL_BYTES;
    c += PANEL_BYTES;
  }
}

function multiplyFourRows(
  a: usize,
  aStep: i32,
  b: usize,
  init: usize,
  initStep: i32,
  c: usize,
  cStep: i32,
  inner: i32,
): void {
  let a1 = a + aStep;
  let a2 = a1 + aStep;
  let a3 = a2 + aStep;
  const i1 = init + initStep;
  const i2 = i1 + initStep;
  const i3 = i2 + initStep;
  let c00 = v128.load(init);
  let c01 = v128.load(init, 16);
  let c10 = v128.load(i1);
  let c11 = v128.load(i1, 16);
  let c20 = v128.load(i2);
  let c21 = v128.load(i2, 16);
  let c30 = v128.load(i3);
  let c31 = v128.load(i3, 16);
  const end = a + inner * FLOAT_BYTES;
  while (a < end) {
    let b0 = v128.load(b);
    let b1 = v128.load(b, 16);
    let x = v128.load32_splat(a);
    c00 = multiplyAdd(x, b0, c00);
    c01 = multiplyAdd(x, b1, c01);
    x = v128.load32_splat(a1);
    c10 = multiplyAdd(x, b0, c10);
    c11 = multiplyAdd(x, b1, c11);
    x = v128.load32_splat(a2);
    c20 = multiplyAdd(x, b0, c20);
    c21 = multiplyAdd(x, b1, c21);
    x = v128.load32_splat(a3);
    c30 = multiplyAdd(x, b0, c30);
    c31 = multiplyAdd(x, b1, c31);

    b0 = v128.load(b, 32);
    b1 = v128.load(b, 48);
    x = v128.load32_splat(a, 4);
    c00 = multiplyAdd(x, b0, c00);
    c01 = multiplyAdd(x, b1, c01);
    x = v128.load32_splat(a1, 4);
    c10 = multiplyAdd(x, b0, c10);
    c11 = multiplyAdd(x, b1, c11);
    x = v128.load32_splat(a2, 4);
    c20 = multiplyAdd(x, b0, c20);
    c21 = multiplyAdd(x, b1, c21);
    x = v128.load32_splat(a3, 4);
    c30 = multiplyAdd(x, b0, c30);
    c31 = multiplyAdd(x, b1, c31);

    a += 8;
    a1 += 8;
    a2 += 8;
    a3 += 8;
    b += 2 * PANEL_BYTES;
  }
  v128.store(c, c00);
  v128.store(c, c01, 16);
  c += cStep;
  v128.store(c, c10);
  v128.store(c, c11, 16);
  c += cStep;
  v128.store(c, c20);
  v128.store(c, c21, 16);
  c += cStep;
  v128.store(c, c30);
  v128.store(c, c31, 16);
}

function multiplyOneRow(a: usize, b: usize, init: usize, c: usize, inner: i32): void {
  let c0 = v128.load(init);
  let c1 = v128.load(init, 16);
  const end = a + inner * FLOAT_BYTES;
  while (a < end) {
    const x = v128.load32_splat(a);
    c0 = multiplyAdd(x, v128.load(b), c0);
    c1 = multiplyAdd(x, v128.load(b, 16), c1);
    a += FLOAT_BYTES;
    b += PANEL_BYTES;
  }
  v128.store(c, c0);
  v128.store(c, c1, 16);
}

/** B += Aᵀ·D: the gradient of the weights of D = A·B. B is inner × columns in panels. */
export function accumulateOuter(
  a: usize,
  aStride: i32,
  d: usize,
  dStride: i32,
  b: usize,
  rows: i32,
  inner: i32,
  columns: i32,
): void {
  const aStep = aStride * FLOAT_BYTES;
  const dStep = dStride * FLOAT_BYTES;
  for (let row = 0; row < rows; row += OUTER_CHUNK) {
    const count = min(OUTER_CHUNK, rows - row);
    let tile = b;
    for (let column = 0; column < columns; column += PANEL) {
      for (let k = 0; k < inner; k += 4) {
        accumulateTile(a + k * FLOAT_BYTES, aStep, d + column * FLOAT_BYTES, dStep, tile, count);
        tile += 4 * PANEL_BYTES;
      }
    }
    a += count * aStep;
    d += count * dStep;
  }
}

function accumulateTile(a: usize, aStep: i32, d: usize, dStep: i32, b: usize, rows: i32): void {
  let b00 = v128.load(b);
  let b01 = v128.load(b, 16);
  let b10 = v128.load(b, 32);
  let b11 = v128.load(b, 48);
  let b20 = v128.load(b, 64);
  let b21 = v128.load(b, 80);
  let b30 = v128.load(b, 96);
  let b31 = v128.load(b, 112);
  for (let row = 0; row < rows; row += 1) {
    const d0 = v128.load(d);
    const d1 = v128.load(d, 16);
    let x = v128.load32_splat(a);
    b00 = multiplyAdd(x, d0, b00);
    b01 = multiplyAdd(x, d1, b01);
    x = v128.load32_splat(a, 4);
    b10 = multiplyAdd(x, d0, b10);
    b11 = multiplyAdd(x, d1, b11);
    x = v128.load32_splat(a, 8);
    b20 = multiplyAdd(x, d0, b20);
    b21 = multiplyAdd(x, d1, b21);
    x = v128.load32_splat(a, 12);
    b30 = multiplyAdd(x, d0, b30);
    b31 = multiplyAdd(x, d1, b31);
    a += aStep;
    d += dStep;
  }
  v128.store(b, b00);
  v128.store(b, b01, 16);
  v128.store(b, b10, 32);
  v128.store(b, b11, 48);
  v128.store(b, b20, 64);
  v128.store(b, b21, 80);
  v128.store(b, b30, 96);
  v128.store(b, b31, 112);
}

/**
 * Bᵀ in panels, of the first `used` rows of B (inner × columns in panels): columns × used. With it
 * `multiply` makes the gradient of A.
 */
export function transpose(b: usize, inner: i32, used: i32, columns: i32, out: usize): void {
  for (let row = 0; row < used; row += PANEL) {
    for (let column = 0; column < columns; column += 1) {
      const source = b + ((column / PANEL) * inner + row) * PANEL_BYTES + (column % PANEL) * FLOAT_BYTES;
      for (let i = 0; i < PANEL; i += 1) {
        store<f32>(out, load<f32>(source + i * PANEL_BYTES));
        out += FLOAT_BYTES;
      }
    }
  }
}

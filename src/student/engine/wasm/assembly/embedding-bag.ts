/**
 * The embedding bag and its transpose. Bags are CSR rows (see `packed-batch.ts`); `offsets` points
 * to the first row's entry. The table is row-major, `width` a multiple of 8.
 */
import { FLOAT_BYTES, multiplyAdd, PANEL, PANEL_BYTES } from './vector';

const INDEX_BYTES: i32 = 4;

/** out[row] = Σ weight·table[token] over the row's entries; rows of `out` are `outStride` floats apart. */
export function gatherBags(
  table: usize,
  width: i32,
  offsets: usize,
  tokens: usize,
  weights: usize,
  rows: i32,
  out: usize,
  outStride: i32,
): void {
  for (let row = 0; row < rows; row += 1) {
    const first = load<i32>(offsets);
    const last = load<i32>(offsets, INDEX_BYTES);
    for (let column = 0; column < width; column += PANEL) {
      const source = table + column * FLOAT_BYTES;
      let sum0 = f32x4.splat(0);
      let sum1 = f32x4.splat(0);
      for (let i = first; i < last; i += 1) {
        const embedding = source + load<i32>(tokens + i * INDEX_BYTES) * width * FLOAT_BYTES;
        const weight = v128.load32_splat(weights + i * FLOAT_BYTES);
        sum0 = multiplyAdd(weight, v128.load(embedding), sum0);
        sum1 = multiplyAdd(weight, v128.load(embedding, 16), sum1);
      }
      v128.store(out + column * FLOAT_BYTES, sum0);
      v128.store(out + column * FLOAT_BYTES, sum1, 16);
    }
    offsets += INDEX_BYTES;
    out += outStride * FLOAT_BYTES;
  }
}

/**
 * Adds the gradient of `gatherBags` to the table's gradient. A row of the table that is met for
 * the first time is marked in `marks` (one byte per row) and appended to `touched`.
 * @returns how many rows `touched` now lists.
 */
export function scatterBags(
  d: usize,
  dStride: i32,
  width: i32,
  offsets: usize,
  tokens: usize,
  weights: usize,
  rows: i32,
  gradient: usize,
  marks: usize,
  touched: usize,
  touchedCount: i32,
): i32 {
  for (let row = 0; row < rows; row += 1) {
    const last = load<i32>(offsets, INDEX_BYTES);
    for (let i = load<i32>(offsets); i < last; i += 1) {
      const token = load<i32>(tokens + i * INDEX_BYTES);
      if (load<u8>(marks + token) === 0) {
        store<u8>(marks + token, 1);
        store<i32>(touched + touchedCount * INDEX_BYTES, token);
        touchedCount += 1;
      }
      const weight = v128.load32_splat(weights + i * FLOAT_BYTES);
      const target = gradient + token * width * FLOAT_BYTES;
      for (let at = 0; at < width * FLOAT_BYTES; at += PANEL_BYTES) {
        v128.store(target + at, multiplyAdd(weight, v128.load(d + at), v128.load(target + at)));
        v128.store(target + at, multiplyAdd(weight, v128.load(d + at, 16), v128.load(target + at, 16)), 16);
      }
    }
    offsets += INDEX_BYTES;
    d += dStride * FLOAT_BYTES;
  }
  return touchedCount;
}

/** Zeroes the listed rows of the table's gradient and their marks. */
export function clearTouched(
  gradient: usize,
  width: i32,
  marks: usize,
  touched: usize,
  touchedCount: i32,
): void {
  for (let i = 0; i < touchedCount; i += 1) {
    const row = load<i32>(touched + i * INDEX_BYTES);
    memory.fill(gradient + row * width * FLOAT_BYTES, 0, width * FLOAT_BYTES);
    store<u8>(marks + row, 0);
  }
}

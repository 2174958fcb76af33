/** Operations on rows of activations and on vectors, beside the matrix products. Widths are multiples of 8. */
import { FLOAT_BYTES, multiplyAdd, sumLanes } from './vector';

const VECTOR_BYTES: i32 = 16;

/** x = max(x, 0), NaN stays. */
export function relu(x: usize, count: i32): void {
  const end = x + count * FLOAT_BYTES;
  for (; x < end; x += VECTOR_BYTES) v128.store(x, f32x4.pmax(v128.load(x), f32x4.splat(0)));
}

/** The gradient of `relu`: d = 0 where its output is 0. */
export function reluGradient(d: usize, output: usize, count: i32): void {
  const end = d + count * FLOAT_BYTES;
  for (; d < end; d += VECTOR_BYTES) {
    v128.store(d, v128.and(v128.load(d), f32x4.gt(v128.load(output), f32x4.splat(0))));
    output += VECTOR_BYTES;
  }
}

/** out[m] = bias + a[m]·w. */
export function dotRows(a: usize, w: usize, bias: f32, out: usize, rows: i32, width: i32): void {
  for (let row = 0; row < rows; row += 1) {
    let sum = f32x4.splat(0);
    for (let i = 0; i < width * FLOAT_BYTES; i += VECTOR_BYTES) {
      sum = multiplyAdd(v128.load(a + i), v128.load(w + i), sum);
    }
    store<f32>(out, sumLanes(sum) + bias);
    a += width * FLOAT_BYTES;
    out += FLOAT_BYTES;
  }
}

/** out[m] += s[m]·w: the gradient of `dotRows` with respect to its rows. */
export function addScaledVector(s: usize, w: usize, out: usize, rows: i32, width: i32): void {
  for (let row = 0; row < rows; row += 1) {
    const scale = v128.load32_splat(s);
    for (let i = 0; i < width * FLOAT_BYTES; i += VECTOR_BYTES) {
      v128.store(out + i, multiplyAdd(scale, v128.load(w + i), v128.load(out + i)));
    }
    s += FLOAT_BYTES;
    out += width * FLOAT_BYTES;
  }
}

/** out += Σ s[m]·a[m]: the gradient of `dotRows` with respect to its vector. */
export function addScaledRows(s: usize, a: usize, out: usize, rows: i32, width: i32): void {
  for (let row = 0; row < rows; row += 1) {
    const scale = v128.load32_splat(s);
    for (let i = 0; i < width * FLOAT_BYTES; i += VECTOR_BYTES) {
      v128.store(out + i, multiplyAdd(scale, v128.load(a + i), v128.load(out + i)));
    }
    s += FLOAT_BYTES;
    a += width * FLOAT_BYTES;
  }
}

/** out += Σ a[m]: the gradient of a bias. */
export function addRows(a: usize, out: usize, rows: i32, width: i32): void {
  for (let row = 0; row < rows; row += 1) {
    for (let i = 0; i < width * FLOAT_BYTES; i += VECTOR_BYTES) {
      v128.store(out + i, f32x4.add(v128.load(a + i), v128.load(out + i)));
    }
    a += width * FLOAT_BYTES;
  }
}

/** Copies `rows` dense rows to rows with a stride. */
export function spreadRows(source: usize, target: usize, stride: i32, rows: i32, width: i32): void {
  for (let row = 0; row < rows; row += 1) {
    memory.copy(target, source, width * FLOAT_BYTES);
    source += width * FLOAT_BYTES;
    target += stride * FLOAT_BYTES;
  }
}

/**
 * Adam (Kingma & Ba 2015) and the gradient's norm, as in `student/adam.ts` but in single
 * precision. The table is far larger than what a batch touches: its rows are stepped only from the
 * first time a gradient reaches them. Before that both moments are zero and stay zero, and the
 * weights do not move, so this is the dense step exactly.
 */
const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
/** 1 - beta, rounded once: the difference of the rounded numbers is off by 5e-5. */
const COMPLEMENT1: f32 = 0.1;
const COMPLEMENT2: f32 = 0.001;
/** A first moment below this is set to 0: denormal numbers make a step many times slower. */
const FLUSH: f32 = 1e-30;
const FLOAT_BYTES: i32 = 4;
const INDEX_BYTES: i32 = 4;
const VECTOR_BYTES: i32 = 16;

/**
 * One step over `count` numbers. `scale` multiplies the gradient, `rate` is the learning rate over
 * the first bias correction, `correction2` the inverse square root of the second.
 */
export function adam(
  weights: usize,
  gradient: usize,
  first: usize,
  second: usize,
  count: i32,
  scale: f32,
  rate: f32,
  correction2: f32,
  epsilon: f32,
): void {
  for (let at = 0; at < count * FLOAT_BYTES; at += VECTOR_BYTES) {
    const g = f32x4.mul(v128.load(gradient + at), f32x4.splat(scale));
    const m0 = v128.load(first + at);
    const v0 = f32x4.mul(v128.load(second + at), f32x4.splat(BETA2));
    // Where nothing moves, the second moment still decays.
    if (!v128.any_true(v128.or(g, m0))) {
      v128.store(second + at, v0);
      continue;
    }
    const decayed = f32x4.add(f32x4.mul(m0, f32x4.splat(BETA1)), f32x4.mul(g, f32x4.splat(COMPLEMENT1)));
    const tiny = f32x4.lt(f32x4.abs(decayed), f32x4.splat(FLUSH));
    const m = v128.andnot(decayed, tiny);
    const v = f32x4.add(v0, f32x4.mul(f32x4.mul(g, g), f32x4.splat(COMPLEMENT2)));
    v128.store(first + at, m);
    v128.store(second + at, v);
    const denominator = f32x4.add(f32x4.mul(f32x4.sqrt(v), f32x4.splat(correction2)), f32x4.splat(epsilon));
    const change = f32x4.div(f32x4.mul(m, f32x4.splat(rate)), denominator);
    v128.store(weights + at, f32x4.sub(v128.load(weights + at), v128.andnot(change, tiny)));
  }
}

/** `adam` on the rows of a table whose byte in `active` is set. Rows are `width` numbers. */
export function adamActiveRows(
  weights: usize,
  gradient: usize,
  first: usize,
  second: usize,
  rows: i32,
  width: i32,
  active: usize,
  scale: f32,
  rate: f32,
  correction2: f32,
  epsilon: f32,
): void {
  for (let row = 0; row < rows; row += 1) {
    if (load<u8>(active + row) === 0) continue;
    const at = row * width * FLOAT_BYTES;
    adam(weights + at, gradient + at, first + at, second + at, width, scale, rate, correction2, epsilon);
  }
}

/** Sets the byte in `active` of every listed row. */
export function activateRows(active: usize, rows: usize, count: i32): void {
  for (let i = 0; i < count; i += 1) store<u8>(active + load<i32>(rows + i * INDEX_BYTES), 1);
}

/** Sets or clears the byte in `active` of every row by whether its moments hold anything but zeros. */
export function findActiveRows(first: usize, second: usize, rows: i32, width: i32, active: usize): void {
  for (let row = 0; row < rows; row += 1) {
    let any = i32x4.splat(0);
    for (let at = 0; at < width * FLOAT_BYTES; at += VECTOR_BYTES) {
      any = v128.or(any, v128.or(v128.load(first + at), v128.load(second + at)));
    }
    store<u8>(active + row, v128.any_true(any) ? 1 : 0);
    first += width * FLOAT_BYTES;
    second += width * FLOAT_BYTES;
  }
}

/** Σ x², in double precision. */
export function sumOfSquares(x: usize, count: i32): f64 {
  let sum0 = f64x2.splat(0);
  let sum1 = f64x2.splat(0);
  const end = x + count * FLOAT_BYTES;
  for (; x < end; x += VECTOR_BYTES) {
    const four = v128.load(x);
    const low = f64x2.promote_low_f32x4(four);
    const high = f64x2.promote_low_f32x4(v128.shuffle<i32>(four, four, 2, 3, 2, 3));
    sum0 = f64x2.add(sum0, f64x2.mul(low, low));
    sum1 = f64x2.add(sum1, f64x2.mul(high, high));
  }
  const sum = f64x2.add(sum0, sum1);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Σ x² over the listed rows of a table. */
export function sumOfSquaresOfRows(table: usize, width: i32, rows: usize, count: i32): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < count; i += 1) {
    sum += sumOfSquares(table + load<i32>(rows + i * INDEX_BYTES) * width * FLOAT_BYTES, width);
  }
  return sum;
}

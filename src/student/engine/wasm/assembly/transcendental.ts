/**
 * Exponential and logarithm in four lanes. They use only operations that IEEE 754 defines exactly,
 * so that they give the same bits on every machine. Range reduction and minimax polynomials are
 * those of `expf` and `logf` in the Cephes mathematical library (Moshier 1989, `single/`).
 */
import { multiplyAdd } from './vector';

const LOG2_E: f32 = f32(Math.LOG2E);
/** ln 2 in two parts: n times the first is exact for every exponent n of a float. */
const LN2_HIGH: f32 = 0.693359375;
const LN2_LOW: f32 = -2.1219444e-4;
const SQRT_HALF: f32 = f32(Math.SQRT1_2);

/**
 * e^x, within 2 ulp where the result is a normal number (checked by `kernels.test.ts`); infinity
 * above 88.73, 0 below -104, NaN for NaN.
 */
export function exp4(x: v128): v128 {
  // pmin and pmax keep a NaN that is their first operand.
  const bounded = f32x4.pmax(f32x4.pmin(x, f32x4.splat(89)), f32x4.splat(-105));
  const n = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(LOG2_E)));
  let r = f32x4.sub(bounded, f32x4.mul(n, f32x4.splat(LN2_HIGH)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(LN2_LOW)));
  let p = f32x4.splat(1.98756915e-4);
  p = multiplyAdd(p, r, f32x4.splat(1.3981999507e-3));
  p = multiplyAdd(p, r, f32x4.splat(8.3334519073e-3));
  p = multiplyAdd(p, r, f32x4.splat(4.1665795894e-2));
  p = multiplyAdd(p, r, f32x4.splat(1.6666665459e-1));
  p = multiplyAdd(p, r, f32x4.splat(5.0000001201e-1));
  const mantissa = f32x4.add(multiplyAdd(p, f32x4.mul(r, r), r), f32x4.splat(1));
  // 2^n in two factors: n reaches from -151 to 128, which is more than one float exponent holds.
  const exponent = i32x4.trunc_sat_f32x4_s(n);
  const half = i32x4.shr_s(exponent, 1);
  const scaled = f32x4.mul(mantissa, powerOfTwo(half));
  return f32x4.mul(scaled, powerOfTwo(i32x4.sub(exponent, half)));
}

/** 2^n for n from -126 to 127. */
function powerOfTwo(n: v128): v128 {
  return i32x4.shl(i32x4.add(n, i32x4.splat(127)), 23);
}

/**
 * ln x for positive normal x, within 2 ulp, or 1e-7 near 1 (checked by `kernels.test.ts`); NaN for
 * NaN and infinity.
 */
export function log4(x: v128): v128 {
  // x = m · 2^e with m in [1/2, 1), then m moved to [√½, √2).
  const biased = i32x4.sub(i32x4.shr_u(x, 23), i32x4.splat(126));
  let m = v128.or(v128.and(x, i32x4.splat(0x007fffff)), i32x4.splat(0x3f000000));
  const small = f32x4.lt(m, f32x4.splat(SQRT_HALF));
  const e = f32x4.sub(f32x4.convert_i32x4_s(biased), v128.and(f32x4.splat(1), small));
  m = f32x4.sub(f32x4.add(m, v128.and(m, small)), f32x4.splat(1));
  const square = f32x4.mul(m, m);
  let p = f32x4.splat(7.0376836292e-2);
  p = multiplyAdd(p, m, f32x4.splat(-1.151461031e-1));
  p = multiplyAdd(p, m, f32x4.splat(1.167699874e-1));
  p = multiplyAdd(p, m, f32x4.splat(-1.2420140846e-1));
  p = multiplyAdd(p, m, f32x4.splat(1.4249322787e-1));
  p = multiplyAdd(p, m, f32x4.splat(-1.6668057665e-1));
  p = multiplyAdd(p, m, f32x4.splat(2.0000714765e-1));
  p = multiplyAdd(p, m, f32x4.splat(-2.4999993993e-1));
  p = multiplyAdd(p, m, f32x4.splat(3.3333331174e-1));
  let y = f32x4.mul(f32x4.mul(p, m), square);
  y = f32x4.add(y, f32x4.mul(e, f32x4.splat(LN2_LOW)));
  y = f32x4.sub(y, f32x4.mul(square, f32x4.splat(0.5)));
  y = f32x4.add(f32x4.add(m, y), f32x4.mul(e, f32x4.splat(LN2_HIGH)));
  // The bit arithmetic above makes a number of a NaN; x - x is 0 for every other input allowed.
  return f32x4.add(y, f32x4.sub(x, x));
}

/** e^x of one number. */
export function exp1(x: f32): f32 {
  return f32x4.extract_lane(exp4(f32x4.splat(x)), 0);
}

/** ln x of one positive normal number. */
export function log1(x: f32): f32 {
  return f32x4.extract_lane(log4(f32x4.splat(x)), 0);
}

/** Small vector operations that every kernel shares. */

/** Every width is padded with zeros to a multiple of this many floats; a panel of a weight matrix is as wide. */
export const PANEL: i32 = 8;
export const FLOAT_BYTES: i32 = 4;
/** Bytes of one row of a panel. */
export const PANEL_BYTES: i32 = PANEL * FLOAT_BYTES;

/**
 * a·b + c. The relaxed variant of the module rounds once where the machine has a fused instruction,
 * the baseline variant always rounds twice; this is the only difference between the two.
 */
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** (lane 0 + lane 2) + (lane 1 + lane 3). */
export function sumLanes(a: v128): f32 {
  const pairs = f32x4.add(a, v128.shuffle<i32>(a, a, 2, 3, 2, 3));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}

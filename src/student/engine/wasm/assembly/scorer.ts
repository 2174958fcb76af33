/**
 * The scorer's weights for one state. c·Wk + (h∘c)·Wx = c·(Wk + diag(h)·Wx): mixed once per state,
 * a candidate costs one matrix product instead of two. All matrices in panels (see `matmul.ts`).
 */
import { FLOAT_BYTES, multiplyAdd, PANEL, PANEL_BYTES, sumLanes } from './vector';

/** M = Wk + diag(h)·Wx, inner × columns. */
export function mixWeights(wk: usize, wx: usize, h: usize, m: usize, inner: i32, columns: i32): void {
  for (let column = 0; column < columns; column += PANEL) {
    for (let k = 0; k < inner; k += 1) {
      const scale = v128.load32_splat(h + k * FLOAT_BYTES);
      v128.store(m, multiplyAdd(scale, v128.load(wx), v128.load(wk)));
      v128.store(m, multiplyAdd(scale, v128.load(wx, 16), v128.load(wk, 16)), 16);
      wk += PANEL_BYTES;
      wx += PANEL_BYTES;
      m += PANEL_BYTES;
    }
  }
}

/** Mᵀ = Wkᵀ + Wxᵀ·diag(h), from transposed weights: columns × inner. */
export function mixTransposed(wkT: usize, wxT: usize, h: usize, mT: usize, inner: i32, columns: i32): void {
  for (let k = 0; k < inner; k += PANEL) {
    const scale0 = v128.load(h);
    const scale1 = v128.load(h, 16);
    h += PANEL_BYTES;
    for (let column = 0; column < columns; column += 1) {
      v128.store(mT, multiplyAdd(scale0, v128.load(wxT), v128.load(wkT)));
      v128.store(mT, multiplyAdd(scale1, v128.load(wxT, 16), v128.load(wkT, 16)), 16);
      wkT += PANEL_BYTES;
      wxT += PANEL_BYTES;
      mT += PANEL_BYTES;
    }
  }
}

/** From dM: dWk += dM, dWx += diag(h)·dM, dh += row sums of Wx∘dM. */
export function mixGradient(
  dM: usize,
  wx: usize,
  h: usize,
  dWk: usize,
  dWx: usize,
  dh: usize,
  inner: i32,
  columns: i32,
): void {
  const panelStep = inner * PANEL_BYTES;
  for (let k = 0; k < inner; k += 1) {
    const scale = v128.load32_splat(h + k * FLOAT_BYTES);
    let sum = f32x4.splat(0);
    let at = k * PANEL_BYTES;
    for (let column = 0; column < columns; column += PANEL) {
      for (let half = 0; half < PANEL_BYTES; half += 16) {
        const d = v128.load(dM + at + half);
        const wkAt = dWk + at + half;
        const wxAt = dWx + at + half;
        v128.store(wkAt, f32x4.add(v128.load(wkAt), d));
        v128.store(wxAt, multiplyAdd(scale, d, v128.load(wxAt)));
        sum = multiplyAdd(v128.load(wx + at + half), d, sum);
      }
      at += panelStep;
    }
    const target = dh + k * FLOAT_BYTES;
    store<f32>(target, load<f32>(target) + sumLanes(sum));
  }
}

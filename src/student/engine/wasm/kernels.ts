/**
 * The kernels as the host sees them, in two variants compiled from the same AssemblyScript
 * (`assembly/`, where each is documented). Pointers are byte offsets into the memory; strides, widths
 * and counts are in floats.
 */

import simd128 from 'virtual:wasm-kernels';
import relaxedSimd from 'virtual:wasm-kernels-relaxed';

/** The exports of the module. */
export interface Kernels {
  multiply(
    a: number,
    aStride: number,
    b: number,
    init: number,
    initStride: number,
    c: number,
    cStride: number,
    rows: number,
    inner: number,
    columns: number,
  ): void;
  accumulateOuter(
    a: number,
    aStride: number,
    d: number,
    dStride: number,
    b: number,
    rows: number,
    inner: number,
    columns: number,
  ): void;
  transpose(b: number, inner: number, used: number, columns: number, out: number): void;

  mixWeights(wk: number, wx: number, h: number, m: number, inner: number, columns: number): void;
  mixTransposed(wkT: number, wxT: number, h: number, mT: number, inner: number, columns: number): void;
  mixGradient(
    dM: number,
    wx: number,
    h: number,
    dWk: number,
    dWx: number,
    dh: number,
    inner: number,
    columns: number,
  ): void;

  relu(x: number, count: number): void;
  reluGradient(d: number, output: number, count: number): void;
  dotRows(a: number, w: number, bias: number, out: number, rows: number, width: number): void;
  addScaledVector(s: number, w: number, out: number, rows: number, width: number): void;
  addScaledRows(s: number, a: number, out: number, rows: number, width: number): void;
  addRows(a: number, out: number, rows: number, width: number): void;
  spreadRows(source: number, target: number, stride: number, rows: number, width: number): void;

  gatherBags(
    table: number,
    width: number,
    offsets: number,
    tokens: number,
    weights: number,
    rows: number,
    out: number,
    outStride: number,
  ): void;
  scatterBags(
    d: number,
    dStride: number,
    width: number,
    offsets: number,
    tokens: number,
    weights: number,
    rows: number,
    gradient: number,
    marks: number,
    touched: number,
    touchedCount: number,
  ): number;
  clearTouched(gradient: number, width: number, marks: number, touched: number, touchedCount: number): void;

  setLossTargets(
    actions: number,
    oldLogProbabilities: number,
    advantages: number,
    returns: number,
    ppoWeights: number,
    acceptable: number,
    imitationWeights: number,
    referenceProbabilities: number,
    referenceWeights: number,
  ): void;
  setLossBuffers(
    logits: number,
    values: number,
    logitGradient: number,
    valueGradient: number,
    scratch: number,
    scratchWidth: number,
    statistics: number,
  ): void;
  setLossCoefficients(
    clip: number,
    entropy: number,
    value: number,
    imitation: number,
    referenceKl: number,
  ): void;
  ppoLoss(state: number, first: number, count: number): void;

  adam(
    weights: number,
    gradient: number,
    first: number,
    second: number,
    count: number,
    scale: number,
    rate: number,
    correction2: number,
    epsilon: number,
  ): void;
  adamActiveRows(
    weights: number,
    gradient: number,
    first: number,
    second: number,
    rows: number,
    width: number,
    active: number,
    scale: number,
    rate: number,
    correction2: number,
    epsilon: number,
  ): void;
  activateRows(active: number, rows: number, count: number): void;
  findActiveRows(first: number, second: number, rows: number, width: number, active: number): void;
  sumOfSquares(x: number, count: number): number;
  sumOfSquaresOfRows(table: number, width: number, rows: number, count: number): number;

  exp1(x: number): number;
  log1(x: number): number;
}

/** `simd128` gives the same bits on every machine; `relaxed-simd` may fuse multiply and add. */
export type KernelVariant = 'simd128' | 'relaxed-simd';

/** The engine's kernels cannot run here. */
export class KernelVariantError extends Error {
  override name = 'KernelVariantError';
}

/** Compiled once per variant and thread. */
const compiled = new Map<KernelVariant, Promise<WebAssembly.Module>>();

async function compile(variant: KernelVariant): Promise<WebAssembly.Module> {
  const base64 = variant === 'simd128' ? simd128 : relaxedSimd;
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  if (!WebAssembly.validate(bytes)) {
    throw new KernelVariantError(
      `wasm engine: this runtime has no ${variant} instructions in WebAssembly; choose another engine in the config`,
    );
  }
  return WebAssembly.compile(bytes);
}

/**
 * An instance on a memory. Each has its own targets and buffers of the loss.
 * @throws KernelVariantError when the runtime lacks the variant's instructions.
 */
export async function instantiateKernels(
  variant: KernelVariant,
  memory: WebAssembly.Memory,
): Promise<Kernels> {
  let module = compiled.get(variant);
  if (module === undefined) {
    module = compile(variant);
    compiled.set(variant, module);
  }
  const { exports } = await WebAssembly.instantiate(await module, { env: { memory } });
  return exports as unknown as Kernels;
}

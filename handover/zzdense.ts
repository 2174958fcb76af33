import type { DenseProblem } from '../../../../bench/dense-step.ts';
import type { Gpu } from './gpu.ts';
import adam from './kernels/adam.wgsl?raw';
import backward from './kernels/backward.wgsl?raw';
import bindings from './kernels/bindings.wgsl?raw';
import embeddingBag from './kernels/embedding-bag.wgsl?raw';
import forward from './kernels/forward.wgsl?raw';
import matmul from './kernels/matmul.wgsl?raw';
import ppoLoss from './kernels/ppo-loss.wgsl?raw';
import weightGradient from './kernels/weight-gradient.wgsl?raw';
import { Plan, planDeclaration } from './plan.ts';

const STATES = 256,
  INPUTS = 64,
  HIDDEN = 128,
  ACTIONS = 16;
const SPLITS = 4;
const GLUE = `
@compute @workgroup_size(64)
fn takeLogits(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= plan.states * SCORER4) { return; }
  let z = activations[plan.fromState + id.x];
  let at = plan.logits + id.x * 4u;
  scalars[at] = z.x; scalars[at + 1u] = z.y; scalars[at + 2u] = z.z; scalars[at + 3u] = z.w;
}
@compute @workgroup_size(64)
fn giveLogits(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < plan.states * SCORER4) {
    let at = plan.dLogits + id.x * 4u;
    activations[plan.dFromState + id.x] = vec4f(scalars[at], scalars[at + 1u], scalars[at + 2u], scalars[at + 3u]);
  }
  if (id.x < plan.states * NARROW4) { activations[plan.dH + id.x] = vec4f(); }
}
`;
function toPanels(weights: Float32Array, columns: number): Float32Array {
  const rows = weights.length / columns;
  return weights.map((_, i) => {
    const panel = Math.floor(i / (8 * rows));
    const row = Math.floor(i / 8) % rows;
    return weights[row * columns + panel * 8 + (i % 8)] as number;
  });
}
export async function webgpuDenseStep(
  problem: DenseProblem,
  gpu: Gpu,
): Promise<{ run: (n: number) => Promise<number[]> }> {
  const { device } = gpu;
  const [w0, w1, w2, wv] = problem.weights;
  const tensors: [string, Float32Array][] = [
    ['TRUNK_0', toPanels(w0, HIDDEN)],
    ['TRUNK_0_BIAS', new Float32Array(HIDDEN)],
    ['TRUNK_1', toPanels(w1, HIDDEN)],
    ['TRUNK_1_BIAS', new Float32Array(HIDDEN)],
    ['SCORER_STATE', toPanels(w2, ACTIONS)],
    ['SCORER_BIAS', new Float32Array(ACTIONS)],
    ['VALUE', wv],
    ['VALUE_BIAS', new Float32Array(8)],
  ];
  const offsets: number[] = [];
  let at = 0;
  const blocks: number[] = [];
  let b = 0;
  for (const [, d] of tensors) {
    offsets.push(at / 4);
    at += d.length;
    blocks.push(b);
    b += Math.ceil(d.length / 4 / 64);
  }
  const size4 = at / 4;
  const group = new Float32Array(at);
  tensors.forEach(([, d], i) => group.set(d, offsets[i]! * 4));
  const c: Record<string, number> = {
    STATE_BAGS: 1,
    STATE_NUMBERS4: 1,
    CANDIDATE_NUMBERS4: 1,
    EMBEDDING4: 1,
    STATE4: INPUTS / 4,
    STATE_BAGS4: 1,
    CANDIDATE4: 1,
    CANDIDATE_BAGS4: 1,
    WIDE4: HIDDEN / 4,
    NARROW4: HIDDEN / 4,
    SCORER4: ACTIONS / 4,
    EMBEDDING: 0,
    CANDIDATE: 0,
    CANDIDATE_BIAS: 0,
    SCORER_CANDIDATE: 0,
    SCORER_PRODUCT: 0,
    SCORER_OUT: 0,
    DENSE: 0,
    DENSE4: size4,
    DENSE_BLOCKS: b,
    BLOCK4: 64,
    MATRICES: 3,
    MATRIX_TILES: (INPUTS * HIDDEN + HIDDEN * HIDDEN + HIDDEN * ACTIONS) / 64,
    VECTORS: 5,
    VECTOR_QUADS: (HIDDEN * 2 + ACTIONS + HIDDEN + 8) / 4,
    LOSS_TERMS: 7,
    TENSORS: 9,
  };
  tensors.forEach(([n], i) => {
    c[n] = offsets[i]!;
  });
  const arr = (v: number[]) => `array<u32, ${v.length}>(${v.map((x) => `${x}u`).join(',')})`;
  const code = [
    planDeclaration(3, 5),
    ...Object.entries(c).map(([k, v]) => `const ${k}: u32 = ${v}u;`),
    `const DENSE_OFFSET = ${arr([...offsets, size4])};`,
    `const DENSE_FIRST_BLOCK = ${arr([...blocks, b])};`,
    bindings,
    matmul,
    embeddingBag,
    forward,
    ppoLoss,
    backward,
    weightGradient,
    adam,
    GLUE,
  ].join('\n');
  const plan = new Plan(8);
  const set = (n: string, v: number) => plan.set(n as never, v);
  const words: number[] = [];
  const f = new Float32Array(1),
    u = new Uint32Array(f.buffer);
  const put = (name: string, src: ArrayLike<number>, float: boolean) => {
    set(name, words.length);
    for (let i = 0; i < src.length; i += 1) {
      if (float) {
        f[0] = src[i]!;
        words.push(u[0]!);
      } else words.push(src[i]!);
    }
  };
  set('states', STATES);
  set('candidates', STATES * ACTIONS);
  set('splits', SPLITS);
  set('touchedRows', 0);
  set('activeCount', 0);
  put(
    'candidateOffsets',
    Array.from({ length: STATES + 1 }, (_, s) => s * ACTIONS),
    false,
  );
  put('actions', problem.actions, false);
  put('oldLogProbabilities', problem.oldLogProbabilities, true);
  put('advantages', problem.advantages, true);
  put('returns', problem.returns, true);
  put('ppoWeights', new Float32Array(STATES).fill(1 / STATES), true);
  put('acceptable', new Float32Array(STATES * ACTIONS), true);
  put('imitationWeights', new Float32Array(STATES), true);
  put('referenceProbabilities', new Float32Array(STATES * ACTIONS), true);
  put('referenceWeights', new Float32Array(STATES), true);
  let v4 = 0;
  const region = (n: string, width: number) => {
    set(n, v4);
    v4 += (STATES * width) / 4;
  };
  region('x', INPUTS);
  region('wide', HIDDEN);
  region('h', HIDDEN);
  region('fromState', ACTIONS);
  region('dFromState', ACTIONS);
  region('dH', HIDDEN);
  region('dWide', HIDDEN);
  set('partials', v4);
  v4 += SPLITS * size4;
  let sc = 0;
  const scalar = (n: string, k: number) => {
    set(n, sc);
    sc += k;
  };
  scalar('logits', STATES * ACTIONS);
  scalar('values', STATES);
  scalar('dLogits', STATES * ACTIONS);
  scalar('dValues', STATES);
  scalar('terms', 7 * STATES);
  scalar('squares', b + 1);
  scalar('record', 16);
  scalar('clipScale', 1);
  const g = (n: string) => plan.get(n as never);
  plan.setJobs(
    [
      {
        firstTile: 0,
        target4: c['TRUNK_0']!,
        rows: STATES,
        a: g('x'),
        aStride4: 16,
        d: g('dWide'),
        dStride4: 32,
        timesState: 0,
      },
      {
        firstTile: 128,
        target4: c['TRUNK_1']!,
        rows: STATES,
        a: g('wide'),
        aStride4: 32,
        d: g('dH'),
        dStride4: 32,
        timesState: 0,
      },
      {
        firstTile: 128 + 256,
        target4: c['SCORER_STATE']!,
        rows: STATES,
        a: g('h'),
        aStride4: 32,
        d: g('dFromState'),
        dStride4: 4,
        timesState: 0,
      },
    ],
    [
      {
        firstQuad: 0,
        target4: c['TRUNK_0_BIAS']!,
        rows: STATES,
        d: g('dWide'),
        stride4: 32,
        scale: 0xffffffff,
      },
      {
        firstQuad: 32,
        target4: c['TRUNK_1_BIAS']!,
        rows: STATES,
        d: g('dH'),
        stride4: 32,
        scale: 0xffffffff,
      },
      {
        firstQuad: 64,
        target4: c['SCORER_BIAS']!,
        rows: STATES,
        d: g('dFromState'),
        stride4: 4,
        scale: 0xffffffff,
      },
      { firstQuad: 68, target4: c['VALUE']!, rows: STATES, d: g('h'), stride4: 32, scale: g('dValues') },
      {
        firstQuad: 100,
        target4: c['VALUE_BIAS']!,
        rows: STATES,
        d: 0xffffffff,
        stride4: 0,
        scale: g('dValues'),
      },
    ],
  );
  for (const [n, v] of Object.entries({
    clipRange: 0.2,
    entropyCoefficient: 0.01,
    valueCoefficient: 0.5,
    imitationCoefficient: 0,
    referenceKlCoefficient: 0,
    maxGradNorm: 0.5,
    adamEpsilon: 1e-5,
  }))
    plan.setFloat(n as never, v);
  const bgl = device.createBindGroupLayout({
    entries: (
      [
        'uniform',
        'storage',
        'storage',
        'storage',
        'storage',
        'read-only-storage',
        'storage',
        'storage',
      ] as const
    ).map((type, binding) => ({ binding, visibility: 4, buffer: { type } })),
  });
  const layout = device.createPipelineLayout({ bindGroupLayouts: [bgl] });
  const module = device.createShaderModule({ code });
  const buf = (floats: number, usage = 0x80 | 4 | 8) => device.createBuffer({ size: floats * 4, usage });
  const W = buf(at),
    M = buf(at),
    V = buf(at),
    G = buf(at),
    I = buf(words.length),
    A = buf(v4 * 4),
    S = buf(sc),
    P = buf(plan.words.length, 0x40 | 8);
  device.queue.writeBuffer(W, 0, group);
  device.queue.writeBuffer(I, 0, new Uint32Array(words));
  device.queue.writeBuffer(A, 0, problem.inputs as Float32Array<ArrayBuffer>);
  const bind = device.createBindGroup({
    layout: bgl,
    entries: [P, W, M, V, G, I, A, S].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const list: [string, number][] = [
    ['wideLayer', 64 * 32],
    ['narrowLayer', 64 * 32],
    ['stateHeads', 64 * 4 + 256],
    ['takeLogits', 1024],
    ['ppoLoss', 256],
    ['giveLogits', 8192],
    ['narrowGradient', 64 * 32],
    ['wideGradient', 64 * 32],
    ['matrixGradients', SPLITS * c['MATRIX_TILES']!],
    ['vectorGradients', SPLITS * c['VECTOR_QUADS']!],
    ['sumSplits', size4],
    ['squareBlocks', b],
    ['writeRecord', 1],
    ['clipGradient', 1],
    ['adam', size4],
  ];
  const pipes = await Promise.all(
    list.map(([entryPoint]) =>
      device.createComputePipelineAsync({ layout, compute: { module, entryPoint } }),
    ),
  );
  let step = 0;
  return {
    run: async (n) => {
      const staging = device.createBuffer({ size: n * 28, usage: 1 | 8 });
      for (let i = 0; i < n; i += 1) {
        step += 1;
        plan.setFloat('rate', 3e-4 / (1 - 0.9 ** step));
        plan.setFloat('correction2', 1 / Math.sqrt(1 - 0.999 ** step));
        device.queue.writeBuffer(P, 0, plan.words);
        const e = device.createCommandEncoder();
        const pass = e.beginComputePass();
        pass.setBindGroup(0, bind);
        list.forEach(([, t], k) => {
          pass.setPipeline(pipes[k]!);
          pass.dispatchWorkgroups(Math.ceil(t / 64));
        });
        pass.end();
        e.copyBufferToBuffer(S, 4 * plan.get('record'), staging, i * 28, 28);
        device.queue.submit([e.finish()]);
      }
      await staging.mapAsync(1);
      const r = new Float32Array(staging.getMappedRange().slice(0));
      staging.destroy();
      return Array.from({ length: n }, (_, i) => r[7 * i]! + 0.5 * r[7 * i + 1]! - 0.01 * r[7 * i + 2]!);
    },
  };
}


/**
 * The dense step (`dense-step.ts`) on the WebGPU engine's kernels: the student's trunk, of which the
 * scorer's state part gives the logits and the value head the value. Two kernels of its own carry
 * logits and their gradient from one buffer to the other.
 */
import type { Gpu } from '../src/student/engine/webgpu/gpu.ts';
import { KERNEL_SOURCES, kernelBindings, WORKGROUP } from '../src/student/engine/webgpu/kernels.ts';
import {
  type MatrixJob,
  Plan,
  type PlanInteger,
  planDeclaration,
  type VectorJob,
} from '../src/student/engine/webgpu/plan.ts';
import { DENSE_SETUP, type DenseProblem, type DenseStep, denseTensors } from './dense-step.ts';

const { states: STATES, inputs: INPUTS, hidden: HIDDEN, actions: ACTIONS } = DENSE_SETUP;
/** Parts that the rows of the batch are split into for the weights' gradients. */
const SPLITS = 4;
/** Vectors whose squares one thread adds up, as in the engine. */
const BLOCK = 64;
/** Terms of the loss that the kernels record; the first three make up this loss. */
const LOSS_TERMS = 7;
/** No place: `NONE` of the kernels. */
const NONE = 0xffffffff;
const BETA1 = 0.9;
const BETA2 = 0.999;

/** In the order of `denseTensors`, by the constants of the student's kernels. */
const TENSORS = [
  ...(['TRUNK_0', 'TRUNK_0_BIAS', 'TRUNK_1', 'TRUNK_1_BIAS'] as const),
  ...(['SCORER_STATE', 'SCORER_BIAS', 'VALUE', 'VALUE_BIAS'] as const),
] as const;
type TensorName = (typeof TENSORS)[number];

const CARRIERS = /* wgsl */ `
@compute @workgroup_size(64)
fn takeLogits(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= plan.states * SCORER4) { return; }
  let z = activations[plan.fromState + id.x];
  let at = plan.logits + id.x * 4u;
  for (var k = 0u; k < 4u; k += 1u) { scalars[at + k] = z[k]; }
}

@compute @workgroup_size(64)
fn giveLogitGradient(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < plan.states * SCORER4) {
    let at = plan.dLogits + id.x * 4u;
    activations[plan.dFromState + id.x] =
      vec4f(scalars[at], scalars[at + 1u], scalars[at + 2u], scalars[at + 3u]);
  }
  if (id.x < plan.states * NARROW4) { activations[plan.dH + id.x] = vec4f(); }
}`;

/** Where a tensor is in its group, in vectors of four floats. */
type Places = Readonly<Record<TensorName, number>>;

/** The weights as one group, and what the kernels have to know of it. */
function layOut(problem: DenseProblem) {
  const tensors = denseTensors(problem);
  const ends = running(tensors.map((data) => data.length / 4));
  const group = new Float32Array(4 * (ends.at(-1) as number));
  tensors.forEach((data, i) => {
    group.set(data, 4 * (ends[i] as number));
  });
  const firstBlocks = running(tensors.map((data) => Math.ceil(data.length / 4 / BLOCK)));
  const places = Object.fromEntries(TENSORS.map((name, i) => [name, ends[i]])) as Places;
  return { group, ends, firstBlocks, places };
}

/** 0, the first, the first two together, …, all together. */
function running(sizes: readonly number[]): number[] {
  const sums = [0];
  for (const size of sizes) sums.push((sums.at(-1) as number) + size);
  return sums;
}

const MATRIX_TILES = (INPUTS * HIDDEN + HIDDEN * HIDDEN + HIDDEN * ACTIONS) / 64;
const VECTOR_QUADS = (HIDDEN + HIDDEN + ACTIONS + HIDDEN + 8) / 4;

/** The kernels' source; embeddings and candidates have no width that matters. */
function sourceOf({ ends, firstBlocks, places }: ReturnType<typeof layOut>): string {
  const array = (values: readonly number[]) =>
    `array<u32, ${values.length}>(${values.map((v) => `${v}u`).join(', ')})`;
  const none = [
    'EMBEDDING',
    'CANDIDATE',
    'CANDIDATE_BIAS',
    'SCORER_CANDIDATE',
    'SCORER_PRODUCT',
    'SCORER_OUT',
  ];
  const one = [
    ...['STATE_BAGS', 'STATE_NUMBERS4', 'CANDIDATE_NUMBERS4', 'EMBEDDING4'],
    ...['STATE_BAGS4', 'CANDIDATE4', 'CANDIDATE_BAGS4'],
  ];
  const constants: Record<string, number> = {
    ...places,
    ...Object.fromEntries(none.map((name) => [name, 0])),
    ...Object.fromEntries(one.map((name) => [name, 1])),
    STATE4: INPUTS / 4,
    WIDE4: HIDDEN / 4,
    NARROW4: HIDDEN / 4,
    SCORER4: ACTIONS / 4,
    DENSE: 0,
    DENSE4: ends.at(-1) as number,
    DENSE_BLOCKS: firstBlocks.at(-1) as number,
    BLOCK4: BLOCK,
    MATRICES: 3,
    MATRIX_TILES,
    VECTORS: 5,
    VECTOR_QUADS,
    LOSS_TERMS,
    TENSORS: TENSORS.length + 1,
  };
  return [
    planDeclaration(3, 5),
    ...Object.entries(constants).map(([name, value]) => `const ${name}: u32 = ${value}u;`),
    `const DENSE_OFFSET = ${array(ends)};`,
    `const DENSE_FIRST_BLOCK = ${array(firstBlocks)};`,
    ...KERNEL_SOURCES,
    CARRIERS,
  ].join('\n');
}

/** The plan of a step, the words of its targets, and the sizes of its buffers. */
function planOf(problem: DenseProblem, { ends, firstBlocks, places }: ReturnType<typeof layOut>) {
  const plan = new Plan(8);
  const words: Uint32Array[] = [];
  let wordCount = 0;
  const append = (name: PlanInteger, source: Int32Array | Float32Array) => {
    plan.set(name, wordCount);
    words.push(new Uint32Array(source.buffer, source.byteOffset, source.length));
    wordCount += source.length;
  };
  plan.set('states', STATES);
  plan.set('candidates', STATES * ACTIONS);
  plan.set('splits', SPLITS);
  append(
    'candidateOffsets',
    Int32Array.from({ length: STATES + 1 }, (_, s) => s * ACTIONS),
  );
  append('actions', problem.actions);
  append('oldLogProbabilities', problem.oldLogProbabilities);
  append('advantages', problem.advantages);
  append('returns', problem.returns);
  append('ppoWeights', new Float32Array(STATES).fill(1 / STATES));
  append('acceptable', new Float32Array(STATES * ACTIONS));
  append('imitationWeights', new Float32Array(STATES));
  append('referenceProbabilities', new Float32Array(STATES * ACTIONS));
  append('referenceWeights', new Float32Array(STATES));

  let vectors = 0;
  const assignVectors = (name: PlanInteger, count: number) => {
    plan.set(name, vectors);
    vectors += count;
  };
  assignVectors('x', (STATES * INPUTS) / 4);
  for (const name of ['wide', 'h', 'dH', 'dWide'] as const) assignVectors(name, (STATES * HIDDEN) / 4);
  for (const name of ['fromState', 'dFromState'] as const) assignVectors(name, (STATES * ACTIONS) / 4);
  assignVectors('partials', SPLITS * (ends.at(-1) as number));
  let scalars = 0;
  const assignScalars = (name: PlanInteger, count: number) => {
    plan.set(name, scalars);
    scalars += count;
  };
  for (const name of ['logits', 'dLogits'] as const) assignScalars(name, STATES * ACTIONS);
  for (const name of ['values', 'dValues'] as const) assignScalars(name, STATES);
  assignScalars('terms', LOSS_TERMS * STATES);
  assignScalars('squares', firstBlocks.at(-1) as number);
  assignScalars('record', LOSS_TERMS + TENSORS.length + 1);
  assignScalars('clipScale', 1);

  plan.setFloat('clipRange', DENSE_SETUP.clip);
  plan.setFloat('entropyCoefficient', DENSE_SETUP.entropy);
  plan.setFloat('valueCoefficient', DENSE_SETUP.value);
  plan.setFloat('maxGradNorm', DENSE_SETUP.maxNorm);
  plan.setFloat('adamEpsilon', DENSE_SETUP.epsilon);
  plan.setJobs(...jobsOf(plan, places));
  const inputs = new Uint32Array(wordCount);
  let at = 0;
  for (const part of words) {
    inputs.set(part, at);
    at += part.length;
  }
  return { plan, inputs, vectors, scalars };
}

/** What the kernels of the weights' gradients have to do. */
function jobsOf(plan: Plan, places: Places): [MatrixJob[], VectorJob[]] {
  const at = (name: PlanInteger) => plan.get(name);
  let firstTile = 0;
  const matrix = (tensor: TensorName, a: PlanInteger, height: number, d: PlanInteger, width: number) => {
    const job = {
      firstTile,
      target4: places[tensor],
      rows: STATES,
      a: at(a),
      aStride4: height / 4,
      d: at(d),
      dStride4: width / 4,
      timesState: 0,
    };
    firstTile += (height * width) / 64;
    return job;
  };
  let firstQuad = 0;
  const vector = (tensor: TensorName, width: number, d: PlanInteger | null, scale: PlanInteger | null) => {
    const job = {
      firstQuad,
      target4: places[tensor],
      rows: STATES,
      d: d === null ? NONE : at(d),
      stride4: d === null ? 0 : width / 4,
      scale: scale === null ? NONE : at(scale),
    };
    firstQuad += width / 4;
    return job;
  };
  return [
    [
      matrix('TRUNK_0', 'x', INPUTS, 'dWide', HIDDEN),
      matrix('TRUNK_1', 'wide', HIDDEN, 'dH', HIDDEN),
      matrix('SCORER_STATE', 'h', HIDDEN, 'dFromState', ACTIONS),
    ],
    [
      vector('TRUNK_0_BIAS', HIDDEN, 'dWide', null),
      vector('TRUNK_1_BIAS', HIDDEN, 'dH', null),
      vector('SCORER_BIAS', ACTIONS, 'dFromState', null),
      vector('VALUE', HIDDEN, 'h', 'dValues'),
      vector('VALUE_BIAS', 8, null, 'dValues'),
    ],
  ];
}

/** Kernels in their order, and the threads of each. */
function passesOf(group4: number, blocks: number): readonly (readonly [string, number])[] {
  const layer = (STATES / 4) * (HIDDEN / 4);
  return [
    ['wideLayer', layer],
    ['narrowLayer', layer],
    ['stateHeads', (STATES / 4) * (ACTIONS / 4) + STATES],
    ['takeLogits', (STATES * ACTIONS) / 4],
    ['ppoLoss', STATES],
    ['giveLogitGradient', (STATES * HIDDEN) / 4],
    ['narrowGradient', layer],
    ['wideGradient', layer],
    ['matrixGradients', SPLITS * MATRIX_TILES],
    ['vectorGradients', SPLITS * VECTOR_QUADS],
    ['sumSplits', group4],
    ['squareBlocks', blocks],
    ['writeRecord', LOSS_TERMS + TENSORS.length + 1],
    ['clipGradient', 1],
    ['adam', group4],
  ];
}

/** The step in WGSL: one submission each, the losses read after the last. */
export async function webgpuDenseStep(problem: DenseProblem, { device }: Gpu): Promise<DenseStep> {
  const layout = layOut(problem);
  const { plan, inputs, vectors, scalars } = planOf(problem, layout);
  const { group } = layout;
  const buffer = (floats: number, usage: number) => device.createBuffer({ size: 4 * floats, usage });
  const storage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const planBuffer = buffer(plan.words.length, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
  const groups = [0, 1, 2, 3].map(() => buffer(group.length, storage));
  const inputBuffer = buffer(inputs.length, storage);
  const activationBuffer = buffer(4 * vectors, storage);
  const scalarBuffer = buffer(scalars, storage);
  device.queue.writeBuffer(groups[0] as GPUBuffer, 0, group);
  device.queue.writeBuffer(inputBuffer, 0, inputs);
  device.queue.writeBuffer(activationBuffer, 16 * plan.get('x'), new Float32Array(problem.inputs));

  const bindings = kernelBindings(device);
  const pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [bindings] });
  const module = device.createShaderModule({ code: sourceOf(layout) });
  const passes = await Promise.all(
    passesOf(group.length / 4, layout.firstBlocks.at(-1) as number).map(async ([entryPoint, threads]) => ({
      pipeline: await device.createComputePipelineAsync({
        layout: pipelineLayout,
        compute: { module, entryPoint },
      }),
      workgroups: Math.ceil(threads / WORKGROUP),
    })),
  );
  const bindGroup = device.createBindGroup({
    layout: bindings,
    entries: [planBuffer, ...groups, inputBuffer, activationBuffer, scalarBuffer].map((held, binding) => ({
      binding,
      resource: { buffer: held },
    })),
  });

  let taken = 0;
  const submit = (staging: GPUBuffer, at: number) => {
    taken += 1;
    plan.setFloat('rate', DENSE_SETUP.learningRate / (1 - BETA1 ** taken));
    plan.setFloat('correction2', 1 / Math.sqrt(1 - BETA2 ** taken));
    device.queue.writeBuffer(planBuffer, 0, plan.words);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setBindGroup(0, bindGroup);
    for (const { pipeline, workgroups } of passes) {
      pass.setPipeline(pipeline);
      pass.dispatchWorkgroups(workgroups);
    }
    pass.end();
    encoder.copyBufferToBuffer(scalarBuffer, 4 * plan.get('record'), staging, 4 * at, 4 * LOSS_TERMS);
    device.queue.submit([encoder.finish()]);
  };
  return async (steps) => {
    const staging = buffer(steps * LOSS_TERMS, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    for (let step = 0; step < steps; step += 1) submit(staging, step * LOSS_TERMS);
    await staging.mapAsync(GPUMapMode.READ);
    const terms = new Float32Array(staging.getMappedRange().slice(0));
    staging.destroy();
    return Array.from({ length: steps }, (_, step) => {
      const [policy, value, entropy] = terms.subarray(step * LOSS_TERMS) as unknown as [
        number,
        number,
        number,
      ];
      return policy + DENSE_SETUP.value * value - DENSE_SETUP.entropy * entropy;
    });
  };
}

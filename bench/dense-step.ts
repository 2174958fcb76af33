/**
 * The PPO step of a plain network, 64 → 128 → 128 → 16 logits and a value, on 256 states: on the WASM
 * engine's kernels, and in tfjs as one would write it; `webgpu-dense-step.ts` has it on the WebGPU
 * engine's. It is the step that engines are compared on when the student's embeddings and candidate
 * sets are not to play a part.
 */
import * as tf from '@tensorflow/tfjs';
import type { RandomStream } from '../src/core/random.ts';
import { instantiateKernels, type Kernels, type KernelVariant } from '../src/student/engine/wasm/kernels.ts';
import { LinearMemory } from '../src/student/engine/wasm/linear-memory.ts';

const STATES = 256;
const INPUTS = 64;
const HIDDEN = 128;
const ACTIONS = 16;
const LEARNING_RATE = 3e-4;
const EPSILON = 1e-5;
const CLIP = 0.2;
const ENTROPY = 0.01;
const VALUE = 0.5;
const MAX_NORM = 0.5;

/** The sizes and coefficients above, for peers in other languages. */
export const DENSE_SETUP = {
  states: STATES,
  inputs: INPUTS,
  hidden: HIDDEN,
  actions: ACTIONS,
  learningRate: LEARNING_RATE,
  epsilon: EPSILON,
  clip: CLIP,
  entropy: ENTROPY,
  value: VALUE,
  maxNorm: MAX_NORM,
};

/** What every implementation of the step starts from. */
export interface DenseProblem {
  inputs: Float32Array;
  actions: Int32Array;
  oldLogProbabilities: Float32Array;
  advantages: Float32Array;
  returns: Float32Array;
  /** Row-major: [64 × 128], [128 × 128], [128 × 16], [128]; the biases start at zero. */
  weights: [Float32Array, Float32Array, Float32Array, Float32Array];
}

/** Random inputs and targets, and weights of deviation 1/√inputs. */
export function denseProblem(random: RandomStream): DenseProblem {
  const normal = (count: number, deviation: number) =>
    Float32Array.from({ length: count }, () => deviation * random.normal());
  return {
    inputs: normal(STATES * INPUTS, 1),
    actions: Int32Array.from({ length: STATES }, () => random.int(ACTIONS)),
    oldLogProbabilities: Float32Array.from({ length: STATES }, () => Math.log(1 / ACTIONS)),
    advantages: normal(STATES, 1),
    returns: normal(STATES, 1),
    weights: [
      normal(INPUTS * HIDDEN, INPUTS ** -0.5),
      normal(HIDDEN * HIDDEN, HIDDEN ** -0.5),
      normal(HIDDEN * ACTIONS, HIDDEN ** -0.5),
      normal(HIDDEN, HIDDEN ** -0.5),
    ],
  };
}

/** Takes so many steps; returns the loss before each. What is on a GPU is read after the last. */
export type DenseStep = (steps: number) => number[] | Promise<number[]>;

/** Row-major to panels of 8 columns, the kernels' order of weights. */
function toPanels(weights: Float32Array, columns: number): Float32Array {
  const rows = weights.length / columns;
  return weights.map((_, i) => {
    const panel = Math.floor(i / (8 * rows));
    const row = Math.floor(i / 8) % rows;
    return weights[row * columns + panel * 8 + (i % 8)] as number;
  });
}

/** Weights in the kernels' order and places; every length is a multiple of eight floats. */
export function denseTensors({ weights: [w0, w1, w2, wv] }: DenseProblem) {
  return [
    toPanels(w0, HIDDEN),
    new Float32Array(HIDDEN),
    toPanels(w1, HIDDEN),
    new Float32Array(HIDDEN),
    toPanels(w2, ACTIONS),
    new Float32Array(ACTIONS),
    wv,
    new Float32Array(8),
  ] as const;
}

/** The step on the kernels. */
export async function wasmDenseStep(problem: DenseProblem, variant: KernelVariant): Promise<DenseStep> {
  const memory = new LinearMemory();
  const k = await instantiateKernels(variant, memory.memory);
  const tensors = denseTensors(problem);
  const size = tensors.reduce((sum, { length }) => sum + length, 0);
  const groups = [memory.zeros(size), memory.zeros(size), memory.zeros(size), memory.zeros(size)] as const;
  const [weights, gradient] = groups;
  const pointersFrom = (start: number) => {
    let at = start;
    return tensors.map((data) => {
      const pointer = at;
      at += 4 * data.length;
      return pointer;
    }) as [number, number, number, number, number, number, number, number];
  };
  const p = pointersFrom(weights);
  const g = pointersFrom(gradient);
  tensors.forEach((data, i) => {
    memory.f32.set(data, (p[i] as number) / 4);
  });
  const x = memory.copy(problem.inputs);
  const [h0, h1, d0, d1] = [0, 1, 2, 3].map(() => memory.floats(STATES * HIDDEN)) as [
    number,
    number,
    number,
    number,
  ];
  const logits = memory.floats(STATES * ACTIONS);
  const dLogits = memory.floats(STATES * ACTIONS);
  const values = memory.floats(STATES);
  const dValues = memory.floats(STATES);
  const transposed = memory.floats(HIDDEN * HIDDEN);
  const zeros = memory.zeros(HIDDEN);
  const statistics = memory.zeros(2 * 7);
  bindLoss(k, memory, problem, { logits, dLogits, values, dValues, statistics });

  let taken = 0;
  const step = () => {
    memory.fillZero(gradient, size);
    memory.fillZero(statistics, 14);
    k.multiply(x, INPUTS, p[0], p[1], 0, h0, HIDDEN, STATES, INPUTS, HIDDEN);
    k.relu(h0, STATES * HIDDEN);
    k.multiply(h0, HIDDEN, p[2], p[3], 0, h1, HIDDEN, STATES, HIDDEN, HIDDEN);
    k.relu(h1, STATES * HIDDEN);
    k.multiply(h1, HIDDEN, p[4], p[5], 0, logits, ACTIONS, STATES, HIDDEN, ACTIONS);
    k.dotRows(h1, p[6], memory.f32[p[7] / 4] as number, values, STATES, HIDDEN);
    for (let s = 0; s < STATES; s += 1) k.ppoLoss(s, s * ACTIONS, ACTIONS);

    k.accumulateOuter(h1, HIDDEN, dLogits, ACTIONS, g[4], STATES, HIDDEN, ACTIONS);
    k.addRows(dLogits, g[5], STATES, ACTIONS);
    k.addScaledRows(dValues, h1, g[6], STATES, HIDDEN);
    for (let s = 0; s < STATES; s += 1) {
      memory.f32[g[7] / 4] = (memory.f32[g[7] / 4] as number) + (memory.f32[dValues / 4 + s] as number);
    }
    k.transpose(p[4], HIDDEN, HIDDEN, ACTIONS, transposed);
    k.multiply(dLogits, ACTIONS, transposed, zeros, 0, d1, HIDDEN, STATES, ACTIONS, HIDDEN);
    k.addScaledVector(dValues, p[6], d1, STATES, HIDDEN);
    k.reluGradient(d1, h1, STATES * HIDDEN);
    k.accumulateOuter(h0, HIDDEN, d1, HIDDEN, g[2], STATES, HIDDEN, HIDDEN);
    k.addRows(d1, g[3], STATES, HIDDEN);
    k.transpose(p[2], HIDDEN, HIDDEN, HIDDEN, transposed);
    k.multiply(d1, HIDDEN, transposed, zeros, 0, d0, HIDDEN, STATES, HIDDEN, HIDDEN);
    k.reluGradient(d0, h0, STATES * HIDDEN);
    k.accumulateOuter(x, INPUTS, d0, HIDDEN, g[0], STATES, INPUTS, HIDDEN);
    k.addRows(d0, g[1], STATES, HIDDEN);

    taken += 1;
    const scale = Math.min(1, MAX_NORM / (Math.sqrt(k.sumOfSquares(gradient, size)) + 1e-6));
    const rate = LEARNING_RATE / (1 - 0.9 ** taken);
    k.adam(...groups, size, scale, rate, 1 / Math.sqrt(1 - 0.999 ** taken), EPSILON);
    const [policyLoss, valueLoss, entropy] = memory.f64.subarray(statistics / 8, statistics / 8 + 3);
    return (policyLoss as number) + VALUE * (valueLoss as number) - ENTROPY * (entropy as number);
  };
  return (steps) => Array.from({ length: steps }, step);
}

function bindLoss(
  k: Kernels,
  memory: LinearMemory,
  problem: DenseProblem,
  at: { logits: number; dLogits: number; values: number; dValues: number; statistics: number },
): void {
  const none = memory.zeros(STATES * ACTIONS);
  k.setLossTargets(
    memory.copy(problem.actions),
    memory.copy(problem.oldLogProbabilities),
    memory.copy(problem.advantages),
    memory.copy(problem.returns),
    memory.copy(new Float32Array(STATES).fill(1 / STATES)),
    ...([none, none, none, none] as const),
  );
  const scratch = memory.floats(2 * ACTIONS);
  k.setLossBuffers(at.logits, at.values, at.dLogits, at.dValues, scratch, ACTIONS, at.statistics);
  k.setLossCoefficients(CLIP, ENTROPY, VALUE, 0, 0);
}

/** The step in tfjs on its active backend: `variableGrads` and tfjs's own Adam. */
export function tfjsDenseStep(problem: DenseProblem): DenseStep {
  const [w0, w1, w2, wv] = problem.weights;
  const variables = [
    tf.variable(tf.tensor2d(w0, [INPUTS, HIDDEN])),
    tf.variable(tf.zeros([HIDDEN])),
    tf.variable(tf.tensor2d(w1, [HIDDEN, HIDDEN])),
    tf.variable(tf.zeros([HIDDEN])),
    tf.variable(tf.tensor2d(w2, [HIDDEN, ACTIONS])),
    tf.variable(tf.zeros([ACTIONS])),
    tf.variable(tf.tensor2d(wv, [HIDDEN, 1])),
    tf.variable(tf.zeros([1])),
  ];
  const x = tf.tensor2d(problem.inputs, [STATES, INPUTS]);
  const chosen = tf.oneHot(tf.tensor1d(problem.actions, 'int32'), ACTIONS);
  const old = tf.tensor1d(problem.oldLogProbabilities);
  const advantages = tf.tensor1d(problem.advantages);
  const returns = tf.tensor1d(problem.returns);
  const optimiser = tf.train.adam(LEARNING_RATE, 0.9, 0.999, EPSILON);
  const layer = (input: tf.Tensor, i: number) =>
    tf.add(
      tf.matMul(input as tf.Tensor2D, variables[2 * i] as tf.Tensor2D),
      variables[2 * i + 1] as tf.Tensor,
    );
  const lossOf = () => {
    const h = tf.relu(layer(tf.relu(layer(x, 0)), 1));
    const logp = tf.logSoftmax(layer(h, 2) as tf.Tensor2D);
    const ratio = tf.exp(tf.sub(tf.sum(tf.mul(logp, chosen), 1), old));
    const clipped = tf.clipByValue(ratio, 1 - CLIP, 1 + CLIP);
    const surrogate = tf.mean(tf.minimum(tf.mul(ratio, advantages), tf.mul(clipped, advantages)));
    const valueLoss = tf.mean(tf.square(tf.sub(tf.reshape(layer(h, 3), [-1]), returns)));
    const entropy = tf.neg(tf.mean(tf.sum(tf.mul(tf.exp(logp), logp), 1)));
    return tf.add(tf.sub(tf.mul(valueLoss, VALUE), surrogate), tf.mul(entropy, -ENTROPY)) as tf.Scalar;
  };
  const step = () =>
    tf.tidy(() => {
      const { value, grads } = tf.variableGrads(lossOf, variables);
      const squares = Object.values(grads).map((gradient) => tf.sum(tf.square(gradient)));
      const scale = tf.minimum(1, tf.div(MAX_NORM, tf.add(tf.sqrt(tf.addN(squares)), 1e-6)));
      optimiser.applyGradients(
        Object.fromEntries(Object.entries(grads).map(([name, gradient]) => [name, tf.mul(gradient, scale)])),
      );
      return value;
    });
  return async (steps) => {
    const losses = Array.from({ length: steps }, step);
    const values = await Promise.all(losses.map((loss) => loss.data()));
    tf.dispose(losses);
    return values.map(([value]) => value as number);
  };
}

/**
 * The reference engine: forward and losses in tfjs ops, gradients by tfjs's autodiff. It is the
 * oracle of every gradient test. The embedding bag and Adam run on the host (see those files), so
 * tfjs sees only the dense part, whose inputs are the gathered bags.
 */
import * as tf from '@tensorflow/tfjs';
import { adamStep, globalNorm } from '../adam.ts';
import { CANDIDATE_NUMBERS, STATE_BAGS, STATE_NUMBERS } from '../encoder.ts';
import {
  assertFinite,
  copyTrainingState,
  NonFiniteError,
  type ParameterSet,
  type TrainingState,
} from '../parameters.ts';
import { gatherBags, scatterBags } from './embedding-bag.ts';
import type {
  Engine,
  ForwardResult,
  Minibatch,
  PpoTargets,
  StepHyperparameters,
  StepStatistics,
} from './engine.ts';
import type { PackedBatch } from './packed-batch.ts';

/** Logit of a padded place: far below any real one, and finite, so that 0 · logit stays 0. */
const PADDED_LOGIT = -1e9;
/** Keeps the logarithm of an acceptable set's probability finite. */
const PROBABILITY_FLOOR = 1e-8;

/** a·b, with transposes materialised in the gradient: tfjs-wasm's fast path takes no transposed input. */
function matMul(a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor2D {
  const op = tf.customGrad((...inputs) => {
    const [x, y, save] = inputs as unknown as [tf.Tensor2D, tf.Tensor2D, (saved: tf.Tensor[]) => void];
    save([x, y]);
    return {
      value: tf.matMul(x, y),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [left, right] = saved as [tf.Tensor2D, tf.Tensor2D];
        return [
          tf.matMul(dy as tf.Tensor2D, tf.transpose(right)),
          tf.matMul(tf.transpose(left), dy as tf.Tensor2D),
        ];
      },
    };
  });
  return op(a, b) as tf.Tensor2D;
}

/** Where each state's candidates are when padded to the widest state of the batch. S states, K wide. */
interface Padding {
  width: number;
  /** Int32[S·K]: packed index of a padded place, or C (one past the last) for a filler. */
  packedOf: tf.Tensor1D;
  /** Int32[C]: padded place of a packed candidate. */
  paddedOf: tf.Tensor1D;
  /** Float32[C, S]: 1 where a candidate belongs to a state; and its transpose. */
  membership: tf.Tensor2D;
  membershipTransposed: tf.Tensor2D;
}

function padding(batch: PackedBatch): Padding {
  const { states, candidates, candidateOffsets } = batch;
  // tf.oneHot refuses a depth of 1.
  let width = 2;
  for (let s = 0; s < states; s += 1) {
    width = Math.max(width, (candidateOffsets[s + 1] as number) - (candidateOffsets[s] as number));
  }
  const packedOf = new Int32Array(states * width).fill(candidates);
  const paddedOf = new Int32Array(candidates);
  const membership = new Float32Array(candidates * states);
  for (let s = 0; s < states; s += 1) {
    const start = candidateOffsets[s] as number;
    for (let c = start; c < (candidateOffsets[s + 1] as number); c += 1) {
      packedOf[s * width + c - start] = c;
      paddedOf[c] = s * width + c - start;
      membership[c * states + s] = 1;
    }
  }
  const belongs = tf.tensor2d(membership, [candidates, states]);
  return {
    width,
    packedOf: tf.tensor1d(packedOf, 'int32'),
    paddedOf: tf.tensor1d(paddedOf, 'int32'),
    membership: belongs,
    membershipTransposed: tf.transpose(belongs),
  };
}

/**
 * [S, W] to [C, W]: each candidate gets its state's row; the gradient sums over a state's candidates.
 * A product with a 0/1 matrix is exact, and many times faster than tfjs-wasm's gather.
 */
function expandStates(rows: tf.Tensor2D, pad: Padding): tf.Tensor2D {
  const op = tf.customGrad((...inputs) => {
    const [x] = inputs as unknown as [tf.Tensor2D];
    return {
      value: tf.matMul(pad.membership, x),
      gradFunc: (dy: tf.Tensor) => tf.matMul(pad.membershipTransposed, dy as tf.Tensor2D),
    };
  });
  return op(rows) as tf.Tensor2D;
}

/** [C, 1] packed logits to [S, K], fillers at PADDED_LOGIT. */
function padLogits(logits: tf.Tensor2D, states: number, pad: Padding): tf.Tensor2D {
  const op = tf.customGrad((...inputs) => {
    const [x] = inputs as unknown as [tf.Tensor2D];
    const filled = tf.concat([tf.reshape(x, [-1]), tf.tensor1d([PADDED_LOGIT])]);
    return {
      value: tf.reshape(tf.gather(filled, pad.packedOf), [states, pad.width]),
      gradFunc: (dy: tf.Tensor) => tf.reshape(tf.gather(tf.reshape(dy, [-1]), pad.paddedOf), [-1, 1]),
    };
  });
  return op(logits) as tf.Tensor2D;
}

/** A packed Float32[C] as a padded [S, K] constant, fillers 0. */
function padConstant(packed: Float32Array, states: number, pad: Padding): tf.Tensor2D {
  const filled = tf.concat([tf.tensor1d(packed), tf.zeros<tf.Rank.R1>([1])]);
  return tf.reshape(tf.gather(filled, pad.packedOf), [states, pad.width]);
}

/** Dense weights by name. */
type Weights = Record<string, tf.Tensor>;

/** The dense part: gathered bags to packed logits [C, 1] and values [S, 1]. */
function network(
  bags: tf.Tensor2D,
  weights: Weights,
  batch: PackedBatch,
  width: number,
  pad: Padding,
): { logits: tf.Tensor2D; values: tf.Tensor2D } {
  const { states, candidates } = batch;
  const w = (name: string) => weights[name] as tf.Tensor2D;
  const stateRows = states * STATE_BAGS;
  const stateBags = tf.reshape(tf.slice(bags, [0, 0], [stateRows, width]), [states, STATE_BAGS * width]);
  const x = tf.concat([stateBags, tf.tensor2d(batch.stateNumbers, [states, STATE_NUMBERS])], 1);
  const wide = tf.relu(tf.add(matMul(x as tf.Tensor2D, w('trunk.0.weight')), w('trunk.0.bias')));
  const h = tf.relu(
    tf.add(matMul(wide as tf.Tensor2D, w('trunk.1.weight')), w('trunk.1.bias')),
  ) as tf.Tensor2D;

  const verbs = tf.slice(bags, [stateRows, 0], [candidates, width]);
  const texts = tf.slice(bags, [stateRows + candidates, 0], [candidates, width]);
  const numbers = tf.tensor2d(batch.candidateNumbers, [candidates, CANDIDATE_NUMBERS]);
  const y = tf.concat([verbs, texts, numbers], 1) as tf.Tensor2D;
  const c = tf.relu(tf.add(matMul(y, w('candidate.weight')), w('candidate.bias'))) as tf.Tensor2D;

  // h·Wh is computed once per state, not once per candidate.
  const fromState = expandStates(matMul(h, w('scorer.state')), pad);
  const product = tf.mul(expandStates(h, pad), c) as tf.Tensor2D;
  const mixed = tf.add(matMul(c, w('scorer.candidate')), matMul(product, w('scorer.product')));
  const hidden = tf.relu(tf.add(tf.add(fromState, mixed), w('scorer.bias'))) as tf.Tensor2D;
  return {
    logits: matMul(hidden, w('scorer.out')),
    values: tf.add(matMul(h, w('value.weight')), w('value.bias')),
  };
}

/** Names of the statistics that `ppoLoss` stacks, in order. */
const STATISTICS = [
  'loss',
  'policyGradientLoss',
  'valueLoss',
  'entropy',
  'approxKl',
  'clipFraction',
  'imitationLoss',
  'referenceKl',
] as const;

/**
 * The loss of DESIGN §6: clipped surrogate (Schulman et al. 2017, eq. 7), squared value error,
 * entropy bonus, -log p(acceptable set), KL(reference || policy). Every mean is a weighted sum with
 * weights that the caller made to add up to one per environment and ratio.
 */
function ppoLoss(
  logits: tf.Tensor2D,
  values: tf.Tensor2D,
  targets: PpoTargets,
  hyper: StepHyperparameters,
  states: number,
  pad: Padding,
): { loss: tf.Scalar; statistics: tf.Tensor1D } {
  const logp = tf.logSoftmax(padLogits(logits, states, pad));
  const p = tf.exp(logp);
  const vector = (data: Float32Array) => tf.tensor1d(data);
  const weighted = (row: tf.Tensor, weights: Float32Array) => tf.sum(tf.mul(row, vector(weights)));

  const chosen = tf.oneHot(tf.tensor1d(targets.actions, 'int32'), pad.width);
  const logProbability = tf.sum(tf.mul(logp, chosen), 1);
  const logRatio = tf.sub(logProbability, vector(targets.oldLogProbabilities));
  const ratio = tf.exp(logRatio);
  const advantages = vector(targets.advantages);
  const clipped = tf.clipByValue(ratio, 1 - hyper.clipRange, 1 + hyper.clipRange);
  const surrogate = tf.minimum(tf.mul(ratio, advantages), tf.mul(clipped, advantages));
  const policyGradientLoss = tf.neg(weighted(surrogate, targets.ppoWeights));

  const error = tf.sub(tf.reshape(values, [-1]), vector(targets.returns));
  const valueLoss = weighted(tf.mul(error, error), targets.ppoWeights);
  const entropy = weighted(tf.neg(tf.sum(tf.mul(p, logp), 1)), targets.ppoWeights);

  const acceptable = padConstant(targets.acceptable, states, pad);
  const acceptedMass = tf.sum(tf.mul(p, acceptable), 1);
  const imitationLoss = tf.neg(
    weighted(tf.log(tf.add(acceptedMass, PROBABILITY_FLOOR)), targets.imitationWeights),
  );

  const reference = padConstant(targets.referenceProbabilities, states, pad);
  const referenceEntropy = tf.mul(reference, tf.log(tf.add(reference, PROBABILITY_FLOOR)));
  const divergence = tf.sum(tf.sub(referenceEntropy, tf.mul(reference, logp)), 1);
  const referenceKl = weighted(divergence, targets.referenceWeights);

  const loss = tf.addN([
    policyGradientLoss,
    tf.mul(valueLoss, hyper.valueCoefficient),
    tf.mul(entropy, -hyper.entropyCoefficient),
    tf.mul(imitationLoss, hyper.imitationCoefficient),
    tf.mul(referenceKl, hyper.referenceKlCoefficient),
  ]) as tf.Scalar;

  const approxKl = weighted(tf.sub(tf.sub(ratio, 1), logRatio), targets.ppoWeights);
  const outside = tf.cast(tf.greater(tf.abs(tf.sub(ratio, 1)), hyper.clipRange), 'float32');
  const clipFraction = weighted(outside, targets.ppoWeights);
  const statistics = tf.stack([
    loss,
    policyGradientLoss,
    valueLoss,
    entropy,
    approxKl,
    clipFraction,
    imitationLoss,
    referenceKl,
  ]) as tf.Tensor1D;
  return { loss, statistics };
}

/** An engine on whatever tfjs backend is active; several can live side by side. */
export class TfjsEngine implements Engine {
  readonly name: string;

  /** The table's gradient, kept from step to step: it is the size of the table. */
  private readonly tableGradient: Float32Array;

  constructor(private state: TrainingState) {
    this.tableGradient = new Float32Array(state.parameters[0]?.data.length ?? 0);
    this.name = `tfjs-${tf.getBackend()}`;
  }

  private get width(): number {
    return this.state.student.embeddingWidth;
  }

  private get table(): Float32Array {
    return this.state.parameters[0]?.data as Float32Array;
  }

  private dense(): tf.Tensor[] {
    return this.state.parameters.slice(1).map(({ data, shape }) => tf.tensor(data, shape));
  }

  private named(tensors: tf.Tensor[]): Weights {
    return Object.fromEntries(
      this.state.parameters.slice(1).map(({ name }, i) => [name, tensors[i] as tf.Tensor]),
    );
  }

  async forward(batch: PackedBatch): Promise<ForwardResult> {
    const gathered = gatherBags(this.table, this.width, batch.bags);
    const [logits, values] = tf.tidy(() => {
      const bags = tf.tensor2d(gathered, [batch.bags.rows, this.width]);
      const result = network(bags, this.named(this.dense()), batch, this.width, padding(batch));
      return [result.logits, result.values];
    });
    const result = {
      logits: (await logits.data()) as Float32Array,
      values: (await values.data()) as Float32Array,
    };
    tf.dispose([logits, values]);
    return result;
  }

  async gradients(
    { batch, targets }: Minibatch,
    hyper: StepHyperparameters,
  ): Promise<{ gradients: ParameterSet; statistics: StepStatistics }> {
    const gathered = gatherBags(this.table, this.width, batch.bags);
    let statistics: tf.Tensor1D | null = null;
    const tensors = tf.tidy(() => {
      const pad = padding(batch);
      const bags = tf.tensor2d(gathered, [batch.bags.rows, this.width]);
      const lossOf = (...inputs: tf.Tensor[]) => {
        const [x, ...weights] = inputs as [tf.Tensor2D, ...tf.Tensor[]];
        const { logits, values } = network(x, this.named(weights), batch, this.width, pad);
        const result = ppoLoss(logits, values, targets, hyper, batch.states, pad);
        statistics = tf.keep(result.statistics);
        return result.loss;
      };
      return tf.grads(lossOf)([bags, ...this.dense()]);
    });
    const [bagGradient, ...dense] = await Promise.all(tensors.map((t) => t.data() as Promise<Float32Array>));
    const kept = statistics as unknown as tf.Tensor1D;
    const values = await kept.data();
    tf.dispose([kept, ...tensors]);

    const [embedding, ...rest] = this.state.parameters;
    if (!embedding || !bagGradient) throw new RangeError('a student without an embedding table');
    const { tableGradient } = this;
    tableGradient.fill(0);
    scatterBags(bagGradient, this.width, batch.bags, tableGradient);
    const gradients: ParameterSet = [
      { name: embedding.name, shape: embedding.shape, data: tableGradient },
      ...rest.map(({ name, shape }, i) => ({ name, shape, data: dense[i] as Float32Array })),
    ];
    const named = Object.fromEntries(STATISTICS.map((name, i) => [name, values[i] as number]));
    return {
      gradients,
      statistics: { ...(named as Omit<StepStatistics, 'gradNorm'>), gradNorm: globalNorm(gradients) },
    };
  }

  async step(minibatch: Minibatch, hyper: StepHyperparameters): Promise<StepStatistics> {
    const { gradients, statistics } = await this.gradients(minibatch, hyper);
    if (!Number.isFinite(statistics.loss)) throw new NonFiniteError('loss');
    if (!Number.isFinite(statistics.gradNorm)) {
      assertFinite(gradients, 'gradient of');
      throw new NonFiniteError('gradient norm');
    }
    const scale = Math.min(1, hyper.maxGradNorm / (statistics.gradNorm + 1e-6));
    adamStep(this.state, gradients, hyper.learningRate, hyper.adamEpsilon, scale);
    return statistics;
  }

  save(): TrainingState {
    return copyTrainingState(this.state);
  }

  restore(state: TrainingState): void {
    this.state = copyTrainingState(state);
  }

  close(): void {
    // Tensors live only inside a call; the host arrays go with the object.
  }
}

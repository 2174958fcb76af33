/**
 * Proximal policy optimisation (Schulman et al. 2017) on whole episodes, with the details of
 * "The 37 implementation details of PPO" (Huang et al. 2022) that apply here. Read from top to
 * bottom: advantages, rows, minibatches, update. The loss of one minibatch is the engine's
 * (`engine/tfjs-engine.ts`, `ppoLoss`).
 */
import type { PpoConfig } from '../core/campaign-config.ts';
import type { EnvironmentId, Episode, TrajectoryStep } from '../core/contracts.ts';
import type { RandomStream } from '../core/random.ts';
import type { EncodedState, Encoder } from './encoder.ts';
import {
  type Engine,
  type Minibatch,
  type PpoTargets,
  type StepHyperparameters,
  type StepStatistics,
  takeSteps,
} from './engine/engine.ts';
import { joinStates, type PackedState, packState } from './engine/packed-batch.ts';
import { NonFiniteError } from './parameters.ts';

/** One state to learn from. */
export interface TrainingRow {
  environment: EnvironmentId;
  state: EncodedState;
  dropoutSeed: number | null;
  action: number;
  oldLogProbability: number;
  /** Value estimate when acting. */
  value: number;
  /** Normalised per environment by `normaliseAdvantages`. */
  advantage: number;
  /** GAE return: what the value head is to predict. */
  return: number;
  /** False for lane states: they carry no ratio, only imitation or a reference. */
  onPolicy: boolean;
  /** Candidates to imitate; null for none. */
  acceptable: readonly number[] | null;
  /** The reference policy's probabilities to stay near; null for none. */
  reference: readonly number[] | null;
}

/**
 * Generalised advantage estimation (Schulman et al. 2016) over one whole episode. The end is a
 * termination (the step budget is in the observation), so nothing is bootstrapped.
 */
export function gae(
  rewards: readonly number[],
  values: readonly number[],
  gamma: number,
  lambda: number,
): { advantages: number[]; returns: number[] } {
  const advantages = new Array<number>(rewards.length).fill(0);
  let lastgaelam = 0;
  for (let t = rewards.length - 1; t >= 0; t -= 1) {
    const nextValue = t + 1 < values.length ? (values[t + 1] as number) : 0;
    const delta = (rewards[t] as number) + gamma * nextValue - (values[t] as number);
    lastgaelam = delta + gamma * lambda * lastgaelam;
    advantages[t] = lastgaelam;
  }
  return { advantages, returns: advantages.map((a, t) => a + (values[t] as number)) };
}

/** Rows of sampled episodes; what the labeller chose is only imitated. `rewards` are per step, step costs and teacher term included. */
export function onPolicyRows(
  episode: Episode,
  rewards: readonly number[],
  encoder: Encoder,
  config: PpoConfig,
  distil: boolean,
): TrainingRow[] {
  const values = episode.trajectory.map((step) => step.value);
  const { advantages, returns } = gae(rewards, values, config.gamma, config.gaeLambda);
  return episode.trajectory.map((step, t) => ({
    ...rowOf(episode.environment, step, encoder),
    advantage: advantages[t] as number,
    return: returns[t] as number,
    onPolicy: step.guided !== true,
    acceptable: distil ? step.acceptable : null,
  }));
}

/** Rows of a lane episode: a positive one is imitated, a negative one is pulled to its reference. */
export function laneRows(episode: Episode, encoder: Encoder): TrainingRow[] {
  return episode.trajectory.flatMap((step): TrainingRow[] => {
    const row = rowOf(episode.environment, step, encoder);
    if (episode.lane === 'positive') return [{ ...row, acceptable: [step.action] }];
    if (episode.lane === 'negative' && step.referenceProbabilities) {
      return [{ ...row, reference: step.referenceProbabilities }];
    }
    return [];
  });
}

function rowOf(environment: EnvironmentId, step: TrajectoryStep, encoder: Encoder): TrainingRow {
  return {
    environment,
    state: encoder.encode(step.observation),
    dropoutSeed: step.dropoutSeed,
    action: step.action,
    oldLogProbability: step.logProbability,
    value: step.value,
    advantage: 0,
    return: 0,
    onPolicy: false,
    acceptable: null,
    reference: null,
  };
}

/** A standard deviation below this is noise, not signal: an all-equal environment adds nothing. */
const ADVANTAGE_STD_FLOOR = 0.05;

/** (A − mean) / max(std, 0.05), once per batch and environment, over the on-policy rows; in place. */
export function normaliseAdvantages(rows: readonly TrainingRow[]): void {
  for (const group of byEnvironment(rows.filter((row) => row.onPolicy)).values()) {
    const mean = group.reduce((sum, row) => sum + row.advantage, 0) / group.length;
    const variance = group.reduce((sum, row) => sum + (row.advantage - mean) ** 2, 0) / group.length;
    const scale = Math.max(Math.sqrt(variance), ADVANTAGE_STD_FLOOR);
    for (const row of group) row.advantage = (row.advantage - mean) / scale;
  }
}

function byEnvironment(rows: readonly TrainingRow[]): Map<EnvironmentId, TrainingRow[]> {
  const groups = new Map<EnvironmentId, TrainingRow[]>();
  for (const row of rows) {
    const group = groups.get(row.environment);
    if (group) group.push(row);
    else groups.set(row.environment, [row]);
  }
  return groups;
}

/** Each environment's share of the loss; the shares of the environments present add up to one. */
export type EnvironmentRatios = Partial<Record<EnvironmentId, number>>;

/**
 * Weights that make a weighted sum over the chosen rows a mean within each environment, weighted
 * by the campaign's ratios.
 */
function meanWeights(
  rows: readonly TrainingRow[],
  ratios: EnvironmentRatios,
  chosen: (row: TrainingRow) => boolean,
): Float32Array {
  const groups = byEnvironment(rows.filter(chosen));
  let total = 0;
  for (const environment of groups.keys()) total += ratios[environment] ?? 1;
  return Float32Array.from(rows, (row) => {
    if (!chosen(row)) return 0;
    const group = groups.get(row.environment) as TrainingRow[];
    return (ratios[row.environment] ?? 1) / total / group.length;
  });
}

/** Packs rows into what an engine takes. */
export function minibatchOf(
  rows: readonly TrainingRow[],
  ratios: EnvironmentRatios,
  tokenDropout: number,
): Minibatch {
  return minibatchOfPacked(rows, packRows(rows, tokenDropout), ratios);
}

/** What of a row is the same in every minibatch. */
function packRows(rows: readonly TrainingRow[], tokenDropout: number): PackedState[] {
  return rows.map(({ state, dropoutSeed }) => packState(state, dropoutSeed, tokenDropout));
}

/** `packed[i]` is the state of `rows[i]`. */
function minibatchOfPacked(
  rows: readonly TrainingRow[],
  packed: readonly PackedState[],
  ratios: EnvironmentRatios,
): Minibatch {
  const batch = joinStates(packed);
  const acceptable = new Float32Array(batch.candidates);
  const referenceProbabilities = new Float32Array(batch.candidates);
  rows.forEach((row, s) => {
    const start = batch.candidateOffsets[s] as number;
    for (const candidate of row.acceptable ?? []) acceptable[start + candidate] = 1;
    if (row.reference) referenceProbabilities.set(row.reference, start);
  });
  const targets: PpoTargets = {
    actions: Int32Array.from(rows, (row) => row.action),
    oldLogProbabilities: Float32Array.from(rows, (row) => row.oldLogProbability),
    advantages: Float32Array.from(rows, (row) => row.advantage),
    returns: Float32Array.from(rows, (row) => row.return),
    ppoWeights: meanWeights(rows, ratios, (row) => row.onPolicy),
    acceptable,
    imitationWeights: meanWeights(rows, ratios, (row) => row.acceptable !== null),
    referenceProbabilities,
    referenceWeights: meanWeights(rows, ratios, (row) => row.reference !== null),
  };
  return { batch, targets };
}

/** What an update is to do, beside its rows. */
export interface UpdateOptions {
  config: PpoConfig;
  learningRate: number;
  ratios: EnvironmentRatios;
  stream: RandomStream;
  /** Called after each minibatch; a rejection stops the update. */
  onStep?: (done: number, total: number) => Promise<void> | void;
}

/** Figures of one update under Stable-Baselines3's names, and ours beside them. */
export type UpdateMetrics = Record<string, number>;

/**
 * Weights the clipped surrogate: min(r·cA, clip(r)·cA) = c·min(r·A, clip(r)·A) for every c ≥ 0, so
 * scaling the advantages is scaling that loss, and engines need to know of no coefficient; in place.
 */
function weightSurrogate(rows: readonly TrainingRow[], policyCoefficient: number): void {
  for (const row of rows) row.advantage *= policyCoefficient;
}

/** Shuffled passes over the rows, each in minibatches that use all of them. */
function* shuffledMinibatches(
  rows: readonly TrainingRow[],
  packed: readonly PackedState[],
  size: number,
  passes: number,
  { ratios, stream }: UpdateOptions,
): Generator<Minibatch> {
  for (let pass = 0; pass < passes; pass += 1) {
    const b_inds = stream.shuffle(rows.map((_, i) => i));
    for (let start = 0; start < b_inds.length; start += size) {
      const mb_inds = b_inds.slice(start, start + size);
      const mb_rows = mb_inds.map((i) => rows[i] as TrainingRow);
      const mb_packed = mb_inds.map((i) => packed[i] as PackedState);
      yield minibatchOfPacked(mb_rows, mb_packed, ratios);
    }
  }
}

/**
 * One round of PPO: `updateEpochs` passes over the rows in shuffled minibatches that use all of
 * them. Advantages are normalised and weighted first, in place.
 * @throws NonFiniteError when a number stops being finite; restore the engine before going on.
 */
export async function ppoUpdate(
  engine: Engine,
  rows: readonly TrainingRow[],
  options: UpdateOptions,
): Promise<UpdateMetrics> {
  const { config, learningRate } = options;
  normaliseAdvantages(rows);
  weightSurrogate(rows, config.policyCoefficient);
  const hyper: StepHyperparameters = {
    learningRate,
    clipRange: config.clipRange,
    entropyCoefficient: config.entropyCoefficient,
    valueCoefficient: config.valueCoefficient,
    imitationCoefficient: config.imitationCoefficient,
    referenceKlCoefficient: config.referenceKlCoefficient,
    maxGradNorm: config.maxGradNorm,
    adamEpsilon: config.adamEpsilon,
  };
  const packed = packRows(rows, config.tokenDropout);
  const size = Math.ceil(rows.length / config.minibatches);
  const total = config.updateEpochs * Math.ceil(rows.length / size);
  // Only where a pass may be the last is it waited for: an engine may take all of them at once.
  const passes = config.targetKl === null ? config.updateEpochs : 1;
  const statistics: StepStatistics[] = [];
  let stoppedEarly = false;
  for (let epoch = 0; epoch < config.updateEpochs && !stoppedEarly; epoch += passes) {
    const before = statistics.length;
    const minibatches = shuffledMinibatches(rows, packed, size, passes, options);
    const steps = await takeSteps(engine, minibatches, hyper, (done) =>
      options.onStep?.(before + done, total),
    );
    for (const [name, value] of steps.flatMap((step) => Object.entries(step))) {
      if (!Number.isFinite(value)) throw new NonFiniteError(`statistic ${name}`);
    }
    statistics.push(...steps);
    const kl = steps.reduce((sum, { approxKl }) => sum + approxKl, 0) / steps.length;
    stoppedEarly = config.targetKl !== null && kl > config.targetKl;
  }
  const mean = (of: (s: StepStatistics) => number) =>
    statistics.reduce((sum, s) => sum + of(s), 0) / Math.max(1, statistics.length);
  const onPolicy = rows.filter((row) => row.onPolicy);
  const explained = explainedVariance(
    onPolicy.map((row) => row.value),
    onPolicy.map((row) => row.return),
  );
  return {
    'train/loss': mean((s) => s.loss),
    'train/policy_gradient_loss': mean((s) => s.policyGradientLoss),
    'train/value_loss': mean((s) => s.valueLoss),
    'train/entropy_loss': -mean((s) => s.entropy),
    'train/approx_kl': mean((s) => s.approxKl),
    'train/clip_fraction': mean((s) => s.clipFraction),
    ...(Number.isFinite(explained) ? { 'train/explained_variance': explained } : {}),
    'train/learning_rate': learningRate,
    'train/grad_norm': mean((s) => s.gradNorm),
    'train/distill_loss': mean((s) => s.imitationLoss),
    'train/kl_to_reference': mean((s) => s.referenceKl),
    'train/n_updates': statistics.length,
  };
}

/** 1 − Var[returns − values] / Var[returns]; NaN when the returns do not vary. */
export function explainedVariance(values: readonly number[], returns: readonly number[]): number {
  const variance = (xs: readonly number[]) => {
    const mean = xs.reduce((sum, x) => sum + x, 0) / xs.length;
    return xs.reduce((sum, x) => sum + (x - mean) ** 2, 0) / xs.length;
  };
  const total = variance(returns);
  return total === 0 ? Number.NaN : 1 - variance(returns.map((r, i) => r - (values[i] as number))) / total;
}

/** Learning rate of an epoch: linear from the start value to `learningRateEnd` of it. */
export function learningRateAt(config: PpoConfig, epoch: number, epochs: number): number {
  const progress = epochs <= 1 ? 0 : Math.min(1, epoch / (epochs - 1));
  return config.learningRate * (1 - progress * (1 - config.learningRateEnd));
}

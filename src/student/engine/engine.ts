/** Where the arithmetic runs. One interface; every implementation computes the same numbers. */
import type { ParameterSet, TrainingState } from '../parameters.ts';
import type { PackedBatch } from './packed-batch.ts';

/** What a gradient step is to reach, one entry per state of its batch. */
export interface PpoTargets {
  /** Index of the action taken, within its state. */
  actions: Int32Array;
  oldLogProbabilities: Float32Array;
  advantages: Float32Array;
  returns: Float32Array;
  /** Weight of the state in the clipped surrogate, the value loss and the entropy; 0 for replayed states. */
  ppoWeights: Float32Array;
  /** Per candidate, 1 when the labeller (or the imitated trajectory) accepts it. */
  acceptable: Float32Array;
  /** Weight of the state in -log p(acceptable). */
  imitationWeights: Float32Array;
  /** Per candidate, the reference policy's probability. */
  referenceProbabilities: Float32Array;
  /** Weight of the state in KL(reference || policy). */
  referenceWeights: Float32Array;
}

/** Coefficients of one gradient step. */
export interface StepHyperparameters {
  learningRate: number;
  clipRange: number;
  entropyCoefficient: number;
  valueCoefficient: number;
  imitationCoefficient: number;
  referenceKlCoefficient: number;
  maxGradNorm: number;
  adamEpsilon: number;
}

/** What one gradient step measured, before it moved the weights. */
export interface StepStatistics {
  loss: number;
  policyGradientLoss: number;
  valueLoss: number;
  entropy: number;
  /** mean((r - 1) - log r), Schulman's estimator. */
  approxKl: number;
  clipFraction: number;
  imitationLoss: number;
  referenceKl: number;
  gradNorm: number;
}

/** One minibatch of an update. */
export interface Minibatch {
  batch: PackedBatch;
  targets: PpoTargets;
}

/** The device an engine computes on went away: a driver reset, a crash, no memory left, a command that was dropped. */
export class EngineLostError extends Error {
  override name = 'EngineLostError';
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(
      `the GPU was lost (${reason}); nothing stored is: reload the page and resume, or choose the wasm engine in the config`,
      options,
    );
  }
}

/** Logits per candidate (packed) and values per state. */
export interface ForwardResult {
  logits: Float32Array;
  values: Float32Array;
}

/**
 * Told how many steps are done; awaited, so that it can hold the work. A rejection stops it: the weights
 * must then be restored.
 */
export type OnStep = (done: number) => Promise<void> | void;

/** A policy's weights on some backend, with its optimiser. */
export interface Engine {
  /** As in the config: `wasm`, `tfjs-wasm`, …; of two engines, both names. */
  readonly name: string;
  /**
   * A row's result does not depend on the other rows of its batch; on `tfjs-webgpu` it does by its
   * last bits, for tfjs chooses its kernels by the shape.
   */
  forward(batch: PackedBatch): Promise<ForwardResult>;
  /**
   * One gradient step: losses, backward, clip by global norm, Adam.
   * @throws NonFiniteError naming the tensor; the weights are then unusable and must be restored.
   *   EngineLostError, as everything here, when the GPU is lost again and again.
   */
  step(minibatch: Minibatch, hyper: StepHyperparameters): Promise<StepStatistics>;
  /**
   * What `step` does with each in turn, without waiting for one before the next; for engines that
   * work apart from the host. `onStep` is called when a step has been handed over. Use `takeSteps`.
   * @throws NonFiniteError of the first step that has one, after all were taken.
   */
  steps?(
    minibatches: Iterable<Minibatch>,
    hyper: StepHyperparameters,
    onStep?: OnStep,
  ): Promise<StepStatistics[]>;
  /** Gradients without a step, for tests: shaped like the parameters, not clipped; valid until the next call. */
  gradients(
    minibatch: Minibatch,
    hyper: StepHyperparameters,
  ): Promise<{ gradients: ParameterSet; statistics: StepStatistics }>;
  /**
   * Resolves when the device can be had; for engines whose device can be lost.
   * @throws EngineLostError when it is lost and does not come back.
   */
  ready?(): Promise<void>;
  /** A copy of the whole training state. */
  save(): TrainingState;
  /** Takes over a copy of a training state: weights and optimiser. */
  restore(state: TrainingState): void;
  close(): void;
}

/** Gradient steps in order, in the way that suits the engine; those of `minibatches` are made as they are needed. */
export async function takeSteps(
  engine: Engine,
  minibatches: Iterable<Minibatch>,
  hyper: StepHyperparameters,
  onStep?: OnStep,
): Promise<StepStatistics[]> {
  if (engine.steps) return engine.steps(minibatches, hyper, onStep);
  const statistics: StepStatistics[] = [];
  for (const minibatch of minibatches) {
    statistics.push(await engine.step(minibatch, hyper));
    await onStep?.(statistics.length);
  }
  return statistics;
}

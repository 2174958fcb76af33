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

/** Logits per candidate (packed) and values per state. */
export interface ForwardResult {
  logits: Float32Array;
  values: Float32Array;
}

/** A policy's weights on some backend, with its optimiser. */
export interface Engine {
  /** As in the config: `wasm`, `tfjs-wasm`, … */
  readonly name: string;
  /** A row's result does not depend on the other rows of its batch. */
  forward(batch: PackedBatch): Promise<ForwardResult>;
  /**
   * One gradient step: losses, backward, clip by global norm, Adam.
   * @throws NonFiniteError naming the tensor; the weights are then unusable and must be restored.
   */
  step(minibatch: Minibatch, hyper: StepHyperparameters): Promise<StepStatistics>;
  /** Gradients without a step, for tests: shaped like the parameters, not clipped; valid until the next call. */
  gradients(
    minibatch: Minibatch,
    hyper: StepHyperparameters,
  ): Promise<{ gradients: ParameterSet; statistics: StepStatistics }>;
  /** A copy of the whole training state. */
  save(): TrainingState;
  /** Takes over a copy of a training state: weights and optimiser. */
  restore(state: TrainingState): void;
  close(): void;
}

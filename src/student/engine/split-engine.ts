/**
 * Two engines as one: episodes are played on one, updates are computed on the other. The updating
 * engine holds the training state; the acting one takes its weights over when it is next asked.
 */
import type { ParameterSet, TrainingState } from '../parameters.ts';
import {
  type Engine,
  type ForwardResult,
  type Minibatch,
  type OnStep,
  type StepHyperparameters,
  type StepStatistics,
  takeSteps,
} from './engine.ts';
import type { PackedBatch } from './packed-batch.ts';

/** Owns both engines, which start from the same state: `close` closes them. */
export class SplitEngine implements Engine {
  /** True when the weights changed since the acting engine took them over. */
  private changed = false;

  constructor(
    private readonly acting: Engine,
    private readonly updating: Engine,
  ) {}

  get name(): string {
    return `${this.acting.name} + ${this.updating.name}`;
  }

  forward(batch: PackedBatch): Promise<ForwardResult> {
    if (this.changed) this.acting.restore(this.updating.save());
    this.changed = false;
    return this.acting.forward(batch);
  }

  async step(minibatch: Minibatch, hyper: StepHyperparameters): Promise<StepStatistics> {
    const [statistics] = await this.steps([minibatch], hyper);
    return statistics as StepStatistics;
  }

  async steps(
    minibatches: Iterable<Minibatch>,
    hyper: StepHyperparameters,
    onStep?: OnStep,
  ): Promise<StepStatistics[]> {
    try {
      return await takeSteps(this.updating, minibatches, hyper, onStep);
    } finally {
      this.changed = true;
    }
  }

  gradients(
    minibatch: Minibatch,
    hyper: StepHyperparameters,
  ): Promise<{ gradients: ParameterSet; statistics: StepStatistics }> {
    return this.updating.gradients(minibatch, hyper);
  }

  async ready(): Promise<void> {
    await Promise.all([this.acting.ready?.(), this.updating.ready?.()]);
  }

  save(): TrainingState {
    return this.updating.save();
  }

  restore(state: TrainingState): void {
    this.updating.restore(state);
    this.changed = true;
  }

  close(): void {
    this.acting.close();
    this.updating.close();
  }
}

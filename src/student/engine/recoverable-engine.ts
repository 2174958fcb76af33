/**
 * An engine on a device that can be lost. When it is, the engine is started again on a new device
 * with the last training state, and what was being done is done again: nothing is lost, and the
 * caller notices only the time. The numbers may differ in their last bits if the new device is another.
 */
import { CANDIDATE_NUMBERS, STATE_BAGS, STATE_NUMBERS } from '../encoder.ts';
import type { ParameterSet, TrainingState } from '../parameters.ts';
import {
  type Engine,
  EngineLostError,
  type ForwardResult,
  type Minibatch,
  type OnStep,
  type StepHyperparameters,
  type StepStatistics,
  takeSteps,
} from './engine.ts';
import { type PackedBatch, packStates } from './packed-batch.ts';

/** Losses during one piece of work after which its error is the caller's: the next device would be lost, too. */
const LOSSES_LIMIT = 3;

/** The least that a device can be asked: one state with one candidate. */
const LEAST_BATCH = packStates(
  [
    {
      bags: Array.from({ length: STATE_BAGS }, () => new Int32Array(0)),
      numbers: new Float32Array(STATE_NUMBERS),
      candidates: 1,
      verbs: new Int32Array(1),
      texts: [new Int32Array(0)],
      candidateNumbers: new Float32Array(CANDIDATE_NUMBERS),
    },
  ],
  [null],
  0,
);

/** Starts the engine on a device that is not lost. */
export type EngineStarter = (state: TrainingState) => Promise<Engine>;

/** Told of every loss, before the engine is started again. */
export type LossListener = (error: EngineLostError) => void;

/** Passes everything on to the engine of the present device. */
export class RecoverableEngine implements Engine {
  /** Of several pieces of work that lose the same device, the first starts the next. */
  private restarting: Promise<void> | null = null;
  private closed = false;

  private constructor(
    private readonly start: EngineStarter,
    private readonly onLoss: LossListener | undefined,
    private engine: Engine,
  ) {}

  /** Starts the engine; a device lost meanwhile is replaced, too. @throws EngineLostError and what `start` throws. */
  static async create(
    start: EngineStarter,
    state: TrainingState,
    onLoss?: LossListener,
  ): Promise<RecoverableEngine> {
    for (let losses = 1; ; losses += 1) {
      try {
        return new RecoverableEngine(start, onLoss, await start(state));
      } catch (error) {
        if (!(error instanceof EngineLostError) || losses === LOSSES_LIMIT) throw error;
        onLoss?.(error);
      }
    }
  }

  get name(): string {
    return this.engine.name;
  }

  forward(batch: PackedBatch): Promise<ForwardResult> {
    return this.persist((engine) => engine.forward(batch));
  }

  gradients(
    minibatch: Minibatch,
    hyper: StepHyperparameters,
  ): Promise<{ gradients: ParameterSet; statistics: StepStatistics }> {
    return this.persist((engine) => engine.gradients(minibatch, hyper));
  }

  async step(minibatch: Minibatch, hyper: StepHyperparameters): Promise<StepStatistics> {
    const [statistics] = await this.steps([minibatch], hyper);
    return statistics as StepStatistics;
  }

  /** All of them again after a loss, from the state before the first. */
  async steps(
    minibatches: Iterable<Minibatch>,
    hyper: StepHyperparameters,
    onStep?: OnStep,
  ): Promise<StepStatistics[]> {
    const list = [...minibatches];
    const before = this.save();
    return this.persist((engine) => takeSteps(engine, list, hyper, onStep), before);
  }

  async ready(): Promise<void> {
    await this.forward(LEAST_BATCH);
  }

  /** Does the work, on one device after the other. `state` is what a new engine starts from. */
  private async persist<T>(work: (engine: Engine) => Promise<T>, state?: TrainingState): Promise<T> {
    for (let losses = 1; ; losses += 1) {
      const { engine } = this;
      try {
        return await work(engine);
      } catch (error) {
        if (!(error instanceof EngineLostError) || losses === LOSSES_LIMIT || this.closed) throw error;
        this.onLoss?.(error);
        if (engine === this.engine) await this.restart(state ?? engine.save(), error);
      }
    }
  }

  private restart(state: TrainingState, loss: EngineLostError): Promise<void> {
    this.restarting ??= this.replace(state, loss).finally(() => {
      this.restarting = null;
    });
    return this.restarting;
  }

  /** @throws EngineLostError, also when there is no device any more: to the caller that is one loss. */
  private async replace(state: TrainingState, loss: EngineLostError): Promise<void> {
    const { engine } = await RecoverableEngine.create(this.start, state, this.onLoss).catch(
      (error: unknown) => {
        if (error instanceof EngineLostError) throw error;
        const why = error instanceof Error ? error.message : String(error);
        throw new EngineLostError(`${loss.reason}; then ${why}`, { cause: error });
      },
    );
    this.engine.close();
    this.engine = engine;
    if (this.closed) engine.close();
  }

  save(): TrainingState {
    return this.engine.save();
  }

  restore(state: TrainingState): void {
    this.engine.restore(state);
  }

  close(): void {
    this.closed = true;
    this.engine.close();
  }
}

/**
 * The trainer: one student on one engine, from episodes to checkpoints. `trainOnline` takes
 * freshly sampled episodes; what the lanes add comes beside them and carries no ratio.
 */
import { type CampaignConfig, type EnginePair, namedEngines } from '../core/campaign-config.ts';
import type { Episode, Observation } from '../core/contracts.ts';
import type { RandomStream } from '../core/random.ts';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint-format.ts';
import { Encoder } from './encoder.ts';
import { createEngines, type EngineListener } from './engine/create-engine.ts';
import type { Engine } from './engine/engine.ts';
import { assertFinite, type TrainingState } from './parameters.ts';
import { type EnvironmentRatios, laneRows, onPolicyRows, ppoUpdate, type UpdateMetrics } from './ppo.ts';
import { StudentPolicy } from './student-policy.ts';

/** A checkpoint as bytes with its two content hashes. */
export interface EncodedCheckpoint {
  bytes: Uint8Array;
  /** SHA-256 over the weights. */
  checkpointId: string;
  /** SHA-256 over weights, moments and optimiser step. */
  stateHash: string;
}

/** One round of learning. */
export interface TrainingRound {
  /** Sampled under the present weights. */
  episodes: readonly Episode[];
  /** Per episode, the reward of every step. */
  rewards: readonly (readonly number[])[];
  /** Positive and negative lane episodes to add. */
  laneEpisodes: readonly Episode[];
  /** Whether the labeller's answers are distilled. */
  distil: boolean;
  /** Lane states added at most, drawn at random. */
  laneStates: number;
  learningRate: number;
  ratios: EnvironmentRatios;
  stream: RandomStream;
  /** For drills: turns every advantage around. */
  flipAdvantages?: boolean;
  onStep?: (done: number, total: number) => Promise<void> | void;
}

/** What a trainer may be given beside its config and weights. */
export interface TrainerOptions {
  /** Instead of those that the config names; `auto` names none. */
  engines?: EnginePair;
  encoder?: Encoder;
  listener?: EngineListener;
}

/** A student with its engine; `close` it when the campaign ends. */
export class Trainer {
  /** Over an engine that was started with the student's weights. */
  constructor(
    private readonly config: CampaignConfig,
    private readonly engine: Engine,
    /** Shared by all trainers of a campaign: the encoding depends on no weights. */
    readonly encoder: Encoder = new Encoder(config.student.buckets),
  ) {}

  /** Starts the engines with the given weights. @throws as `createEngine`. */
  static async create(
    config: CampaignConfig,
    state: TrainingState,
    { engines, encoder, listener }: TrainerOptions = {},
  ): Promise<Trainer> {
    const pair = engines ?? namedEngines(config.engine);
    if (pair === null) throw new Error('engine auto: calibrate, and name the engines that it chose');
    return new Trainer(config, await createEngines(pair, state, listener), encoder);
  }

  /**
   * The present weights as a policy; it follows the trainer, so use it before the next round.
   * @param guidance share of sampled steps that the labeller takes.
   */
  policy(checkpointId: string, guidance = 0): StudentPolicy {
    const { seed, ppo } = this.config;
    return new StudentPolicy(checkpointId, this.engine, this.encoder, seed, ppo.tokenDropout, guidance);
  }

  /**
   * PPO on one round.
   * @throws NonFiniteError naming the tensor; EngineLostError when the GPU keeps being lost. Restore a
   *   checkpoint before going on.
   */
  async trainOnline(round: TrainingRound): Promise<UpdateMetrics> {
    const { ppo } = this.config;
    const rows = round.episodes.flatMap((episode, i) =>
      onPolicyRows(episode, round.rewards[i] ?? [], this.encoder, ppo, round.distil),
    );
    if (round.flipAdvantages) for (const row of rows) row.advantage = -row.advantage;
    const lane = round.laneEpisodes.flatMap((episode) => laneRows(episode, this.encoder));
    const drawn = round.stream.child('lanes').shuffle(lane).slice(0, round.laneStates);
    return ppoUpdate(this.engine, [...rows, ...drawn], {
      config: ppo,
      learningRate: round.learningRate,
      ratios: round.ratios,
      stream: round.stream.child('minibatches'),
      ...(round.onStep ? { onStep: round.onStep } : {}),
    });
  }

  /** @throws NonFiniteError naming the tensor: a step can be finite and what it leads to not. */
  async checkpoint(): Promise<EncodedCheckpoint> {
    const state = this.engine.save();
    assertFinite(state.parameters, 'weights of');
    assertFinite(state.moments.first, 'first moment of');
    assertFinite(state.moments.second, 'second moment of');
    return encodeCheckpoint(state);
  }

  /** Takes over a checkpoint's weights and optimiser state. @throws CheckpointFormatError. */
  async restore(bytes: Uint8Array, name: string): Promise<void> {
    this.engine.restore(await decodeCheckpoint(bytes, name));
  }

  /** For drills: a weight that is not a number. */
  poison(): void {
    const state = this.engine.save();
    const bias = state.parameters.find(({ name }) => name === 'trunk.0.bias');
    bias?.data.fill(Number.NaN, 0, 1);
    this.engine.restore(state);
  }

  /** Probabilities of every candidate under the present weights, nothing hidden. */
  async probabilities(observations: readonly Observation[]): Promise<number[][]> {
    const rows = await this.policy('').evaluate(
      observations,
      observations.map(() => null),
    );
    return rows.map((row) => row.probabilities);
  }

  /** Resolves when the engine can work. @throws EngineLostError when its device does not come back. */
  async ready(): Promise<void> {
    await this.engine.ready?.();
  }

  close(): void {
    this.engine.close();
  }
}

/**
 * What an environment is to the control plane: how one kind of task is sampled, stepped,
 * verified and summarised. An environment knows nothing about RL.
 */
import type {
  EnvironmentId,
  Episode,
  Observation,
  Split,
  StepResult,
  Task,
  Verification,
} from './contracts.ts';
import type { RandomStream } from './random.ts';

/** A few facts of an episode for people; no side effects. */
export interface EvidenceSummary {
  /** One line, e.g. "2 of 8 tests failed, repaired at step 5". */
  headline: string;
  facts: Record<string, string | number | boolean | null>;
}

/** A policy that needs no weights, to be shown beside the student. */
export interface Baseline {
  readonly name: string;
  readonly kind: 'random' | 'scripted' | 'oracle';
  /** What it does, in one sentence. */
  readonly description: string;
  /** Chooses an index into `observation.candidates`. `acceptable` is what the labeller says. */
  choose(observation: Observation, acceptable: readonly number[] | null, stream: RandomStream): number;
}

/** A kind of task. A factory: many sessions run at once. */
export interface Environment {
  readonly id: EnvironmentId;
  /** Changes when the same task, seed and actions could give another result. */
  readonly version: string;
  readonly baselines: readonly Baseline[];
  /** Draws one task; null when the split has no admissible task now. */
  sampleTask(split: Split, stream: RandomStream): Task | null;
  /** Every task of a split, in a fixed order. */
  listTasks(split: Split): readonly Task[];
  /** @throws InfrastructureError when the episode cannot be set up. */
  start(task: Task, seed: number): Promise<EpisodeSession>;
  summarizeEvidence(episode: Episode): EvidenceSummary;
  close(): Promise<void>;
}

/** One running episode. A throw means infrastructure failure, never an episode's result. */
export interface EpisodeSession {
  /** The state now. Pure: calling it twice gives the same. */
  observe(): Observation;
  /** What the labeller accepts in this state, from what could be known in it; null without a label. */
  acceptable(): readonly number[] | null;
  /** @throws InfrastructureError when the environment itself broke. */
  step(action: number): Promise<StepResult>;
  /** Terminal result from real evidence. `hidden` also runs checks that no reward may see. */
  verify(options?: { hidden?: boolean }): Promise<Verification>;
  close(): Promise<void>;
}

/** The environment broke (a lost worker, a wall-clock backstop): retry, then pause. Never a −1. */
export class InfrastructureError extends Error {
  override name = 'InfrastructureError';
}

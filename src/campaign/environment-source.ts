/** How a campaign comes by one kind of environment. */
import type { CampaignConfig } from '../core/campaign-config.ts';
import type { Task } from '../core/contracts.ts';
import type { Environment } from '../core/environment.ts';

/** Told how much of a long preparation is done. */
export type OnPreparation = (done: number, total: number) => void;

/** Tasks that were made, without running any. */
export interface GeneratedTasks {
  tasks: readonly Task[];
  /** Why others were not admitted, and how many. */
  rejected: Record<string, number>;
  /** SHA-256 over all tasks. */
  hash: string;
}

/** Makes one kind of environment. */
export interface EnvironmentSource {
  /** @throws with the unknown or wrong option and what is allowed. */
  check(options: unknown): void;
  /** The environment of a campaign; kept from the last call where tasks and options are the same. */
  prepare(config: CampaignConfig, onProgress: OnPreparation, signal: AbortSignal): Promise<Environment>;
  /** A benchmark of the default options, of `count` tasks where given. */
  generate(seed: number, count: number | null, onProgress: OnPreparation): Promise<GeneratedTasks>;
}

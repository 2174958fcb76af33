/** The browser environment: web flows to be completed, whose pages live where its driver opens them. */
import type { Episode, Split, Task } from '../../core/contracts.ts';
import {
  type Baseline,
  type Environment,
  type EpisodeSession,
  type EvidenceSummary,
  InfrastructureError,
} from '../../core/environment.ts';
import { type RandomStream, stream } from '../../core/random.ts';
import { BROWSER_BASELINES } from './baselines.ts';
import type { BrowserDriver } from './driver.ts';
import { startBrowserSession } from './session.ts';
import type { BrowserOptions, BrowserTask } from './task.ts';
import { partialReader, READER } from './words.ts';

/** Changes when the same task and actions could give another result. */
export const BROWSER_VERSION = 'browser-2';

/** What a browser environment is made of. */
export interface BrowserEnvironmentSetup {
  tasks: readonly BrowserTask[];
  /** Opens the pages; the environment closes it. */
  driver: BrowserDriver;
  options: Pick<BrowserOptions, 'maxSteps'>;
}

/** An environment over generated tasks. Pages are opened as episodes start. */
export function createBrowserEnvironment(setup: BrowserEnvironmentSetup): Environment {
  return new FlowEnvironment(setup);
}

class FlowEnvironment implements Environment {
  readonly id = 'browser';
  readonly version = BROWSER_VERSION;
  readonly baselines: readonly Baseline[];
  private readonly tasks: ReadonlyMap<string, BrowserTask>;
  /** Per split: the tasks of each family, families in order of first appearance. */
  private readonly families = new Map<Split, Map<string, BrowserTask[]>>();

  constructor(private readonly setup: BrowserEnvironmentSetup) {
    // Pages that bring their own goal have no expert to ask.
    const hasExpert = setup.tasks.some(({ goal }) => goal !== '');
    this.baselines = BROWSER_BASELINES.filter(({ kind }) => hasExpert || kind !== 'oracle');
    this.tasks = new Map(setup.tasks.map((task) => [task.taskId, task]));
    for (const task of setup.tasks) {
      const families = this.families.get(task.split) ?? new Map<string, BrowserTask[]>();
      const family = families.get(task.family) ?? [];
      family.push(task);
      families.set(task.family, family);
      this.families.set(task.split, families);
    }
  }

  /** Uniform over the split's families, then over the family's tasks. */
  sampleTask(split: Split, stream: RandomStream): Task | null {
    const families = [...(this.families.get(split)?.values() ?? [])];
    return families.length === 0 ? null : stream.pick(stream.pick(families));
  }

  listTasks(split: Split): readonly Task[] {
    return this.setup.tasks.filter((task) => task.split === split);
  }

  /**
   * What a flow draws, it draws from the seed in its own address; the episode's seed decides how training
   * tasks are read, see `partialReader`.
   */
  async start(task: Task, seed: number): Promise<EpisodeSession> {
    const found = this.tasks.get(task.taskId);
    if (found === undefined || found.contentHash !== task.contentHash) {
      throw new InfrastructureError(
        `browser task ${task.taskId} is not among this environment's tasks; ` +
          'generate them with the seed and options of the campaign',
      );
    }
    const { driver, options } = this.setup;
    const reader = found.split === 'train' ? partialReader(stream(seed, 'browser', 'reader')) : READER;
    return startBrowserSession(found, { driver, maxSteps: options.maxSteps, reader });
  }

  summarizeEvidence(episode: Episode): EvidenceSummary {
    const { evidence, outcome, safetyViolation, stopReason, trajectory } = episode;
    const hurdles = evidence['hurdles'] ? ` with ${evidence['hurdles']}` : '';
    const end =
      safetyViolation !== null
        ? `violation: ${safetyViolation}`
        : evidence['handedOver'] === true
          ? `${evidence['handoverRight'] === true ? 'rightly' : 'wrongly'} handed over`
          : outcome;
    return {
      headline: `${episode.taskFamily}${hurdles}: ${end} after ${trajectory.length} steps (${stopReason})`,
      facts: { ...evidence },
    };
  }

  close(): Promise<void> {
    return this.setup.driver.close();
  }
}

/** The orchestrator environment: work items about each of which somebody has to decide what happens next. */
import type { Episode, Split, Task } from '../../core/contracts.ts';
import {
  type Baseline,
  type Environment,
  type EpisodeSession,
  type EvidenceSummary,
  InfrastructureError,
} from '../../core/environment.ts';
import type { RandomStream } from '../../core/random.ts';
import { ORCHESTRATOR_BASELINES } from './baselines.ts';
import { type RunTask, type SessionSetup, startOrchestratorSession } from './session.ts';
import type { OrchestratorOptions, OrchestratorTask } from './task.ts';

/** Changes when the same task, seed and actions could give another result. */
export const ORCHESTRATOR_VERSION = 'orchestrator-1';

/** What an orchestrator environment is made of. */
export interface OrchestratorEnvironmentSetup {
  tasks: readonly OrchestratorTask[];
  options: Pick<OrchestratorOptions, 'maxSteps'>;
  /**
   * Live mode: an attempt by a student runs its real task, and its outcome takes the place of the
   * simulator's draw. Then no result is a function of task, seed and actions alone.
   */
  runTask?: RunTask;
}

/** An environment over generated tasks. */
export function createOrchestratorEnvironment(setup: OrchestratorEnvironmentSetup): Environment {
  return new WorkItemEnvironment(setup);
}

class WorkItemEnvironment implements Environment {
  readonly id = 'orchestrator';
  readonly version = ORCHESTRATOR_VERSION;
  readonly baselines: readonly Baseline[] = ORCHESTRATOR_BASELINES;
  private readonly tasks: ReadonlyMap<string, OrchestratorTask>;
  private readonly session: SessionSetup;
  /** Per split: the tasks of each family, families in order of first appearance. */
  private readonly families = new Map<Split, Map<string, OrchestratorTask[]>>();

  constructor({ tasks, options, runTask }: OrchestratorEnvironmentSetup) {
    this.tasks = new Map(tasks.map((task) => [task.taskId, task]));
    this.session = { maxSteps: options.maxSteps, ...(runTask ? { runTask } : {}) };
    for (const task of tasks) {
      const families = this.families.get(task.split) ?? new Map<string, OrchestratorTask[]>();
      families.set(task.family, [...(families.get(task.family) ?? []), task]);
      this.families.set(task.split, families);
    }
  }

  /** Uniform over the split's families, then over the family's tasks. */
  sampleTask(split: Split, stream: RandomStream): Task | null {
    const families = [...(this.families.get(split)?.values() ?? [])];
    return families.length === 0 ? null : stream.pick(stream.pick(families));
  }

  listTasks(split: Split): readonly Task[] {
    return [...this.tasks.values()].filter((task) => task.split === split);
  }

  async start(task: Task, seed: number): Promise<EpisodeSession> {
    const found = this.tasks.get(task.taskId);
    if (found === undefined || found.contentHash !== task.contentHash) {
      throw new InfrastructureError(
        `orchestrator task ${task.taskId} is not among this environment's tasks; ` +
          'generate them with the seed and options of the campaign',
      );
    }
    return startOrchestratorSession(found, seed, this.session);
  }

  summarizeEvidence(episode: Episode): EvidenceSummary {
    const { evidence, outcome, taskFamily, trajectory } = episode;
    const end = String(evidence['end']).replaceAll('_', ' ');
    return {
      headline: `${taskFamily}: ${end} after ${trajectory.length} decisions (${outcome}; truth: ${evidence['truth']})`,
      facts: { ...evidence },
    };
  }

  async close(): Promise<void> {
    // Nothing is held.
  }
}

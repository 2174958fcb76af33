/** Live mode: real tasks of a campaign's other environments, run by the student as it is. */
import type { EnvironmentId, Split, Task } from '../core/contracts.ts';
import { type Environment, InfrastructureError } from '../core/environment.ts';
import { solved } from '../core/outcome.ts';
import type { Policy } from '../core/policy.ts';
import { stream } from '../core/random.ts';
import { runEpisodes } from '../core/rollout.ts';
import type { RunTask } from '../environments/orchestrator/index.ts';

const SPLITS: readonly Split[] = ['train', 'monitor', 'validation', 'heldout'];

/** Runs single tasks greedily for whoever decides about them. */
export class LiveStudent {
  private environments: ReadonlyMap<EnvironmentId, Environment> = new Map();
  private policy: Policy | null = null;

  /** Where the tasks are. */
  attach(environments: ReadonlyMap<EnvironmentId, Environment>): void {
    this.environments = environments;
  }

  /** Who runs them from now on. */
  use(policy: Policy): void {
    this.policy = policy;
  }

  /**
   * Runs a browser flow by its id, or any repair of a module that is named as `shell/<module>`.
   * @throws InfrastructureError when there is no such task here, no student yet, or the run broke.
   */
  readonly run: RunTask = async (id, taskId, seed) => {
    const environment = this.environments.get(id);
    const { policy } = this;
    if (environment === undefined || policy === null) {
      throw new InfrastructureError(`live mode: ${taskId} needs the ${id} environment and a student at work`);
    }
    const own = SPLITS.flatMap((split) => environment.listTasks(split)).filter((task) =>
      isMeant(task, taskId),
    );
    if (own.length === 0) {
      throw new InfrastructureError(
        `live mode: the campaign's ${id} environment has no task for ${taskId}; give it more tasks in its options`,
      );
    }
    const task = stream(seed, 'live', taskId).pick(own);
    const [episode] = await runEpisodes({
      environment,
      policy,
      tasks: [{ task, seed, episodeId: `live-${taskId}-${seed}` }],
      behaviour: 'greedy',
      purpose: 'monitor',
      campaignId: 'live',
      epoch: 0,
      streamKey: ['live'],
    });
    if (!episode || episode.infrastructureFailure !== null) {
      throw new InfrastructureError(
        `live mode: ${taskId} could not be run: ${episode?.infrastructureFailure}`,
      );
    }
    return { solved: solved(episode), steps: episode.trajectory.length };
  };
}

function isMeant(task: Task, taskId: string): boolean {
  return task.taskId === taskId || `${task.environment}/${task.cluster}` === taskId;
}

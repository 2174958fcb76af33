/** Scoring a policy on a fixed window of tasks, beside the environment's baselines. */
import type { CampaignConfig } from '../../core/campaign-config.ts';
import { spreadOverClusters } from '../../core/campaign-controller.ts';
import {
  type EnvironmentId,
  type Episode,
  type EvaluationReport,
  type Handover,
  type RateEstimate,
  SCHEMA_VERSION,
  type Task,
  type TaskResults,
} from '../../core/contracts.ts';
import { type Environment, InfrastructureError } from '../../core/environment.ts';
import { solved } from '../../core/outcome.ts';
import type { Policy } from '../../core/policy.ts';
import { stream } from '../../core/random.ts';
import { baselinePolicy, runEpisodes } from '../../core/rollout.ts';
import { clusterBootstrap } from './statistics.ts';

/** Splits on which a policy can be scored. */
export type EvaluationSplit = 'validation' | 'heldout';

/** What an evaluation is told. */
export interface EvaluationRequest {
  campaignId: string;
  config: CampaignConfig;
  environments: ReadonlyMap<EnvironmentId, Environment>;
  policy: Policy;
  split: EvaluationSplit;
  epoch: number;
  signal: AbortSignal;
  /** Scores of the baselines on this split so far; they depend on no weights, so they run once. */
  baselineScores: Map<string, Score>;
  onProgress: (done: number, total: number) => void;
}

/** How a policy did on a window. */
export interface Score {
  /** The rate with the mean terminal reward beside it. */
  estimate: RateEstimate & { meanReward: number };
  /** The same task by task, in the window's order. */
  perTask: TaskResults;
}

/** Tasks that one forward pass of lockstep takes; bounds memory, not results. */
const WINDOW = 64;

/** The window of an evaluation: fixed by the campaign's seed, spread over modules or templates. */
export function evaluationWindow(
  config: CampaignConfig,
  environment: Environment,
  split: EvaluationSplit,
): Task[] {
  const { validationTasks, heldoutTasks } = config.evaluation;
  const n = split === 'validation' ? validationTasks : heldoutTasks;
  const own = stream(config.seed, 'evaluation', environment.id, split);
  return spreadOverClusters(environment.listTasks(split), n, own);
}

/**
 * Runs the policy greedily on the window, hidden checks included, and every baseline beside it.
 * Success means the hidden checks agree: a repair that only fits the visible tests is counted in
 * `notes.overfit` and is no success.
 * @returns the report, and the policy's episodes.
 * @throws InfrastructureError when a task could not be run.
 */
export async function evaluatePolicy(
  request: EvaluationRequest,
): Promise<{ report: EvaluationReport; episodes: Episode[] }> {
  const { campaignId, config, environments, policy, split, epoch, signal } = request;
  const started = performance.now();
  const report: EvaluationReport = {
    schemaVersion: SCHEMA_VERSION,
    campaignId,
    checkpointId: policy.checkpointId,
    split,
    seed: config.seed,
    digest: null,
    seconds: 0,
    environments: {},
  };
  const windows = [...environments.values()].map((environment) => ({
    environment,
    tasks: evaluationWindow(config, environment, split),
    scripts: config.evaluation.baselines ? environment.baselines : [],
  }));
  const missing = windows.flatMap(({ environment, tasks, scripts }) =>
    scripts
      .filter((b) => !request.baselineScores.has(scoreKey(environment, split, b.name)))
      .map(() => tasks.length),
  );
  const total = [...windows.map(({ tasks }) => tasks.length), ...missing].reduce((sum, n) => sum + n, 0);
  let done = 0;
  const run = async (environment: Environment, tasks: readonly Task[], actor: Policy, scripted: boolean) => {
    const episodes: Episode[] = [];
    for (let start = 0; start < tasks.length; start += WINDOW) {
      const slice = tasks.slice(start, start + WINDOW);
      const ran = await runEpisodes({
        environment,
        policy: actor,
        tasks: slice.map((task) => ({
          task,
          seed: stream(config.seed, 'evaluation-seed', task.contentHash).uint32(),
          episodeId: `${split}-e${epoch}-${actor.checkpointId.slice(0, 24)}-${task.taskId}`,
        })),
        behaviour: scripted ? 'scripted' : 'greedy',
        purpose: scripted ? 'baseline' : split,
        campaignId,
        epoch,
        streamKey: ['evaluation', split],
        hidden: true,
        signal,
      });
      // Of a script only the result is kept; hundreds of trajectories would fill the memory.
      episodes.push(...(scripted ? ran.map((episode) => ({ ...episode, trajectory: [] })) : ran));
      done += slice.length;
      request.onProgress(done, total);
    }
    const broken = episodes.find((episode) => episode.infrastructureFailure !== null);
    if (broken) {
      throw new InfrastructureError(
        `evaluation on ${split}: task ${broken.taskId} could not be run: ${broken.infrastructureFailure}`,
      );
    }
    return episodes;
  };

  const kept: Episode[] = [];
  for (const { environment, tasks, scripts } of windows) {
    const clusterOf = new Map(tasks.map((task) => [task.taskId, task.cluster]));
    const score = (episodes: readonly Episode[], name: string): Score => ({
      estimate: {
        successRate: rate(episodes),
        ci95: clusterBootstrap(
          episodes.map((e) => ({ cluster: clusterOf.get(e.taskId) ?? '', value: solved(e) ? 1 : 0 })),
          stream(config.seed, 'bootstrap', environment.id, split, name),
        ),
        meanReward: episodes.reduce((sum, e) => sum + e.terminalReward, 0) / Math.max(1, episodes.length),
      },
      perTask: taskResults(episodes),
    });
    const episodes = await run(environment, tasks, policy, false);
    kept.push(...episodes);
    const student = score(episodes, 'student');
    const baselines: Record<string, Score> = {};
    for (const baseline of scripts) {
      const key = scoreKey(environment, split, baseline.name);
      let known = request.baselineScores.get(key);
      if (known === undefined) {
        const actor = baselinePolicy(baseline, config.seed);
        known = score(await run(environment, tasks, actor, true), baseline.name);
        request.baselineScores.set(key, known);
      }
      baselines[baseline.name] = known;
    }
    report.environments[environment.id] = {
      tasks: tasks.length,
      clusters: new Set(clusterOf.values()).size,
      student: student.estimate,
      baselines: mapValues(baselines, ({ estimate }) => estimate),
      byFamily: byFamily(episodes),
      notes: {
        overfit: episodes.filter((e) => e.evidence.overfit === true).length,
        meanSteps: episodes.reduce((sum, e) => sum + e.trajectory.length, 0) / Math.max(1, episodes.length),
        ...familyFigures(episodes),
      },
      perTask: {
        taskIds: tasks.map(({ taskId }) => taskId),
        clusters: tasks.map(({ cluster }) => cluster),
        families: tasks.map(({ family }) => family),
        student: student.perTask,
        baselines: mapValues(baselines, ({ perTask }) => perTask),
      },
    };
  }
  report.seconds = (performance.now() - started) / 1000;
  return { report, episodes: kept };
}

const scoreKey = (environment: Environment, split: string, name: string) =>
  `${environment.id}/${split}/${name}`;

function mapValues<T, U>(record: Record<string, T>, of: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, of(value)]));
}

/** The results of episodes in their order, which is the window's. */
function taskResults(episodes: readonly Episode[]): TaskResults {
  const regret = episodes.map(({ evidence }) => evidence.regret).filter((value) => typeof value === 'number');
  const handover = episodes.map(handoverOf).filter((value) => value !== null);
  return {
    success: episodes.map((episode) => (solved(episode) ? 1 : 0)),
    overfit: episodes.map(({ evidence }) => (evidence.overfit === true ? 1 : 0)),
    testRuns: episodes.map(({ evidence }) => (typeof evidence.testRuns === 'number' ? evidence.testRuns : 0)),
    terminalReward: episodes.map(({ terminalReward }) => terminalReward),
    // A figure that some episodes lack would be a figure of other tasks.
    ...(regret.length === episodes.length ? { regret } : {}),
    ...(handover.length === episodes.length ? { handover } : {}),
  };
}

/** Null where the environment's evidence does not say. */
function handoverOf({ evidence: { handedOver, handoverRight } }: Episode): Handover | null {
  if (typeof handedOver !== 'boolean' || typeof handoverRight !== 'boolean') return null;
  if (handedOver) return handoverRight ? 'right' : 'wrong';
  return handoverRight ? 'missed' : 'none';
}

function rate(episodes: readonly Episode[]): number {
  return episodes.filter(solved).length / Math.max(1, episodes.length);
}

function byFamily(episodes: readonly Episode[]): Record<string, { tasks: number; successRate: number }> {
  const families = [...new Set(episodes.map((e) => e.taskFamily))].sort();
  return Object.fromEntries(
    families.map((family) => {
      const own = episodes.filter((e) => e.taskFamily === family);
      return [family, { tasks: own.length, successRate: rate(own) }];
    }),
  );
}

/** Evidence that is worth a mean by family, where episodes have it. */
const FAMILY_FIGURES = ['elements', 'fact.rawReward'] as const;

/** Means of these, as `<family>: <figure>`. */
function familyFigures(episodes: readonly Episode[]): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const family of new Set(episodes.map((e) => e.taskFamily))) {
    for (const figure of FAMILY_FIGURES) {
      const values = episodes
        .filter((e) => e.taskFamily === family)
        .map(({ evidence }) => evidence[figure])
        .filter((value) => typeof value === 'number');
      if (values.length > 0) {
        figures[`${family}: ${figure}`] = values.reduce((sum, v) => sum + v, 0) / values.length;
      }
    }
  }
  return figures;
}

/**
 * Running episodes: many sessions of one environment under one fixed policy, in lockstep.
 *
 * Each round observes every live session, asks the policy once for all of them, and steps them all
 * at the same time. What an episode contains depends on its task, seed, policy and stream key
 * alone, never on which sessions ran beside it or which of them answered first; results come
 * back in the order in which the tasks were given.
 */
import type { Behaviour, Episode, EpisodePurpose, Observation, Task, TrajectoryStep } from './contracts.ts';
import { SCHEMA_VERSION } from './contracts.ts';
import type { Baseline, Environment, EpisodeSession } from './environment.ts';
import type { Decision, Policy } from './policy.ts';
import { type StreamPathPart, stream } from './random.ts';
import { routeLane } from './replay-pool.ts';
import { fuseReward } from './reward-engine.ts';
import { teacherTrigger } from './teacher-gateway.ts';

/** One episode to run. */
export interface RolloutTask {
  task: Task;
  seed: number;
  episodeId: string;
}

/** How far a rollout is; reported after every round. */
export interface RolloutProgress {
  /** Steps taken since the rollout began, retries included. */
  steps: number;
  /** Episodes that have reached their last step. */
  finished: number;
  total: number;
}

/** What `runEpisodes` is told. */
export interface RolloutRequest {
  environment: Environment;
  policy: Policy;
  tasks: readonly RolloutTask[];
  behaviour: Behaviour;
  purpose: EpisodePurpose;
  campaignId: string;
  epoch: number;
  /** Names the streams of all decisions; task id, seed and step index are appended to it. */
  streamKey: readonly StreamPathPart[];
  /** Also run the checks that no reward and no teacher may see; evaluation only. */
  hidden?: boolean;
  /** Further attempts after an infrastructure failure, on the same seed. */
  retries?: number;
  onStep?: (progress: RolloutProgress) => void;
  /** Aborting ends the rollout between two rounds: sessions are closed and the reason is thrown. */
  signal?: AbortSignal;
}

/** A policy answered with something that is no decision for its batch. A defect, not a failed episode. */
export class InvalidDecisionError extends Error {
  override name = 'InvalidDecisionError';
}

/** No environment needs more; one that never ends an episode is broken. */
const MAX_STEPS = 512;

/**
 * Runs every task to its end.
 *
 * A throw of the environment is an infrastructure failure: after all others have finished, that
 * episode is run again alone on the same seed, up to `retries` times. If it still fails, its record
 * says so in `infrastructureFailure`, with no steps and a terminal reward of 0; it is never a
 * result and never trained on.
 * @returns one episode per task, in the order of `tasks`.
 * @throws InvalidDecisionError when the policy's answer does not fit its batch.
 * @throws the policy's own error, or the abort reason; every session is closed first.
 */
export async function runEpisodes(request: RolloutRequest): Promise<Episode[]> {
  const { tasks, retries = 2 } = request;
  const counter = new ProgressCounter(tasks.length, request.onStep);
  const attempts = await runLockstep(request, tasks, counter);
  const episodes: Episode[] = [];
  for (const [index, entry] of tasks.entries()) {
    let attempt = attempts[index] as Attempt;
    for (let retry = 0; retry < retries && attempt.kind === 'infrastructure'; retry += 1) {
      [attempt] = (await runLockstep(request, [entry], counter)) as [Attempt];
    }
    episodes.push(
      attempt.kind === 'episode'
        ? attempt.episode
        : failedEpisode(request, entry, `${attempt.reason} (${retries + 1} attempts)`),
    );
  }
  return episodes;
}

/**
 * A baseline as a policy, to be run with behaviour `scripted`. Its checkpoint id is
 * `script:<name>`; its draws come from a stream of `streamSeed`, its name and the request's key.
 */
export function baselinePolicy(baseline: Baseline, streamSeed: number): Policy {
  return {
    checkpointId: `script:${baseline.name}`,
    act: async (batch) =>
      batch.map(({ observation, acceptable, streamKey }) => ({
        action: baseline.choose(
          observation,
          acceptable,
          stream(streamSeed, 'baseline', baseline.name, ...streamKey),
        ),
        logProbability: 0,
        value: 0,
        probabilities: [],
        dropoutSeed: null,
      })),
  };
}

/** How one try at an episode ended. */
type Attempt = { kind: 'episode'; episode: Episode } | { kind: 'infrastructure'; reason: string };

/** A session with what it has recorded so far. */
interface LiveSession {
  readonly index: number;
  readonly entry: RolloutTask;
  readonly session: EpisodeSession;
  readonly trajectory: TrajectoryStep[];
}

class ProgressCounter {
  private readonly done = new Set<string>();
  private steps = 0;

  constructor(
    private readonly total: number,
    private readonly report: ((progress: RolloutProgress) => void) | undefined,
  ) {}

  round(steps: number): void {
    this.steps += steps;
    this.report?.({ steps: this.steps, finished: this.done.size, total: this.total });
  }

  finished(episodeId: string): void {
    this.done.add(episodeId);
  }
}

async function runLockstep(
  request: RolloutRequest,
  entries: readonly RolloutTask[],
  counter: ProgressCounter,
): Promise<Attempt[]> {
  request.signal?.throwIfAborted();
  /** Per entry: its end, once it is known or being verified. These promises never reject. */
  const ends = new Map<number, Promise<Attempt>>();
  const fail = (index: number, error: unknown, session?: EpisodeSession) =>
    ends.set(index, closeAfterFailure(error, session));

  const starting = await Promise.allSettled(
    entries.map(async ({ task, seed }) => request.environment.start(task, seed)),
  );
  let live: LiveSession[] = [];
  for (const [index, started] of starting.entries()) {
    const entry = entries[index] as RolloutTask;
    if (started.status === 'rejected') fail(index, started.reason);
    else live.push({ index, entry, session: started.value, trajectory: [] });
  }

  try {
    while (live.length > 0) {
      request.signal?.throwIfAborted();
      const rows = observeAll(live, fail);
      live = rows.map((row) => row.live);
      const decisions = await decideAll(request, rows);
      const stepped = await Promise.allSettled(
        rows.map(async ({ live: { session } }, row) => session.step((decisions[row] as Decision).action)),
      );
      live = [];
      for (const [row, step] of stepped.entries()) {
        const { live: current, observation, acceptable } = rows[row] as Row;
        if (step.status === 'rejected') {
          fail(current.index, step.reason, current.session);
          continue;
        }
        const decision = decisions[row] as Decision;
        current.trajectory.push({
          observation,
          action: decision.action,
          logProbability: decision.logProbability,
          value: decision.value,
          probabilities: decision.probabilities,
          dropoutSeed: decision.dropoutSeed,
          ...(decision.guided ? { guided: decision.guided } : {}),
          acceptable,
          result: step.value,
        });
        if (step.value.stopReason !== null) {
          // Verified beside the rounds that the others still need.
          ends.set(current.index, finish(request, current));
          counter.finished(current.entry.episodeId);
        } else if (current.trajectory.length >= MAX_STEPS) {
          fail(current.index, new Error(`no end after ${MAX_STEPS} steps`), current.session);
        } else {
          live.push(current);
        }
      }
      counter.round(rows.length);
    }
  } catch (error) {
    await Promise.allSettled([
      ...live.map(({ session }) => closeAfterFailure(error, session)),
      ...ends.values(),
    ]);
    throw error;
  }
  return Promise.all(entries.map((_, index) => ends.get(index) as Promise<Attempt>));
}

/** One row of a round: a live session and its state. */
interface Row {
  live: LiveSession;
  observation: Observation;
  acceptable: number[] | null;
}

function observeAll(
  live: readonly LiveSession[],
  fail: (index: number, error: unknown, session: EpisodeSession) => void,
): Row[] {
  const rows: Row[] = [];
  for (const current of live) {
    try {
      const acceptable = current.session.acceptable();
      rows.push({
        live: current,
        observation: current.session.observe(),
        acceptable: acceptable === null ? null : [...acceptable],
      });
    } catch (error) {
      fail(current.index, error, current.session);
    }
  }
  return rows;
}

/** One call of the policy for all rows, checked before anything is stepped. */
async function decideAll({ policy, behaviour, streamKey }: RolloutRequest, rows: Row[]): Promise<Decision[]> {
  if (rows.length === 0) return [];
  const decisions = await policy.act(
    rows.map(({ live: { entry, trajectory }, observation, acceptable }) => ({
      observation,
      acceptable,
      streamKey: [...streamKey, entry.task.taskId, entry.seed, trajectory.length],
    })),
    behaviour,
  );
  if (decisions.length !== rows.length) {
    throw new InvalidDecisionError(
      `policy ${policy.checkpointId} answered ${decisions.length} decisions for ${rows.length} states`,
    );
  }
  for (const [row, { action, logProbability, value }] of decisions.entries()) {
    const { observation, live } = rows[row] as Row;
    const offered = observation.candidates.length;
    const inRange = Number.isInteger(action) && action >= 0 && action < offered;
    if (!inRange || !Number.isFinite(logProbability) || !Number.isFinite(value)) {
      throw new InvalidDecisionError(
        `policy ${policy.checkpointId} decided action ${action} of ${offered}, log-probability ` +
          `${logProbability}, value ${value} in episode ${live.entry.episodeId}; check its weights`,
      );
    }
  }
  return decisions;
}

/** Verifies and closes a session whose last step is recorded. Never rejects. */
async function finish(
  request: RolloutRequest,
  { entry, session, trajectory }: LiveSession,
): Promise<Attempt> {
  try {
    const { outcome, terminalReward, evidence, safetyViolation } = await session.verify({
      hidden: request.hidden ?? false,
    });
    await session.close();
    const stopReason = trajectory.at(-1)?.result.stopReason ?? 'truncated';
    return {
      kind: 'episode',
      episode: withDerived({
        ...identity(request, entry),
        trajectory,
        outcome,
        stopReason,
        terminalReward,
        reward: fuseReward(terminalReward, null),
        boundary: outcome === 'partial' || stopReason === 'step_budget',
        evidence,
        safetyViolation,
        infrastructureFailure: null,
      }),
    };
  } catch (error) {
    return closeAfterFailure(error, session);
  }
}

/** The failure as an attempt. What closing a broken session throws adds nothing to the first error. */
async function closeAfterFailure(error: unknown, session?: EpisodeSession): Promise<Attempt> {
  await Promise.allSettled([Promise.resolve(session).then((broken) => broken?.close())]);
  return {
    kind: 'infrastructure',
    reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
}

/**
 * The record of an episode that could not be run. The steps of the broken attempts are left out:
 * where the infrastructure failed is no part of any result.
 */
function failedEpisode(request: RolloutRequest, entry: RolloutTask, reason: string): Episode {
  return withDerived({
    ...identity(request, entry),
    trajectory: [],
    outcome: 'blocked',
    stopReason: 'truncated',
    terminalReward: 0,
    reward: 0,
    boundary: false,
    evidence: {},
    safetyViolation: null,
    infrastructureFailure: reason,
  });
}

/** Who ran what, for which purpose: the fields that are known before the first step. */
function identity(request: RolloutRequest, { task, seed, episodeId }: RolloutTask) {
  return {
    schemaVersion: SCHEMA_VERSION,
    episodeId,
    campaignId: request.campaignId,
    environment: request.environment.id,
    taskId: task.taskId,
    taskHash: task.contentHash,
    taskFamily: task.family,
    split: task.split,
    purpose: request.purpose,
    epoch: request.epoch,
    seed,
    checkpointId: request.policy.checkpointId,
    behaviour: request.behaviour,
    teacherSignal: null,
    comparison: null,
  } as const;
}

/** Adds what is a pure function of the rest of the record. */
function withDerived(episode: Omit<Episode, 'lane' | 'teacherTriggerReason'>): Episode {
  return { ...episode, teacherTriggerReason: teacherTrigger(episode), lane: routeLane(episode) };
}

/**
 * What a campaign does next: a pure function of its control state, its configuration and which
 * evaluations its chain already holds. Whoever runs a campaign asks here after every event, so a
 * resumed campaign takes the same road as one that was never interrupted.
 */
import type { CampaignConfig } from './campaign-config.ts';
import type { ControlEvent, ControlSnapshot, EnvironmentId, Split, Task } from './contracts.ts';
import type { RandomStream } from './random.ts';

/** The next piece of work. */
export type NextStep =
  | { kind: 'evaluate'; split: 'validation' | 'heldout'; epoch: number }
  | { kind: 'update'; epoch: number }
  | { kind: 'close'; epoch: number }
  | { kind: 'rollback'; target: string; epoch: number }
  | { kind: 'complete'; epoch: number }
  | { kind: 'frozen'; reason: string }
  | { kind: 'done' };

/** Names an evaluation within a campaign: one per split, epoch and checkpoint. */
export const evaluationKey = (split: Split, epoch: number, checkpointId: string) =>
  `${split}@${epoch}:${checkpointId}`;

/** Keys of the evaluations that a chain holds. */
export function evaluationsIn(events: readonly ControlEvent[]): Set<string> {
  return new Set(
    events.flatMap(({ payload }) =>
      payload.kind === 'evaluation.completed'
        ? [evaluationKey(payload.split, payload.epoch, payload.checkpointId)]
        : [],
    ),
  );
}

/** @param evaluated keys of the evaluations in the chain, see `evaluationsIn`. */
export function nextStep(
  snapshot: ControlSnapshot,
  config: CampaignConfig,
  evaluated: ReadonlySet<string>,
): NextStep {
  const { epoch, pointers } = snapshot;
  const isDone = (split: Split) => evaluated.has(evaluationKey(split, epoch, pointers.active));
  if (snapshot.mode === 'completed') return { kind: 'done' };
  if (snapshot.mode === 'frozen_failure') {
    return { kind: 'frozen', reason: snapshot.frozenReason ?? 'updates are frozen' };
  }
  if (snapshot.pendingRollback !== null) {
    return { kind: 'rollback', target: snapshot.pendingRollback, epoch: epoch - 1 };
  }
  if (snapshot.awaitingClose) return { kind: 'close', epoch };
  const last = epoch >= config.epochs;
  const { validationTasks, validationEvery, heldoutTasks } = config.evaluation;
  const validationDue = validationTasks > 0 && (last || epoch % validationEvery === 0);
  if (validationDue && !isDone('validation')) {
    return { kind: 'evaluate', split: 'validation', epoch };
  }
  if (!last) return { kind: 'update', epoch };
  if (heldoutTasks > 0 && !isDone('heldout')) {
    return { kind: 'evaluate', split: 'heldout', epoch };
  }
  return { kind: 'complete', epoch };
}

/**
 * Splits a number of episodes over environments in proportion to their ratios, exactly over time:
 * each episode of the campaign goes to the environment that lacks most, so what rounding takes
 * from an environment in one round it gets back in a later one.
 * @param round counts rounds of `total` episodes from the start of the campaign.
 */
export function allocateEpisodes(
  total: number,
  ratios: Partial<Record<EnvironmentId, number>>,
  round: number,
): { environment: EnvironmentId; episodes: number }[] {
  const entries = (Object.entries(ratios) as [EnvironmentId, number][]).map(([environment, ratio]) => ({
    environment,
    ratio,
    given: 0,
    episodes: 0,
  }));
  const sum = entries.reduce((acc, { ratio }) => acc + ratio, 0);
  for (let n = 0; n < total * (round + 1); n += 1) {
    const lack = ({ ratio, given }: (typeof entries)[number]) => (ratio / sum) * (n + 1) - given;
    const next = entries.reduce((most, entry) => (lack(entry) > lack(most) ? entry : most));
    next.given += 1;
    if (n >= total * round) next.episodes += 1;
  }
  return entries.map(({ environment, episodes }) => ({ environment, episodes }));
}

/**
 * `n` tasks spread over clusters: one of every module or template in turn, in random order. All
 * of them when there are fewer.
 */
export function spreadOverClusters(tasks: readonly Task[], n: number, stream: RandomStream): Task[] {
  const clusters = new Map<string, Task[]>();
  for (const task of tasks) clusters.set(task.cluster, [...(clusters.get(task.cluster) ?? []), task]);
  const queues = stream.shuffle([...clusters.keys()].sort()).map((cluster) => {
    return stream.child(cluster).shuffle(clusters.get(cluster) ?? []);
  });
  const out: Task[] = [];
  for (let turn = 0; out.length < n && queues.some((queue) => turn < queue.length); turn += 1) {
    for (const queue of queues) {
      const task = queue[turn];
      if (task && out.length < n) out.push(task);
    }
  }
  return out;
}

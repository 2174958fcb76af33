/**
 * The four lanes of compared episodes. A lane is a pure function of the record; the pool keeps
 * the newest episodes of each lane and says which tasks to sample again and which episodes to
 * train on. `diagnostic_only` is kept to look at and never leaves the pool for training.
 */
import type { EnvironmentId, Episode, Lane } from './contracts.ts';
import type { RandomStream } from './random.ts';

/** Compared episodes by lane, newest first. A plain immutable record. */
export interface ReplayPool {
  /** Episodes kept per lane. */
  readonly capacity: number;
  readonly lanes: Readonly<Record<Lane, readonly Episode[]>>;
}

/** An episode of a split that must never be trained on was offered to the pool. */
export class SplitLeakError extends Error {
  override name = 'SplitLeakError';
}

/**
 * The lane of an episode. Whatever makes a record untrustworthy or unsafe comes first; an episode
 * that was never compared has no lane.
 */
export function routeLane(
  episode: Pick<Episode, 'comparison' | 'infrastructureFailure' | 'safetyViolation' | 'teacherSignal'>,
): Lane | null {
  const { comparison } = episode;
  if (
    episode.infrastructureFailure !== null ||
    episode.safetyViolation !== null ||
    episode.teacherSignal?.verdict === 'boundary' ||
    comparison?.status === 'comparison_failed'
  ) {
    return 'diagnostic_only';
  }
  switch (comparison?.relativeOutcome) {
    case 'better':
      return 'positive';
    case 'same':
      return 'neutral';
    case 'worse':
      return 'negative';
    default:
      return null;
  }
}

/**
 * A pool without episodes.
 * @throws RangeError when the capacity is not a positive integer.
 */
export function emptyPool(capacity: number): ReplayPool {
  if (!Number.isInteger(capacity) || capacity <= 0) {
    throw new RangeError(`replay pool: a capacity of ${capacity} keeps nothing; give a positive integer`);
  }
  return { capacity, lanes: { positive: [], neutral: [], negative: [], diagnostic_only: [] } };
}

/**
 * The pool with more episodes, each in its lane; those without a lane are left out. An episode
 * admitted twice is kept once.
 *
 * Newest means the latest epoch, and the lower episode id within one: the pool depends on which
 * episodes were admitted, never on the order, so it can be rebuilt from storage.
 * @throws SplitLeakError on an episode outside the training split.
 */
export function admit(pool: ReplayPool, episodes: readonly Episode[]): ReplayPool {
  const leak = episodes.find((episode) => episode.split !== 'train');
  if (leak !== undefined) {
    throw new SplitLeakError(
      `replay pool: episode ${leak.episodeId} is of the ${leak.split} split; only training tasks have lanes`,
    );
  }
  const keep = (lane: Lane) => {
    const byId = new Map(pool.lanes[lane].map((episode) => [episode.episodeId, episode]));
    for (const episode of episodes) if (routeLane(episode) === lane) byId.set(episode.episodeId, episode);
    return [...byId.values()].sort(newestFirst).slice(0, pool.capacity);
  };
  return {
    capacity: pool.capacity,
    lanes: {
      positive: keep('positive'),
      neutral: keep('neutral'),
      negative: keep('negative'),
      diagnostic_only: keep('diagnostic_only'),
    },
  };
}

/**
 * Ids of up to `n` different tasks to sample again: half from `positive`, half from `neutral`, one
 * lane filling up what the other lacks. Neutral tasks are drawn family by family, so that a family
 * where nothing changes does not crowd out the others.
 * @param environment draws from one environment's episodes only.
 * @returns fewer than `n` when the two lanes hold fewer tasks.
 */
export function replayTasks(
  pool: ReplayPool,
  n: number,
  stream: RandomStream,
  environment?: EnvironmentId,
): string[] {
  const of = (lane: 'positive' | 'neutral') =>
    pool.lanes[lane].filter((e) => environment === undefined || e.environment === environment);
  const positive = stream.child('positive').shuffle(distinct(of('positive').map((e) => e.taskId)));
  const taken = new Set(positive);
  const neutral = balancedOverFamilies(
    of('neutral').filter((e) => !taken.has(e.taskId)),
    stream.child('neutral'),
  );
  const fromNeutral = Math.min(neutral.length, Math.max(Math.floor(n / 2), n - positive.length));
  return [...positive.slice(0, n - fromNeutral), ...neutral.slice(0, fromNeutral)];
}

/** The episodes that lanes contribute to an update: imitated, and pulled towards the reference. */
export function trainingEpisodes(pool: ReplayPool): {
  positive: readonly Episode[];
  negative: readonly Episode[];
} {
  return { positive: pool.lanes.positive, negative: pool.lanes.negative };
}

/** Number of episodes in each lane. */
export function laneCounts(pool: ReplayPool): Record<Lane, number> {
  return {
    positive: pool.lanes.positive.length,
    neutral: pool.lanes.neutral.length,
    negative: pool.lanes.negative.length,
    diagnostic_only: pool.lanes.diagnostic_only.length,
  };
}

/** Task ids in an order that takes one task of every family in turn. */
function balancedOverFamilies(episodes: readonly Episode[], stream: RandomStream): string[] {
  const families = new Map<string, string[]>();
  for (const { environment, taskFamily, taskId } of episodes) {
    const family = `${environment}/${taskFamily}`;
    families.set(family, [...(families.get(family) ?? []), taskId]);
  }
  // Sorted before it is shuffled: the draw depends on what the pool holds, not on how it came there.
  const queues = stream.shuffle([...families.keys()].sort()).map((family) => {
    return stream.child(family).shuffle(distinct(families.get(family) ?? []));
  });
  const rounds = Math.max(0, ...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: rounds }, (_, round) => queues.flatMap((queue) => queue[round] ?? []));
  return distinctInOrder(inTurn.flat());
}

const distinctInOrder = (ids: readonly string[]) => [...new Set(ids)];

const distinct = (ids: readonly string[]) => distinctInOrder(ids).sort();

function newestFirst(a: Episode, b: Episode): number {
  if (a.epoch !== b.epoch) return b.epoch - a.epoch;
  return a.episodeId < b.episodeId ? -1 : 1;
}

/** Matched comparisons: two policies on the same task and seed, decided by terminal reward alone. */
import type { ComparisonCounts, ComparisonResult, Episode } from './contracts.ts';

/** The two checkpoints of a comparison, by id. */
export interface ComparedCheckpoints {
  candidateCheckpoint: string;
  referenceCheckpoint: string;
}

/** Two episodes that are not a pair were compared: a mistake of the caller, not a failed comparison. */
export class UnmatchedPairError extends Error {
  override name = 'UnmatchedPairError';
}

/**
 * Compares the candidate's episode with the reference's. The teacher has no say: only
 * `terminalReward` counts, and equal is same.
 * @param candidate null when the episode could not be run at all; the same for `reference`.
 * @throws UnmatchedPairError when the two are not of the same task and seed.
 */
export function compareEpisodes(
  candidate: Episode | null,
  reference: Episode | null,
  { candidateCheckpoint, referenceCheckpoint }: ComparedCheckpoints,
): ComparisonResult {
  if (candidate !== null && reference !== null) requirePair(candidate, reference);
  const failure = failureOf(candidate, 'candidate') ?? failureOf(reference, 'reference');
  const rewardOf = (episode: Episode | null, side: string) =>
    episode === null || failureOf(episode, side) !== null ? null : episode.terminalReward;
  const candidateReward = rewardOf(candidate, 'candidate');
  const referenceReward = rewardOf(reference, 'reference');
  const common = { candidateCheckpoint, referenceCheckpoint, candidateReward, referenceReward };
  if (failure !== null || candidateReward === null || referenceReward === null) {
    return { ...common, status: 'comparison_failed', relativeOutcome: null, reason: failure ?? 'no result' };
  }
  const relativeOutcome =
    candidateReward > referenceReward ? 'better' : candidateReward < referenceReward ? 'worse' : 'same';
  return {
    ...common,
    status: 'completed',
    relativeOutcome,
    reason: `terminal reward ${candidateReward} against ${referenceReward}`,
  };
}

/** Counts of better, same, worse and failed comparisons. */
export function countComparisons(results: readonly ComparisonResult[]): ComparisonCounts {
  const counts: ComparisonCounts = { better: 0, same: 0, worse: 0, failed: 0 };
  for (const { relativeOutcome } of results) counts[relativeOutcome ?? 'failed'] += 1;
  return counts;
}

function requirePair(candidate: Episode, reference: Episode): void {
  const differing = (['environment', 'taskId', 'taskHash', 'seed'] as const).filter(
    (key) => candidate[key] !== reference[key],
  );
  if (differing.length === 0) return;
  throw new UnmatchedPairError(
    `episodes ${candidate.episodeId} and ${reference.episodeId} differ in ${differing.join(', ')}; ` +
      'run both policies on the same task with the same seed',
  );
}

/** Why an episode cannot be compared, or null when it can. */
function failureOf(episode: Episode | null, side: string): string | null {
  if (episode === null) return `the ${side} has no episode`;
  if (episode.infrastructureFailure !== null) {
    return `the ${side}'s infrastructure failed: ${episode.infrastructureFailure}`;
  }
  return episode.stopReason === 'truncated' ? `the ${side}'s episode was cut from outside` : null;
}

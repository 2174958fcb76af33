/**
 * The closing rule: one decision for the whole student from an epoch's matched comparisons.
 *
 * In this order, the first that applies wins:
 *   1. too much of the evidence failed, or too little of it is there  → replay only
 *   2. `active` worse than `pre_update_ref` (a sudden break)          → roll back to it
 *   3. `active` worse than `last_stable` (slow damage), pooled or in
 *      one environment, or a long degradation streak                  → roll back to it
 *   4. not worse than `last_stable` for several epochs running        → promote
 *   5. otherwise                                                      → continue
 *
 * The tests are one-sided sign tests over task pairs; ties are ignored. A failed comparison is
 * neither better nor worse: a lost bridge must not roll a good policy back.
 */
import type { CampaignConfig } from './campaign-config.ts';
import type { CloseAction, CloseDecision, ComparisonCounts, MonitoringEvidence } from './contracts.ts';

/** What the rule compares with; all of it comes from the campaign's configuration. */
export type CloseThresholds = CampaignConfig['closing'] & Pick<CampaignConfig['monitoring'], 'minimumPairs'>;

/** What is known when an epoch closes. */
export interface CloseInput {
  /** One entry per active environment. */
  evidence: readonly MonitoringEvidence[];
  /** Degradation streak carried from the epochs before. */
  streakBefore: number;
  /** How many epochs running, before this one, were not worse than `last_stable`. */
  promotableEpochsBefore: number;
  /** False when there is no policy before the update to compare with; then rule 2 and the streak rest. */
  hasPreUpdateRef: boolean;
}

/**
 * One-sided p value of the sign test: the probability of at least `worse` of `better + worse`
 * fair coins. Exact: the binomial tail is summed in integers and rounded once.
 * @returns 1 when there is no untied pair.
 * @throws RangeError on a count that is not a non-negative integer.
 */
export function signTestWorse(better: number, worse: number): number {
  for (const [name, value] of Object.entries({ better, worse })) {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new RangeError(`sign test: ${name} = ${value} is not a count`);
    }
  }
  const n = better + worse;
  // Σ_{k ≥ worse} C(n, k) = Σ_{j ≤ better} C(n, j), because C(n, k) = C(n, n − k).
  let choose = 1n;
  let tail = choose;
  for (let j = 1; j <= better; j += 1) {
    choose = (choose * BigInt(n - j + 1)) / BigInt(j);
    tail += choose;
  }
  // Beyond 2^1000 numerator and denominator are scaled down, so that neither overflows a double.
  const scale = Math.max(0, n - 1000);
  return Number(tail >> BigInt(scale)) / 2 ** (n - scale);
}

/**
 * Closes an epoch: what to do, why, and the counters that go on to the next epoch.
 *
 * Invariants: an epoch without a better pair and with a worse one is never promotable; a streak
 * never survives the return to `last_stable`; an epoch that is undone adds nothing to the streak.
 * @throws RangeError when an environment counts more comparisons than it has pairs.
 */
export function decideClose(input: CloseInput, thresholds: CloseThresholds): CloseDecision {
  const { evidence, streakBefore, promotableEpochsBefore, hasPreUpdateRef } = input;
  const evidenceGap = findEvidenceGap(evidence, hasPreUpdateRef, thresholds);
  const preUpdate = hasPreUpdateRef ? pool(evidence.map((e) => e.againstPreUpdate)) : pool([]);
  const lastStable = pool(evidence.map((e) => e.againstLastStable));
  const pWorseThanPreUpdate = signTestWorse(preUpdate.better, preUpdate.worse);
  const pWorseThanLastStable = signTestWorse(lastStable.better, lastStable.worse);

  const decide = (
    action: CloseAction,
    reason: string,
    streakAfter: number,
    promotableEpochsAfter: number,
  ): CloseDecision => ({
    action,
    reason,
    pWorseThanPreUpdate,
    pWorseThanLastStable,
    streakBefore,
    streakAfter,
    promotableEpochsAfter,
    evidence: [...evidence],
  });

  // "Running" means consecutive: an epoch without enough evidence breaks the run, and holds the streak.
  if (evidenceGap !== null) return decide('replay_only', evidenceGap, streakBefore, 0);

  if (pWorseThanPreUpdate < thresholds.breakP) {
    // The epoch is undone, so what it would have added to the streak is undone with it.
    return decide(
      'rollback_to_pre_update_ref',
      `Worse than pre_update_ref: ${tally(preUpdate)}, p = ${figure(pWorseThanPreUpdate)} < ${thresholds.breakP}.`,
      streakBefore,
      0,
    );
  }

  const streak =
    pWorseThanPreUpdate < thresholds.streakP
      ? streakBefore + 1
      : preUpdate.better > preUpdate.worse
        ? 0
        : streakBefore;
  const slowDamage = findSlowDamage(evidence, lastStable, pWorseThanLastStable, streak, thresholds);
  if (slowDamage !== null) return decide('rollback_to_last_stable', slowDamage, 0, 0);

  const promotable = lastStable.better >= lastStable.worse && completed(lastStable) > 0;
  const promotableEpochs = promotable ? promotableEpochsBefore + 1 : 0;
  const failed = preUpdate.failed + lastStable.failed;
  if (promotableEpochs >= thresholds.promoteAfter && failed === 0) {
    return decide(
      'promote',
      `Not worse than last_stable for ${promotableEpochs} epochs running: ${tally(lastStable)}.`,
      streak,
      0,
    );
  }
  return decide(
    'continue',
    `Against last_stable ${tally(lastStable)}, p(worse) = ${figure(pWorseThanLastStable)}; ` +
      `${promotableEpochs} of ${thresholds.promoteAfter} promotable epochs, streak ${streak}` +
      `${failed > 0 ? `, ${failed} comparisons failed` : ''}.`,
    streak,
    promotableEpochs,
  );
}

/** Why the evidence cannot decide, or null when it can. */
function findEvidenceGap(
  evidence: readonly MonitoringEvidence[],
  hasPreUpdateRef: boolean,
  { minimumPairs, failedFraction }: CloseThresholds,
): string | null {
  if (evidence.length === 0) return 'No environment was monitored.';
  const references = (e: MonitoringEvidence) =>
    hasPreUpdateRef ? [e.againstPreUpdate, e.againstLastStable] : [e.againstLastStable];
  let pairs = 0;
  let missing = 0;
  for (const entry of evidence) {
    for (const counts of references(entry)) {
      if (completed(counts) + counts.failed > entry.pairs) {
        throw new RangeError(
          `monitoring evidence of ${entry.environment}: ${completed(counts)} completed and ` +
            `${counts.failed} failed comparisons of ${entry.pairs} pairs; count each pair once per reference`,
        );
      }
    }
    // A pair counts as failed when it did not complete, whether or not anyone recorded why.
    const fewest = Math.min(...references(entry).map(completed));
    if (fewest < minimumPairs || fewest === 0) {
      return `Only ${fewest} of ${entry.pairs} pairs completed in ${entry.environment}; ${Math.max(1, minimumPairs)} are needed.`;
    }
    pairs += entry.pairs;
    missing += entry.pairs - fewest;
  }
  if (missing > failedFraction * pairs) {
    return `${missing} of ${pairs} pairs failed, more than ${figure(100 * failedFraction)} %.`;
  }
  return null;
}

/** Why the student must return to `last_stable`, or null when it need not. */
function findSlowDamage(
  evidence: readonly MonitoringEvidence[],
  pooled: ComparisonCounts,
  pPooled: number,
  streak: number,
  { slowP, slowEnvironmentP, streakLimit }: CloseThresholds,
): string | null {
  if (pPooled < slowP) {
    return `Worse than last_stable: ${tally(pooled)}, p = ${figure(pPooled)} < ${slowP}.`;
  }
  for (const { environment, againstLastStable: counts } of evidence) {
    const p = signTestWorse(counts.better, counts.worse);
    if (p < slowEnvironmentP) {
      return `Worse than last_stable in ${environment}: ${tally(counts)}, p = ${figure(p)} < ${slowEnvironmentP}.`;
    }
  }
  if (streak >= streakLimit) return `Degradation streak ${streak} reached the limit of ${streakLimit}.`;
  return null;
}

const completed = (counts: ComparisonCounts) => counts.better + counts.same + counts.worse;

const pool = (all: readonly ComparisonCounts[]): ComparisonCounts =>
  all.reduce(
    (sum, c) => ({
      better: sum.better + c.better,
      same: sum.same + c.same,
      worse: sum.worse + c.worse,
      failed: sum.failed + c.failed,
    }),
    { better: 0, same: 0, worse: 0, failed: 0 },
  );

const tally = (c: ComparisonCounts) => `${c.better} better, ${c.same} same, ${c.worse} worse`;

/** Three significant digits; the exact value is in the decision's own fields. */
const figure = (value: number) => String(Number(value.toPrecision(3)));

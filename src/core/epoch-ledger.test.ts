import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CampaignConfig } from './campaign-config.ts';
import { CloseDecision, type ComparisonCounts, type MonitoringEvidence } from './contracts.ts';
import { type CloseInput, type CloseThresholds, decideClose, signTestWorse } from './epoch-ledger.ts';

const config = CampaignConfig.parse({ name: 'test', environments: { shell: {} } });
const thresholds: CloseThresholds = {
  ...config.closing,
  minimumPairs: config.monitoring.minimumPairs,
};

/** Counts over `pairs` pairs, the rest of which are ties. */
const counts = (better: number, worse: number, failed = 0, pairs = 64): ComparisonCounts => ({
  better,
  worse,
  failed,
  same: pairs - better - worse - failed,
});
const evidenceOf = (
  againstPreUpdate: ComparisonCounts,
  againstLastStable: ComparisonCounts,
  environment: MonitoringEvidence['environment'] = 'shell',
): MonitoringEvidence => ({
  environment,
  pairs:
    againstLastStable.better + againstLastStable.same + againstLastStable.worse + againstLastStable.failed,
  againstPreUpdate,
  againstLastStable,
});
const close = (evidence: MonitoringEvidence[], before: Partial<CloseInput> = {}) =>
  decideClose(
    { evidence, streakBefore: 0, promotableEpochsBefore: 0, hasPreUpdateRef: true, ...before },
    thresholds,
  );

describe('the sign test', () => {
  it.each([
    // [better, worse, tail by hand]
    [0, 0, 1],
    [0, 1, 1 / 2],
    [1, 0, 1],
    [1, 1, 3 / 4], // C(2,1) + C(2,2) = 3 of 4
    [0, 5, 1 / 32],
    [2, 8, 56 / 1024], // C(10,8) + C(10,9) + C(10,10) = 45 + 10 + 1
    [3, 12, 576 / 32768], // C(15,12..15) = 455 + 105 + 15 + 1
    [8, 2, 1013 / 1024], // 1024 − C(10,0) − C(10,1)
  ])('gives the exact binomial tail for %i better and %i worse', (better, worse, p) => {
    expect(signTestWorse(better, worse)).toBe(p);
  });

  it('stays exact at the scale of whole evaluations', () => {
    // P(X ≥ n) + P(X ≥ n + 1) = 1 for 2n + 1 … and by symmetry P(X ≥ 1001 of 2001) = 1/2.
    expect(signTestWorse(1000, 1001)).toBeCloseTo(0.5, 12);
    expect(signTestWorse(0, 1000)).toBe(2 ** -1000);
    expect(signTestWorse(3000, 0)).toBe(1);
  });

  it('is monotone: more worse pairs never raise p, more better pairs never lower it', () => {
    const count = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(count, count, (better, worse) => {
        const p = signTestWorse(better, worse);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(signTestWorse(better, worse + 1)).toBeLessThanOrEqual(p);
        expect(signTestWorse(better + 1, worse)).toBeGreaterThanOrEqual(p);
      }),
    );
  });

  it('refuses what is no count', () => {
    expect(() => signTestWorse(-1, 2)).toThrow(RangeError);
    expect(() => signTestWorse(1, 0.5)).toThrow(RangeError);
  });
});

describe('the closing rule', () => {
  it('only replays when more than a tenth of the pairs failed, however bad the rest looks', () => {
    const decision = close([evidenceOf(counts(0, 57, 7), counts(0, 57, 7))], { streakBefore: 2 });
    expect(decision.action).toBe('replay_only');
    expect(decision.streakAfter).toBe(2);
    expect(decision.reason).toContain('7 of 64 pairs failed');
  });

  it('decides when at most a tenth failed', () => {
    expect(close([evidenceOf(counts(5, 5, 6), counts(5, 5, 6))]).action).toBe('continue');
  });

  it('only replays when one active environment has too few completed pairs', () => {
    const enough = evidenceOf(counts(9, 0), counts(9, 0));
    const few = evidenceOf(counts(9, 0, 0, 31), counts(9, 0, 0, 31), 'orchestrator');
    const decision = close([enough, few], { promotableEpochsBefore: 1 });
    expect(decision.action).toBe('replay_only');
    expect(decision.reason).toContain('orchestrator');
    expect(decision.promotableEpochsAfter).toBe(0);
  });

  it('only replays when nothing was monitored, even if no minimum is asked for', () => {
    const input: CloseInput = {
      evidence: [],
      streakBefore: 0,
      promotableEpochsBefore: 5,
      hasPreUpdateRef: true,
    };
    expect(decideClose(input, { ...thresholds, minimumPairs: 0 }).action).toBe('replay_only');
    const empty = evidenceOf(counts(0, 0, 0, 0), counts(0, 0, 0, 0));
    expect(decideClose({ ...input, evidence: [empty] }, { ...thresholds, minimumPairs: 0 }).action).toBe(
      'replay_only',
    );
  });

  it('rolls a sudden break back to pre_update_ref, before anything else is considered', () => {
    // 2 better, 14 worse: C(16,14..16) = 137 of 65536, p = 0.00209.
    const decision = close([evidenceOf(counts(2, 14), counts(0, 40))], { streakBefore: 1 });
    expect(decision.action).toBe('rollback_to_pre_update_ref');
    expect(decision.pWorseThanPreUpdate).toBe(137 / 65536);
    // The undone epoch adds nothing to the streak.
    expect(decision.streakAfter).toBe(1);
  });

  it('does not call it a break when there is no policy before the update', () => {
    const decision = close([evidenceOf(counts(0, 40), counts(5, 5))], {
      hasPreUpdateRef: false,
      streakBefore: 1,
    });
    expect(decision.action).toBe('continue');
    expect(decision.pWorseThanPreUpdate).toBe(1);
    expect(decision.streakAfter).toBe(1);
  });

  it('rolls slow damage back to last_stable', () => {
    const decision = close([evidenceOf(counts(5, 5), counts(2, 14))]);
    expect(decision.action).toBe('rollback_to_last_stable');
    expect(decision.pWorseThanLastStable).toBe(137 / 65536);
  });

  it('rolls back for one environment alone when its evidence is strong enough', () => {
    // 0 of 10 is p = 1/1024 < 0.001 in the browser; pooled with 20 better it is nothing.
    const fine = evidenceOf(counts(5, 5), counts(20, 0));
    const damaged = evidenceOf(counts(5, 5), counts(0, 10), 'browser');
    const decision = close([fine, damaged]);
    expect(decision.action).toBe('rollback_to_last_stable');
    expect(decision.reason).toContain('browser');
    // 0 of 9 is p = 1/512, not below 0.001.
    expect(close([fine, evidenceOf(counts(5, 5), counts(0, 9), 'browser')]).action).toBe('continue');
  });

  it('adds a mildly worse epoch to the streak and rolls back when the streak is long', () => {
    // 3 better, 7 worse: C(10,7..10) = 176 of 1024, p = 0.17.
    const mild = [evidenceOf(counts(3, 7), counts(5, 6))];
    expect(close(mild).streakAfter).toBe(1);
    expect(close(mild, { streakBefore: 1 })).toMatchObject({ action: 'continue', streakAfter: 2 });
    const third = close(mild, { streakBefore: 2 });
    expect(third).toMatchObject({ action: 'rollback_to_last_stable', streakAfter: 0 });
    expect(third.reason).toContain('streak 3');
  });

  it('resets the streak when more is better than worse and holds it otherwise', () => {
    expect(close([evidenceOf(counts(6, 5), counts(5, 6))], { streakBefore: 2 }).streakAfter).toBe(0);
    expect(close([evidenceOf(counts(5, 5), counts(5, 6))], { streakBefore: 2 }).streakAfter).toBe(2);
    // 5 better, 6 worse: p = 0.5.
    expect(close([evidenceOf(counts(5, 6), counts(5, 6))], { streakBefore: 2 }).streakAfter).toBe(2);
  });

  it('promotes after two epochs running that are not worse than last_stable', () => {
    const even = [evidenceOf(counts(5, 5), counts(5, 5))];
    expect(close(even)).toMatchObject({ action: 'continue', promotableEpochsAfter: 1 });
    expect(close(even, { promotableEpochsBefore: 1 })).toMatchObject({
      action: 'promote',
      promotableEpochsAfter: 0,
    });
  });

  it('waits with a promotion while comparisons fail', () => {
    const oneFailed = [evidenceOf(counts(5, 5, 1), counts(5, 5))];
    expect(close(oneFailed, { promotableEpochsBefore: 1 })).toMatchObject({
      action: 'continue',
      promotableEpochsAfter: 2,
    });
  });

  it('starts the run of promotable epochs again after one that is worse', () => {
    expect(close([evidenceOf(counts(5, 5), counts(5, 6))], { promotableEpochsBefore: 1 })).toMatchObject({
      action: 'continue',
      promotableEpochsAfter: 0,
    });
  });

  it('refuses evidence that counts a pair twice', () => {
    const twice = { ...evidenceOf(counts(5, 5), counts(5, 5)), pairs: 63 };
    expect(() => close([twice])).toThrow(/shell.*64 completed/);
  });
});

describe('the closing rule, on any evidence', () => {
  const countsArbitrary = (pairs: number) =>
    fc
      .tuple(fc.nat(pairs), fc.nat(pairs), fc.nat(pairs))
      .map(([a, b, c]) => [a, b, c].sort((x, y) => x - y) as [number, number, number])
      .map(([a, b, c]): ComparisonCounts => ({ better: a, same: b - a, worse: c - b, failed: pairs - c }));
  const evidenceArbitrary = (environment: MonitoringEvidence['environment']) =>
    fc.nat(80).chain((pairs) =>
      fc.record({
        environment: fc.constant(environment),
        pairs: fc.constant(pairs),
        againstPreUpdate: countsArbitrary(pairs),
        againstLastStable: countsArbitrary(pairs),
      }),
    );
  const inputArbitrary: fc.Arbitrary<CloseInput> = fc.record({
    evidence: fc
      .tuple(evidenceArbitrary('shell'), evidenceArbitrary('browser'), evidenceArbitrary('orchestrator'))
      .chain((all) => fc.subarray(all)),
    streakBefore: fc.nat(4),
    promotableEpochsBefore: fc.nat(9),
    hasPreUpdateRef: fc.boolean(),
  });
  const thresholdsArbitrary: fc.Arbitrary<CloseThresholds> = fc.record({
    failedFraction: fc.double({ min: 0, max: 1, noNaN: true }),
    breakP: fc.double({ min: 0, max: 1, noNaN: true }),
    slowP: fc.double({ min: 0, max: 1, noNaN: true }),
    slowEnvironmentP: fc.double({ min: 0, max: 1, noNaN: true }),
    streakP: fc.double({ min: 0, max: 1, noNaN: true }),
    streakLimit: fc.integer({ min: 1, max: 5 }),
    promoteAfter: fc.integer({ min: 1, max: 5 }),
    rollbackLimit: fc.integer({ min: 1, max: 5 }),
    minimumPairs: fc.nat(64),
  });

  it('never promotes, nor counts as promotable, an all-worse epoch, whatever the thresholds', () => {
    const allWorse = inputArbitrary.map((input) => ({
      ...input,
      evidence: input.evidence.map((e) => {
        const { better, same, worse, failed } = e.againstLastStable;
        return { ...e, againstLastStable: { better: 0, same: 0, worse: better + same + worse, failed } };
      }),
    }));
    fc.assert(
      fc.property(allWorse, thresholdsArbitrary, (input, limits) => {
        const decision = decideClose(input, limits);
        expect(decision.action).not.toBe('promote');
        expect(decision.promotableEpochsAfter).toBe(0);
      }),
    );
  });

  it('is pure, and its decision is a valid record', () => {
    fc.assert(
      fc.property(inputArbitrary, thresholdsArbitrary, (input, limits) => {
        const before = structuredClone(input);
        const decision = decideClose(input, limits);
        expect(input).toEqual(before);
        expect(decideClose(before, limits)).toEqual(decision);
        expect(CloseDecision.parse(decision)).toEqual(decision);
      }),
    );
  });

  it('never rolls back on comparisons that all failed', () => {
    fc.assert(
      fc.property(inputArbitrary, thresholdsArbitrary, (input, limits) => {
        const lost = { better: 0, same: 0, worse: 0 };
        const evidence = input.evidence.map((e) => ({
          ...e,
          againstPreUpdate: { ...lost, failed: e.pairs },
          againstLastStable: { ...lost, failed: e.pairs },
        }));
        expect(decideClose({ ...input, evidence }, limits).action).toBe('replay_only');
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCampaignConfig } from './campaign-config.ts';
import { allocateEpisodes, evaluationKey, nextStep, spreadOverClusters } from './campaign-controller.ts';
import type { ControlSnapshot, Task } from './contracts.ts';
import { stream } from './random.ts';

const config = parseCampaignConfig({
  name: 'test',
  epochs: 4,
  environments: { shell: {} },
  evaluation: { validationEvery: 2 },
});
const id = (digit: string) => digit.repeat(64);
const snapshot: ControlSnapshot = {
  schemaVersion: 1,
  campaignId: 'c',
  mode: 'running',
  epoch: 1,
  awaitingClose: false,
  pendingRollback: null,
  pointers: { active: id('a'), pre_update_ref: null, last_stable: id('a') },
  checkpoints: [id('a')],
  degradationStreak: 0,
  promotableEpochs: 0,
  rollbacksSincePromotion: 0,
  frozenReason: null,
  sequence: 0,
  headHash: id('0'),
};
const following = (change: Partial<ControlSnapshot>, evaluated: string[] = []) =>
  nextStep({ ...snapshot, ...change }, config, new Set(evaluated));

describe('what comes next', () => {
  it('is an update, then its close', () => {
    expect(following({})).toEqual({ kind: 'update', epoch: 1 });
    expect(following({ awaitingClose: true })).toEqual({ kind: 'close', epoch: 1 });
  });

  it('is a rollback that was decided on, before anything else', () => {
    expect(following({ epoch: 2, pendingRollback: id('a') })).toEqual({
      kind: 'rollback',
      target: id('a'),
      epoch: 1,
    });
  });

  it('is a validation when it is due, and then no second one', () => {
    expect(following({ epoch: 2 })).toEqual({ kind: 'evaluate', split: 'validation', epoch: 2 });
    expect(following({ epoch: 2 }, [evaluationKey('validation', 2, id('a'))])).toEqual({
      kind: 'update',
      epoch: 2,
    });
  });

  it('is a validation again when another checkpoint is active', () => {
    const other = evaluationKey('validation', 2, id('b'));
    expect(following({ epoch: 2 }, [other])).toEqual({ kind: 'evaluate', split: 'validation', epoch: 2 });
  });

  it('is one held-out evaluation at the end, and then completion', () => {
    const validated = evaluationKey('validation', 4, id('a'));
    expect(following({ epoch: 4 }, [validated])).toEqual({ kind: 'evaluate', split: 'heldout', epoch: 4 });
    expect(following({ epoch: 4 }, [validated, evaluationKey('heldout', 4, id('a'))])).toEqual({
      kind: 'complete',
      epoch: 4,
    });
  });

  it('is nothing for a frozen or completed campaign', () => {
    expect(following({ mode: 'frozen_failure', frozenReason: 'why' })).toEqual({
      kind: 'frozen',
      reason: 'why',
    });
    expect(following({ mode: 'completed' })).toEqual({ kind: 'done' });
  });
});

describe('episodes over environments', () => {
  it('are exactly as many as asked in every round, and in proportion over many', () => {
    const ratio = fc.double({ min: 0.1, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), ratio, ratio, ratio, (total, a, b, c) => {
        const ratios = { shell: a, browser: b, orchestrator: c };
        const sums = { shell: 0, browser: 0, orchestrator: 0 };
        const rounds = 50;
        for (let round = 0; round < rounds; round += 1) {
          const shares = allocateEpisodes(total, ratios, round);
          expect(shares.reduce((sum, { episodes }) => sum + episodes, 0)).toBe(total);
          for (const { environment, episodes } of shares) {
            expect(episodes).toBeGreaterThanOrEqual(0);
            sums[environment] += episodes;
          }
        }
        for (const environment of ['shell', 'browser', 'orchestrator'] as const) {
          const exact = (rounds * total * ratios[environment]) / (a + b + c);
          // Over the whole campaign no environment is off by more than an episode.
          expect(Math.abs(sums[environment] - exact)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('tasks spread over clusters', () => {
  const tasks = Array.from(
    { length: 30 },
    (_, i): Task => ({
      environment: 'shell',
      taskId: `t${i}`,
      contentHash: id('0'),
      family: 'f',
      // One large cluster and three small ones.
      cluster: i < 24 ? 'large' : `small${i % 3}`,
      split: 'validation',
    }),
  );

  it('take one of each in turn, each task once', () => {
    const chosen = spreadOverClusters(tasks, 8, stream(1, 'spread'));
    const counts = new Map<string, number>();
    for (const { cluster } of chosen) counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
    expect([...counts.values()].every((n) => n === 2)).toBe(true);
    expect(new Set(chosen.map((t) => t.taskId)).size).toBe(8);
  });

  it('are all of them when there are fewer than asked', () => {
    expect(spreadOverClusters(tasks, 100, stream(1, 'spread'))).toHaveLength(30);
  });
});

import { describe, expect, it } from 'vitest';
import { hashOf } from '../../core/canonical.ts';
import { EVIDENCE_SCRIPT, REFERENCE_SCRIPT, summariseStudy } from './result.ts';
import type { StudyCampaign } from './run-study.ts';
import { campaign } from './study.fixture.ts';

const summarise = (...campaigns: StudyCampaign[]) =>
  summariseStudy({ campaigns, failures: [] }, { seed: 7, epochs: 20 });

describe('the result of a study', () => {
  it('pools the student and every script over the folds, and tells folds apart', async () => {
    const { environments } = await summarise(
      campaign('full', 0, 'ssss', { [REFERENCE_SCRIPT]: 's---' }),
      campaign('full', 1, 's---', { [REFERENCE_SCRIPT]: 's---' }),
    );
    const { student, baselines, tasks, clusters } = environments.shell;
    expect({ tasks, clusters }).toEqual({ tasks: 8, clusters: 4 });
    expect(student.successRate).toBe(5 / 8);
    expect(student.folds).toEqual([
      { fold: 0, tasks: 4, successRate: 1 },
      { fold: 1, tasks: 4, successRate: 0.25 },
    ]);
    expect(baselines[REFERENCE_SCRIPT]?.successRate).toBe(2 / 8);
    expect(baselines[EVIDENCE_SCRIPT]?.successRate).toBe(0);
    // Rates by module are 1, 1, 1/2 and 0: resampling four of them reaches both ends.
    expect(student.ci95[0]).toBeLessThan(0.3);
    expect(student.ci95[1]).toBe(1);
  });

  it('compares the student with every script in pairs', async () => {
    const { environments } = await summarise(
      campaign('full', 0, 'ss-s', { [REFERENCE_SCRIPT]: 's-s-', [EVIDENCE_SCRIPT]: 'ss-s' }),
    );
    const { baselines } = environments.shell;
    // By task 0, 1, −1 and 1; by module 1/2 and 0.
    expect(baselines[REFERENCE_SCRIPT]?.studentMinus).toEqual({
      difference: 0.25,
      ci95: [0, 0.5],
      tasks: 4,
      clusters: 2,
    });
    expect(baselines[EVIDENCE_SCRIPT]?.studentMinus).toMatchObject({ difference: 0, ci95: [0, 0] });
  });

  it('compares an arm with full over the folds that have both', async () => {
    const { arms } = await summarise(
      campaign('full', 0, 'ssss'),
      campaign('full', 1, '----'),
      campaign('ppo', 0, 'ss--'),
      campaign('distillation', 2, 's---'),
    );
    const [full, ppo, distillation] = arms;
    expect(arms.map(({ arm }) => arm)).toEqual(['full', 'ppo', 'distillation']);
    expect(full).toMatchObject({ successRate: 0.5, tasks: 8, minusFull: null });
    // By module 0 and −1, and fold 1 counts for nothing here.
    expect(ppo?.minusFull).toEqual({ difference: -0.5, ci95: [-1, 0], tasks: 4, clusters: 2 });
    expect(distillation).toMatchObject({ successRate: 0.25, minusFull: null });
  });

  it('counts overfitting over all tasks and over those whose visible tests pass', async () => {
    const { environments } = await summarise(
      campaign('full', 0, 'so--', { [REFERENCE_SCRIPT]: '----' }),
      campaign('full', 1, 'ssos', { [REFERENCE_SCRIPT]: '----' }),
    );
    const { student, baselines } = environments.shell;
    expect(student.overfit).toEqual({ tasks: 2, ofTasks: 2 / 8, ofVisiblePasses: 2 / 6 });
    expect(baselines[REFERENCE_SCRIPT]?.overfit).toEqual({ tasks: 0, ofTasks: 0, ofVisiblePasses: null });
  });

  it('counts the test runs of successful repairs only', async () => {
    // Runs of the k-th task are k: here 1, 3, 4 and 2.
    const { environments } = await summarise(campaign('full', 0, 's-ss'), campaign('full', 1, '-so-'));
    const { student, baselines } = environments.shell;
    expect(student.testRuns).toEqual({ mean: 2.5, median: 2.5 });
    expect(baselines[REFERENCE_SCRIPT]?.testRuns).toBeNull();
    const odd = await summarise(campaign('full', 0, 'ss-s'));
    expect(odd.environments.shell.student.testRuns?.median).toBe(2);
  });

  it('splits success by family', async () => {
    const { environments } = await summarise(
      campaign('full', 0, 'ss--', { [REFERENCE_SCRIPT]: 's---' }),
      campaign('full', 1, 's-s-', { [REFERENCE_SCRIPT]: '--s-' }),
    );
    const { a, b } = environments.shell.byFamily;
    expect(a).toMatchObject({ tasks: 4, clusters: 2, successRate: 0.75 });
    expect(b).toMatchObject({ tasks: 4, clusters: 2, successRate: 0.25 });
    expect(a?.baselines[REFERENCE_SCRIPT]).toBe(0.25);
    expect(b?.baselines[REFERENCE_SCRIPT]).toBe(0.25);
  });

  it('says which aims were met', async () => {
    const above = await summarise(campaign('full', 0, 'ssss'), campaign('full', 1, 'sss-'));
    expect(above.aims).toEqual({ aboveReference: true, reachesTarget: true });
    // Better in one module, the same in the other: the interval reaches down to zero.
    const unsure = await summarise(campaign('full', 0, 'ssss', { [REFERENCE_SCRIPT]: '--ss' }));
    expect(unsure.aims).toEqual({ aboveReference: false, reachesTarget: true });
    const low = await summarise(campaign('full', 0, 'ssss'), campaign('full', 1, 's---'));
    expect(low.aims.reachesTarget).toBe(false);
  });

  it('names every campaign with its digest, and hashes them into one', async () => {
    const records = [campaign('full', 0, 'ssss'), campaign('ppo', 0, 's---')];
    const { campaigns, digest, seconds } = await summarise(...records);
    expect(campaigns.map(({ campaignId }) => campaignId)).toEqual(['c-full-0', 'c-ppo-0']);
    expect(campaigns[0]).not.toHaveProperty('results');
    expect(digest).toBe(await hashOf(records.map((record) => record.digest)));
    expect(seconds).toBe(20);
  });

  it('is the same for the same records', async () => {
    const records = [campaign('full', 0, 's-s-'), campaign('ppo', 0, '--s-')];
    expect(await summarise(...records)).toEqual(await summarise(...records));
  });

  it('is refused without the arm full, or without the reference script', async () => {
    await expect(summarise(campaign('ppo', 0, 'ssss'))).rejects.toThrow(/no campaign of the arm full/);
    const bare = campaign('full', 0, 'ssss');
    const { [REFERENCE_SCRIPT]: _reference, ...others } = bare.results.baselines;
    await expect(summarise({ ...bare, results: { ...bare.results, baselines: others } })).rejects.toThrow(
      /no script operator-prior-x-ochiai2/,
    );
  });

  it('is refused when an arm was scored on other tasks than full', async () => {
    const other = campaign('ppo', 0, 'ssss');
    const moved = { ...other.results, taskIds: other.results.taskIds.toReversed() };
    await expect(summarise(campaign('full', 0, 'ssss'), { ...other, results: moved })).rejects.toThrow(
      /fold 0 was scored on different tasks/,
    );
  });
});

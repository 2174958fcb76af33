import { describe, expect, it } from 'vitest';
import { parseCampaignConfig } from '../../core/campaign-config.ts';
import { type Episode, EvaluationReport } from '../../core/contracts.ts';
import type { Baseline, Environment } from '../../core/environment.ts';
import { baselinePolicy } from '../../core/rollout.ts';
import { identityEnvironment, withVerification } from '../identity-environment.fixture.ts';
import { evaluatePolicy, evaluationWindow, type Score } from './evaluation.ts';

const config = parseCampaignConfig({
  name: 'identity',
  seed: 3,
  environments: { shell: {} },
  evaluation: { heldoutTasks: 30 },
});

/** The identity environment, whose wrong answers fit the visible checks, and that counts test runs. */
function countingEnvironment(): Environment {
  return withVerification(identityEnvironment(), (seen, task) => {
    const overfit = seen.outcome === 'failure';
    return {
      ...seen,
      outcome: overfit ? 'partial' : seen.outcome,
      evidence: overfit ? { overfit } : { overfit, testRuns: task.taskId.length },
    };
  });
}

async function evaluate(environment: Environment, baselineScores = new Map<string, Score>()) {
  const { report, episodes } = await evaluatePolicy({
    campaignId: 'c',
    config,
    environments: new Map([['shell', environment]]),
    policy: { ...baselinePolicy(environment.baselines[0] as Baseline, 99), checkpointId: 'a'.repeat(64) },
    split: 'heldout',
    epoch: 0,
    signal: new AbortController().signal,
    baselineScores,
    onProgress: () => undefined,
  });
  const own = report.environments.shell;
  if (!own?.perTask) throw new Error('the environment was not scored task by task');
  return { report, episodes, own, perTask: own.perTask };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the results of an evaluation task by task', () => {
  it('are in the order of the window', async () => {
    const environment = countingEnvironment();
    const window = evaluationWindow(config, environment, 'heldout');
    const { perTask } = await evaluate(environment);
    expect(perTask.taskIds).toEqual(window.map(({ taskId }) => taskId));
    expect(perTask.clusters).toEqual(window.map(({ cluster }) => cluster));
    expect(perTask.families).toEqual(window.map(({ family }) => family));
  });

  it('are those of the episodes', async () => {
    const { perTask, episodes, own } = await evaluate(countingEnvironment());
    const of = (value: (episode: Episode) => number) => episodes.map(value);
    expect(perTask.student.success).toEqual(of((e) => (e.outcome === 'success' ? 1 : 0)));
    expect(perTask.student.overfit).toEqual(of((e) => (e.outcome === 'success' ? 0 : 1)));
    expect(perTask.student.testRuns).toEqual(of((e) => (e.outcome === 'success' ? e.taskId.length : 0)));
    expect(mean(perTask.student.success)).toBe(own.student.successRate);
    expect(own.student.successRate).toBeGreaterThan(0);
    expect(own.student.successRate).toBeLessThan(1);
  });

  it('have the terminal rewards of every policy', async () => {
    const { perTask, episodes, own } = await evaluate(countingEnvironment());
    expect(perTask.student.terminalReward).toEqual(episodes.map(({ terminalReward }) => terminalReward));
    for (const [name, { meanReward }] of Object.entries(own.baselines)) {
      expect(mean(perTask.baselines[name]?.terminalReward ?? [])).toBeCloseTo(meanReward, 12);
    }
    expect(perTask.student).not.toHaveProperty('regret');
    expect(perTask.student).not.toHaveProperty('handover');
  });

  it('have regret and handovers, of baselines too, where the environment says what these are', async () => {
    const environment = withVerification(identityEnvironment(), (seen, { taskId }) => {
      const right = Number(taskId.at(-1)) % 2 === 0;
      const evidence = {
        regret: seen.outcome === 'success' ? 0 : 1.5,
        handoverRight: right,
        handedOver: seen.outcome === 'success',
      };
      return { ...seen, evidence };
    });
    const { perTask } = await evaluate(environment);
    for (const own of [perTask.student, ...Object.values(perTask.baselines)]) {
      expect(own.regret).toEqual(own.success.map((success) => (success === 1 ? 0 : 1.5)));
      expect(own.handover).toEqual(
        own.success.map((success, i) => {
          const right = Number(perTask.taskIds[i]?.at(-1)) % 2 === 0;
          return success === 1 ? (right ? 'right' : 'wrong') : right ? 'missed' : 'none';
        }),
      );
    }
    expect(new Set(perTask.student.handover)).toEqual(new Set(['right', 'wrong', 'missed', 'none']));
  });

  it('agree with the rate of every baseline, whether it was run now or before', async () => {
    const scores = new Map<string, Score>();
    const first = await evaluate(countingEnvironment(), scores);
    const again = await evaluate(countingEnvironment(), scores);
    expect(again.perTask).toEqual(first.perTask);
    expect(Object.keys(first.perTask.baselines)).toEqual(Object.keys(first.own.baselines));
    for (const [name, { successRate }] of Object.entries(first.own.baselines)) {
      expect(mean(first.perTask.baselines[name]?.success ?? [])).toBe(successRate);
    }
  });

  it('are part of a valid report, which may also come without them', async () => {
    const { report, own, perTask } = await evaluate(identityEnvironment());
    expect(EvaluationReport.parse(report)).toEqual(report);
    expect(perTask.student.testRuns).toEqual(perTask.taskIds.map(() => 0));
    const { perTask: _perTask, ...old } = own;
    const withoutResults = { ...report, environments: { shell: old } };
    expect(EvaluationReport.parse(withoutResults)).toEqual(withoutResults);
  });

  it('are refused when a list lacks a task', async () => {
    const { report, own, perTask } = await evaluate(identityEnvironment());
    const short = { ...perTask, baselines: { random: { success: [1], overfit: [0], testRuns: [0] } } };
    const broken = { ...report, environments: { shell: { ...own, perTask: short } } };
    expect(() => EvaluationReport.parse(broken)).toThrow(/one entry per task/);
  });
});

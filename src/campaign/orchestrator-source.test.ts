import { describe, expect, test } from 'vitest';
import { parseCampaignConfig } from '../core/campaign-config.ts';
import type { Environment } from '../core/environment.ts';
import { EnvironmentOptionsError } from '../core/environment-options.ts';
import { baselinePolicy, runEpisodes } from '../core/rollout.ts';
import type { RunTask } from '../environments/orchestrator/index.ts';
import { createMemoryStore } from '../storage/memory-store.ts';
import { identityEnvironment } from './identity-environment.fixture.ts';
import { type LiveTasks, orchestratorSource, realTasks } from './orchestrator-source.ts';
import { createWorkbench } from './workbench.ts';

const config = (options: object = {}) =>
  parseCampaignConfig({ name: 'decisions', seed: 3, environments: { orchestrator: { options } } });
const prepare = (options: object, live: LiveTasks = {}) =>
  orchestratorSource(live).prepare(config(options), () => undefined, new AbortController().signal);

describe('the work that items stand for', () => {
  test('comes from the real registries, and no module or template is in two splits', async () => {
    const items = await realTasks(3, {});
    for (const split of ['train', 'validation', 'heldout'] as const) {
      const own = items.filter((item) => item.split === split);
      expect(new Set(own.map(({ environment }) => environment))).toEqual(new Set(['shell', 'browser']));
      const others = new Set(items.filter((item) => item.split !== split).map(({ cluster }) => cluster));
      expect(own.filter(({ cluster }) => others.has(cluster))).toEqual([]);
      for (const { summary } of own) expect(summary.length).toBeGreaterThan(10);
    }
  });

  test('follows the fold that the campaign holds out of the shell', async () => {
    const heldout = async (fold: number) =>
      (await realTasks(3, { fold }))
        .filter(({ environment, split }) => environment === 'shell' && split === 'heldout')
        .map(({ cluster }) => cluster);
    const [first, second] = [await heldout(0), await heldout(1)];
    expect(first.length).toBeGreaterThan(5);
    expect(first.filter((cluster) => second.includes(cluster))).toEqual([]);
  });
});

describe('the orchestrator in a campaign', () => {
  test('a short one teaches the student far more than chance, on executors and words it never saw', async () => {
    const workbench = createWorkbench({
      store: createMemoryStore(),
      provider: {
        check: () => undefined,
        prepare: async () => new Map([['orchestrator', await prepare({})]]),
        generateBenchmark: () => Promise.reject(new Error('not asked for')),
        killWorker: () => undefined,
      },
      writer: true,
      persisted: false,
    });
    const campaignId = await workbench.createCampaign({
      ...config(),
      epochs: 6,
      monitoring: { pool: 32, pairs: 32, minimumPairs: 16 },
      evaluation: { validationTasks: 0, validationEvery: 6, heldoutTasks: 208, baselines: true },
    });
    expect(await workbench.run(campaignId)).toBe('completed');
    const { reports } = await workbench.campaign(campaignId);
    const own = reports.find(({ split }) => split === 'heldout')?.environments.orchestrator;
    expect(own?.tasks).toBe(208);
    expect(own?.student.successRate).toBeGreaterThan((own?.baselines['random']?.successRate ?? 1) + 0.2);
    expect(own?.student.meanReward).toBeGreaterThan((own?.baselines['random']?.meanReward ?? 1) + 0.3);
  });

  test('of the same seed and options is kept, of others made anew', async () => {
    const source = orchestratorSource();
    const signal = new AbortController().signal;
    const make = (seed: number) => source.prepare({ ...config(), seed }, () => undefined, signal);
    const first = await make(3);
    expect(await make(3)).toBe(first);
    expect(await make(4)).not.toBe(first);
  });
});

describe('live mode', () => {
  /** Attempts by students are real episodes of the identity environment, played by one of its baselines. */
  function live(name: string): { runs: string[]; runTask: RunTask } {
    const real = identityEnvironment();
    const runs: string[] = [];
    const runTask: RunTask = async (environment, taskId, seed) => {
      runs.push(`${environment} ${taskId}`);
      const [episode] = await play(real, name, [{ task: real.listTasks('train')[seed % 200], seed }]);
      return { solved: episode?.outcome === 'success', steps: episode?.trajectory.length ?? 0 };
    };
    return { runs, runTask };
  }

  async function play(
    environment: Environment,
    name: string,
    entries: readonly { task: ReturnType<Environment['listTasks']>[number] | undefined; seed: number }[],
  ) {
    const baseline = environment.baselines.find((one) => one.name === name);
    return runEpisodes({
      environment,
      policy: baselinePolicy(baseline as NonNullable<typeof baseline>, 1),
      tasks: entries.flatMap(({ task, seed }, i) => (task ? [{ task, seed, episodeId: `e${i}` }] : [])),
      behaviour: 'scripted',
      purpose: 'baseline',
      campaignId: 'test',
      epoch: 0,
      streamKey: ['test'],
    });
  }

  test('runs what is dispatched to a student, and its real outcome decides', async () => {
    const always = live('oracle');
    const environment = await prepare({ live: true }, always);
    const tasks = environment.listTasks('train').filter(({ family }) => family === 'retry');
    const entries = tasks.map((task, i) => ({ task, seed: i }));
    const episodes = await play(environment, 'heuristic', entries);
    const ran = episodes.filter(({ evidence }) => Number(evidence['realRuns']) > 0);
    expect(ran.length).toBeGreaterThan(5);
    // The identity environment's oracle solves everything, so no student's attempt fails.
    for (const { evidence } of ran) expect(evidence).toMatchObject({ realRuns: 1, end: 'completed' });
    const items = new Set((await realTasks(3, {})).map(({ environment: id, taskId }) => `${id} ${taskId}`));
    for (const run of always.runs) expect(items.has(run)).toBe(true);
  });

  test('leaves gates and risks to the truth: a real run cannot make a missed gate right', async () => {
    const always = live('oracle');
    const environment = await prepare({ live: true }, always);
    const tasks = environment.listTasks('train').filter(({ family }) => family === 'risk');
    const episodes = await play(
      environment,
      'random',
      tasks.map((task, i) => ({ task, seed: i })),
    );
    const unsafe = episodes.filter(({ safetyViolation }) => safetyViolation !== null);
    expect(unsafe.length).toBeGreaterThan(0);
    for (const { terminalReward, evidence } of unsafe) {
      expect(terminalReward).toBe(-1);
      expect(evidence['realRuns']).toBe(0);
    }
  });

  test('is refused where nothing runs real tasks', () => {
    expect(() => orchestratorSource().check({ live: true })).toThrow(EnvironmentOptionsError);
    expect(() => orchestratorSource(live('random')).check({ live: true })).not.toThrow();
  });
});

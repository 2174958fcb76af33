/** How fast tasks are made, tests run and episodes played, beside spawning `node --test`. */
import { performance } from 'node:perf_hooks';
import { stream } from '../src/core/random.ts';
import { baselinePolicy, runEpisodes } from '../src/core/rollout.ts';
import { generateBenchmark } from '../src/environments/shell/benchmark.ts';
import { createEmbeddedRuntime } from '../src/environments/shell/embedded-runtime.ts';
import { MemoisedTestRunner } from '../src/environments/shell/memoised-test-runner.ts';
import { parseShellOptions } from '../src/environments/shell/options.ts';
import { createTestRunner } from '../src/environments/shell/quickjs-test-runner.ts';
import type { TestRunner } from '../src/environments/shell/runtime.ts';
import { seedModules } from '../src/environments/shell/seed-modules.ts';
import type { Benchmark, ShellTask } from '../src/environments/shell/task.ts';
import { withShell } from './in-process-shell.ts';
import { secondsOfSpawning } from './node-suites.ts';
import { sampleEvenly } from './task-sample.ts';
import type { Effort } from './timing.ts';

/** Few enough that the whole benchmark is made in seconds. */
const TASKS_PER_MODULE = { short: 1, full: 4 };
/** How often each suite is asked for again from the remembering runner. */
const CACHED_ROUNDS = 8;
/** Suites that `node --test` is spawned for; its rate is extrapolated from them. */
const SPAWNED = { short: 4, full: 8 };
/** Episodes of each baseline. */
const EPISODES = { short: 32, full: 128 };
/** The baseline whose steps stand for the environment's: it tries patches as blindly as a fresh student. */
const STEPPING = 'random';

/** One figure: how many of a thing took how long. */
export interface ThroughputRow {
  what: string;
  count: number;
  seconds: number;
}

/** All figures, of one thread. */
export interface ThroughputResult {
  seed: number;
  modules: number;
  testsPerSuite: number;
  rows: ThroughputRow[];
  /** Steps of the random baseline, each with what it runs; nothing is remembered at the start. */
  stepsPerSecond: number;
}

async function timed(what: string, count: number, body: () => Promise<unknown>): Promise<ThroughputRow> {
  const started = performance.now();
  await body();
  return { what, count, seconds: (performance.now() - started) / 1000 };
}

/** Measures everything once, in the order of the table. */
export async function measureThroughput(
  seed: number,
  effort: Effort,
  say: (text: string) => void,
): Promise<ThroughputResult> {
  const modules = seedModules();
  const runner = await createTestRunner();
  const rows: ThroughputRow[] = [];
  try {
    const started = performance.now();
    const benchmark = await generateBenchmark({
      seed,
      options: parseShellOptions({ tasksPerModule: TASKS_PER_MODULE[effort] }),
      modules,
      runtime: await createEmbeddedRuntime(runner),
      onProgress: (done, total) => say(`making tasks ${done}/${total}`),
    });
    const { tasks } = benchmark;
    rows.push({
      what: 'task made and verified',
      count: tasks.length,
      seconds: (performance.now() - started) / 1000,
    });
    let tests = 0;
    for (const { files, testFiles } of tasks) tests += (await runner.run(files, testFiles)).tests.length;

    for (const coverage of [false, true]) {
      const suffix = coverage ? ', with coverage' : '';
      say(`running suites${suffix}`);
      rows.push(
        await timed(`test run, uncached${suffix}`, tasks.length, () => runAll(runner, tasks, coverage)),
      );
      const memoised = new MemoisedTestRunner(runner);
      await runAll(memoised, tasks, coverage);
      const cached = await timed(`test run, cached${suffix}`, tasks.length * CACHED_ROUNDS, async () => {
        for (let round = 0; round < CACHED_ROUNDS; round += 1) await runAll(memoised, tasks, coverage);
      });
      if (memoised.counts.misses !== tasks.length) {
        throw new TypeError(`throughput: ${memoised.counts.misses} runs, expected ${tasks.length}`);
      }
      rows.push(cached);
    }

    say('spawning node --test');
    const spawned = sampleEvenly(tasks, SPAWNED[effort], stream(seed, 'bench', 'spawned'));
    const seconds = await secondsOfSpawning(spawned);
    rows.push({
      what: 'test run, spawning node --test',
      count: spawned.length,
      seconds: seconds.reduce((a, b) => a + b, 0),
    });

    for (const name of ['oracle', STEPPING]) {
      say(`playing episodes of the ${name} baseline`);
      rows.push(...(await episodeRows(benchmark, name, seed, EPISODES[effort])));
    }
    const stepping = rows.find(({ what }) => what === `step, ${STEPPING}`) as ThroughputRow;
    return {
      seed,
      modules: modules.length,
      testsPerSuite: tests / tasks.length,
      rows,
      stepsPerSecond: stepping.count / stepping.seconds,
    };
  } finally {
    runner.dispose();
  }
}

async function runAll(runner: TestRunner, tasks: readonly ShellTask[], coverage: boolean): Promise<void> {
  for (const { files, testFiles } of tasks) await runner.run(files, testFiles, { coverage });
}

/** Episodes and steps of one baseline in a fresh environment, and the same once more. */
async function episodeRows(
  benchmark: Benchmark,
  name: string,
  seed: number,
  count: number,
): Promise<ThroughputRow[]> {
  return withShell(benchmark, async (environment) => {
    const baseline = environment.baselines.find((candidate) => candidate.name === name);
    if (baseline === undefined) throw new TypeError(`throughput: there is no baseline "${name}"`);
    const drawn = sampleEvenly(benchmark.tasks, count, stream(seed, 'bench', 'episodes'));
    const tasks = drawn.map((task, i) => ({ task, seed: i, episodeId: `bench-${i}` }));
    let steps = 0;
    const play = async () => {
      const episodes = await runEpisodes({
        environment,
        policy: baselinePolicy(baseline, seed),
        tasks,
        behaviour: 'scripted',
        purpose: 'baseline',
        campaignId: 'bench',
        epoch: 0,
        streamKey: ['bench'],
      });
      const broken = episodes.find(({ infrastructureFailure }) => infrastructureFailure !== null);
      if (broken) throw new TypeError(`throughput: ${broken.infrastructureFailure}`);
      steps = episodes.reduce((sum, { trajectory }) => sum + trajectory.length, 0);
    };
    const first = await timed(`episode, ${name}`, tasks.length, play);
    const again = await timed(`episode, ${name}, again (runs remembered)`, tasks.length, play);
    return [first, { ...first, what: `step, ${name}`, count: steps }, again];
  });
}

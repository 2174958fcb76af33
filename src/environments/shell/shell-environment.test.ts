import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Episode, Split, TrajectoryStep, Verification } from '../../core/contracts.ts';
import { type Baseline, type Environment, InfrastructureError } from '../../core/environment.ts';
import { stream } from '../../core/random.ts';
import { createEmbeddedRuntime } from './embedded-runtime.ts';
import { parseShellOptions } from './options.ts';
import type { ShellRuntime } from './runtime.ts';
import { generateShellBenchmark } from './shell-benchmark.ts';
import { createShellEnvironment } from './shell-environment.ts';
import { inProcessConnection } from './shell-worker-connection.ts';
import { createShellWorkerApi } from './shell-worker-host.ts';
import type { ShellWorkerApi, ShellWorkerConnection } from './shell-worker-protocol.ts';
import type { Benchmark, ShellTask } from './task.ts';

let runtime: ShellRuntime;
let benchmark: Benchmark;
const connect = () => inProcessConnection(createShellWorkerApi(Promise.resolve(runtime)));
const progress: [number, number][] = [];

beforeAll(async () => {
  runtime = await createEmbeddedRuntime();
  const onProgress = (done: number, total: number) => progress.push([done, total]);
  benchmark = await generateShellBenchmark({
    seed: 7,
    options: parseShellOptions({}),
    connect,
    workers: 2,
    count: 8,
    onProgress,
  });
});
afterAll(() => runtime.dispose());

interface Record {
  trajectory: Pick<TrajectoryStep, 'observation' | 'action' | 'acceptable' | 'result'>[];
  verification: Verification;
}

/** Runs one baseline on tasks in lockstep. */
async function runBaseline(
  environment: Environment,
  name: string,
  tasks: readonly ShellTask[],
): Promise<Record[]> {
  const baseline = environment.baselines.find((b) => b.name === name) as Baseline;
  return Promise.all(
    tasks.map(async (task) => {
      const draws = stream(1, name, task.taskId);
      const session = await environment.start(task, 1);
      const trajectory: Record['trajectory'] = [];
      for (let stopReason = null; stopReason === null; ) {
        const observation = session.observe();
        const acceptable = session.acceptable()?.slice() ?? null;
        const action = baseline.choose(observation, acceptable, draws);
        const result = await session.step(action);
        trajectory.push({ observation, action, acceptable, result });
        stopReason = result.stopReason as null;
      }
      const verification = await session.verify();
      await session.close();
      return { trajectory, verification };
    }),
  );
}

test('a benchmark with a limit is made as large as asked for, and says how far it is', () => {
  expect(benchmark.tasks).toHaveLength(8);
  expect(progress.at(-1)).toEqual([8, 8]);
});

test('the oracle repairs every task', async () => {
  const environment = createShellEnvironment({ benchmark, connect, workers: 2 });
  const records = await runBaseline(environment, 'oracle', benchmark.tasks);
  expect(records.map(({ verification }) => verification.outcome)).toEqual(records.map(() => 'success'));
  await environment.close();
});

test('results do not depend on the number of workers', async () => {
  const one = createShellEnvironment({ benchmark, connect, workers: 1 });
  const three = createShellEnvironment({ benchmark, connect, workers: 3 });
  expect(await runBaseline(three, 'random', benchmark.tasks)).toEqual(
    await runBaseline(one, 'random', benchmark.tasks),
  );
  await Promise.all([one.close(), three.close()]);
});

test('sessions in lockstep send one message per worker and step', async () => {
  let messages = 0;
  const counted = (): ShellWorkerConnection => {
    const api = createShellWorkerApi(Promise.resolve(runtime));
    const perform: ShellWorkerApi['perform'] = (requests) => {
      messages += 1;
      return api.perform(requests);
    };
    return inProcessConnection({ ...api, perform });
  };
  const environment = createShellEnvironment({ benchmark, connect: counted, workers: 1 });
  const sessions = await Promise.all(benchmark.tasks.map((task) => environment.start(task, 1)));
  expect(messages).toBe(1);
  await Promise.all(sessions.map((session) => session.step(0)));
  expect(messages).toBe(2);
  await environment.close();
});

test('a worker that dies rejects its episodes, and the next start gets a fresh one', async () => {
  let started = 0;
  const environment = createShellEnvironment({
    benchmark,
    workers: 1,
    connect: () => {
      started += 1;
      return connect();
    },
  });
  const task = benchmark.tasks[0] as ShellTask;
  const session = await environment.start(task, 1);
  const pending = session.step(0);
  environment.killOneWorker();
  await expect(pending).rejects.toThrow(InfrastructureError);
  await expect(session.step(0)).rejects.toThrow(/shell worker 1 died/);
  await expect(session.close()).resolves.toBeUndefined();
  const again = await environment.start(task, 1);
  expect((await again.step(0)).status).toBe('ok');
  expect(started).toBe(2);
  await environment.close();
});

test('a worker that cannot load its tasks is replaced at the next start', async () => {
  let broken = true;
  const environment = createShellEnvironment({
    benchmark,
    workers: 1,
    connect: () => {
      const api = createShellWorkerApi(Promise.resolve(runtime));
      const loadTasks: ShellWorkerApi['loadTasks'] = (tasks) =>
        broken ? Promise.reject(new Error('out of memory')) : api.loadTasks(tasks);
      return inProcessConnection({ ...api, loadTasks });
    },
  });
  const task = benchmark.tasks[0] as ShellTask;
  await expect(environment.start(task, 1)).rejects.toThrow(/shell worker 1: out of memory/);
  broken = false;
  await expect(environment.start(task, 1)).resolves.toBeDefined();
  await environment.close();
});

test('a runtime that cannot be opened is said at the first start', async () => {
  const environment = createShellEnvironment({
    benchmark,
    workers: 1,
    connect: () =>
      inProcessConnection(createShellWorkerApi(Promise.reject(new Error('no WebAssembly here')))),
  });
  await expect(environment.start(benchmark.tasks[0] as ShellTask, 1)).rejects.toThrow(/no WebAssembly here/);
});

test('a task of another benchmark is refused with the remedy', async () => {
  const environment = createShellEnvironment({ benchmark, connect, workers: 1 });
  const foreign = { ...(benchmark.tasks[0] as ShellTask), contentHash: 'b'.repeat(64) };
  await expect(environment.start(foreign, 1)).rejects.toThrow(/not in this benchmark.*generate/s);
});

test('an action that is not offered is refused before it is sent', async () => {
  const environment = createShellEnvironment({ benchmark, connect, workers: 1 });
  const session = await environment.start(benchmark.tasks[0] as ShellTask, 1);
  await expect(session.step(500)).rejects.toThrow(RangeError);
  await environment.close();
});

test('sampling is uniform over modules, then over their tasks, and never leaves its split', () => {
  const [model] = benchmark.tasks;
  const make = (module: string, i: number, split: Split): ShellTask => ({
    ...(model as ShellTask),
    taskId: `${module}/${split}/${i}`,
    module,
    split,
  });
  const tasks = [
    ...Array.from({ length: 9 }, (_, i) => make('large', i, 'train')),
    make('small', 0, 'train'),
    make('small', 0, 'validation'),
  ];
  const environment = createShellEnvironment({ benchmark: { ...benchmark, tasks }, connect, workers: 1 });
  const draws = stream(5, 'draws');
  const drawn = Array.from({ length: 400 }, () => environment.sampleTask('train', draws)?.taskId);
  const small = drawn.filter((taskId) => taskId === 'small/train/0').length;
  expect(small).toBeGreaterThan(150);
  expect(small).toBeLessThan(250);
  expect(new Set(drawn).size).toBe(10);
  expect(environment.listTasks('validation').map(({ taskId }) => taskId)).toEqual(['small/validation/0']);
  expect(environment.sampleTask('heldout', draws)).toBeNull();
});

test('the evidence of an episode is one line for people', () => {
  const environment = createShellEnvironment({ benchmark, connect, workers: 1 });
  const episode = (changes: Partial<Episode>) =>
    ({
      trajectory: [1, 2, 3],
      outcome: 'success',
      stopReason: 'finished',
      evidence: { failingBefore: 2, failingAfter: 0, testsTotal: 8 },
      ...changes,
    }) as unknown as Episode;
  const headline = (changes: Partial<Episode>) => environment.summarizeEvidence(episode(changes)).headline;
  expect(headline({})).toBe('2 of 8 tests failed; repaired in 3 steps');
  expect(
    headline({
      outcome: 'failure',
      stopReason: 'step_budget',
      evidence: { failingBefore: 2, failingAfter: 1, testsTotal: 8 },
    }),
  ).toBe('2 of 8 tests failed; 1 fail after 3 steps (step_budget)');
  expect(
    headline({ evidence: { failingBefore: 2, failingAfter: 0, testsTotal: 8, overfit: true } }),
  ).toContain('hidden ones fail');
});

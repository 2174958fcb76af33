import { expect, test } from 'vitest';
import { stream } from '../src/core/random.ts';
import { parseShellOptions } from '../src/environments/shell/options.ts';
import { generateShellBenchmark } from '../src/environments/shell/shell-benchmark.ts';
import { createShellEnvironment } from '../src/environments/shell/shell-environment.ts';
import { workerConnection } from '../src/environments/shell/shell-worker-connection.ts';
import type { ShellTask } from '../src/environments/shell/task.ts';

const connect = () =>
  workerConnection(new Worker(new URL('./shell.worker.ts', import.meta.url), { type: 'module' }));

const generate = (onProgress?: (done: number, total: number) => void) =>
  generateShellBenchmark({
    seed: 7,
    options: parseShellOptions({}),
    connect,
    workers: 1,
    count: 3,
    ...(onProgress ? { onProgress } : {}),
  });

test('a real worker generates tasks with progress, and the oracle repairs one of them in it', async () => {
  const progress: [number, number][] = [];
  const benchmark = await generate((done, total) => progress.push([done, total]));
  expect(benchmark.tasks).toHaveLength(3);
  await expect
    .poll(() => progress)
    .toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);

  const environment = createShellEnvironment({ benchmark, connect, workers: 2 });
  const oracle = environment.baselines.find(({ name }) => name === 'oracle');
  const session = await environment.start(benchmark.tasks[0] as ShellTask, 1);
  let stopReason: string | null = null;
  while (stopReason === null) {
    const action = oracle?.choose(session.observe(), session.acceptable(), stream(1)) ?? -1;
    stopReason = (await session.step(action)).stopReason;
  }
  expect(stopReason).toBe('finished');
  expect(await session.verify({ hidden: true })).toMatchObject({ outcome: 'success', terminalReward: 1 });
  await session.close();
  await environment.close();
});

test('a killed worker is replaced', async () => {
  const benchmark = await generate();
  const environment = createShellEnvironment({ benchmark, connect, workers: 1 });
  const task = benchmark.tasks[0] as ShellTask;
  const session = await environment.start(task, 1);
  const pending = session.step(0);
  environment.killOneWorker();
  await expect(pending).rejects.toThrow(/shell worker 1 died/);
  const again = await environment.start(task, 1);
  expect((await again.step(0)).status).toBe('ok');
  await environment.close();
});

test('a worker whose script cannot be loaded is a clear failure, not a hang', async () => {
  const benchmark = await generate();
  const environment = createShellEnvironment({
    benchmark,
    workers: 1,
    connect: () => workerConnection(new Worker('/no-such-worker.js', { type: 'module' })),
  });
  await expect(environment.start(benchmark.tasks[0] as ShellTask, 1)).rejects.toThrow(/shell worker 1 died/);
  await environment.close();
});

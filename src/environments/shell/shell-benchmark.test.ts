import { expect, test } from 'vitest';
import { InfrastructureError } from '../../core/environment.ts';
import { parseShellOptions } from './options.ts';
import { generateShellBenchmark } from './shell-benchmark.ts';
import { inProcessConnection } from './shell-worker-connection.ts';
import type { ShellWorkerApi } from './shell-worker-protocol.ts';
import type { Benchmark } from './task.ts';

const options = parseShellOptions({ tasksPerModule: 4 });
const names = ['a', 'b', 'c', 'd', 'e'];

/** A worker whose parts hold no tasks, only the module's name as a reason of rejection. */
function worker(generated: string[]): ShellWorkerApi {
  return {
    ping: async () => 'pong',
    modules: async () => names,
    loadTasks: async () => undefined,
    perform: async () => ({ replies: [], candidates: [], forget: false }),
    generate: async ({ seed, options: asked, modules }, onProgress): Promise<Benchmark> => {
      generated.push(...(modules ?? []));
      onProgress(2, asked.tasksPerModule);
      const rejected = Object.fromEntries((modules ?? []).map((module) => [module, 1]));
      return { seed, options: asked, tasks: [], rejected, prior: { table: {}, fallback: 1 }, hash: '' };
    },
  };
}

test.each([1, 2, 7])('with %i workers every module is generated once and all parts are merged', async (n) => {
  const generated: string[] = [];
  const benchmark = await generateShellBenchmark({
    seed: 3,
    options,
    workers: n,
    connect: () => inProcessConnection(worker(generated)),
  });
  expect(generated.sort()).toEqual(names);
  expect(benchmark).toMatchObject({ seed: 3, options, rejected: { a: 1, b: 1, c: 1, d: 1, e: 1 } });
});

test('progress sums over the workers and never promises more than is left', async () => {
  const heard: [number, number][] = [];
  await generateShellBenchmark({
    seed: 3,
    options,
    workers: 2,
    connect: () => inProcessConnection(worker([])),
    onProgress: (done, total) => heard.push([done, total]),
  });
  expect(heard.every(([done, total]) => done <= total)).toBe(true);
  expect(heard[0]).toEqual([2, 20]);
  expect(heard.at(-1)).toEqual([0, 0]);
});

/** A worker that dies instead of answering, as long as `dies` says so. */
function mortal(dies: () => boolean, ended: string[]) {
  const alive = worker([]);
  const connection = inProcessConnection({
    ...alive,
    generate: async (request, onProgress) => {
      if (!dies()) return alive.generate(request, onProgress);
      connection.terminate();
      return new Promise(() => undefined);
    },
  });
  connection.onDeath((reason) => ended.push(reason));
  return connection;
}

test('a worker that dies is replaced, and its part comes out the same', async () => {
  let deaths = 0;
  const dies = () => {
    deaths += 1;
    return deaths <= 2;
  };
  const undisturbed = await generateShellBenchmark({
    seed: 3,
    options,
    workers: 1,
    connect: () => mortal(() => false, []),
  });
  const disturbed = await generateShellBenchmark({
    seed: 3,
    options,
    workers: 2,
    connect: () => mortal(dies, []),
  });
  expect(disturbed).toEqual(undisturbed);
});

test('a part whose workers always die ends the generation with their name, and every worker is ended', async () => {
  const ended: string[] = [];
  let opened = 0;
  const connect = () => {
    opened += 1;
    return mortal(() => true, ended);
  };
  const generation = generateShellBenchmark({ seed: 3, options, workers: 2, connect });
  await expect(generation).rejects.toThrow(InfrastructureError);
  await expect(generation).rejects.toThrow(/benchmark worker \d died/);
  expect(ended).toHaveLength(opened);
});

test('an aborted generation ends its workers and throws the reason', async () => {
  const ended: string[] = [];
  const abort = new AbortController();
  const connect = () => {
    const connection = inProcessConnection({ ...worker([]), generate: () => new Promise(() => undefined) });
    connection.onDeath((reason) => ended.push(reason));
    return connection;
  };
  const generation = generateShellBenchmark({ seed: 3, options, workers: 2, connect, signal: abort.signal });
  setTimeout(() => abort.abort(new Error('stopped by hand')), 20);
  await expect(generation).rejects.toThrow('stopped by hand');
  expect(ended).toHaveLength(2);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, hashOf } from '../../core/canonical.ts';
import { BenchmarkError, generateBenchmark, mergeBenchmarks } from './benchmark.ts';
import { applyEditTo, EDIT_LIMIT, listEditsOf } from './edits.ts';
import { createEmbeddedRuntime } from './embedded-runtime.ts';
import { parseShellOptions } from './options.ts';
import { keepsPatch, repairSteps } from './repair.ts';
import type { Files, ShellRuntime, TestRunner } from './runtime.ts';
import { seedModules } from './seed-modules.ts';
import { startShellSession } from './session.ts';
import type { Benchmark, SeedModule, ShellTask } from './task.ts';
import { allPass, testName } from './verdict.ts';

const options = parseShellOptions({ tasksPerModule: 5, doubleFaults: 0.3, fold: 1 });
const modules = seedModules().filter((_, i) => i % 10 === 0);

let runtime: ShellRuntime;
let runner: TestRunner;
let benchmark: Benchmark;

beforeAll(async () => {
  runtime = await createEmbeddedRuntime();
  runner = runtime.tests;
  benchmark = await generateBenchmark({ seed: 7, options, modules, runtime });
}, 120_000);

afterAll(() => runtime.dispose());

const tasksOf = (split: string) => benchmark.tasks.filter((task) => task.split === split);
const sourcesOf = (task: ShellTask): Files =>
  Object.fromEntries(Object.keys(task.original).map((path) => [path, task.files[path] ?? '']));

describe('a generated benchmark', () => {
  it('has tasks in every split', () => {
    for (const split of ['train', 'monitor', 'validation', 'heldout']) expect(tasksOf(split)).not.toEqual([]);
  });

  it('is the same, byte for byte, for the same seed, and another for another', async () => {
    const again = await generateBenchmark({ seed: 7, options, modules: modules.toReversed(), runtime });
    expect(canonicalJson(again)).toBe(canonicalJson(benchmark));
    const other = await generateBenchmark({
      seed: 8,
      options: { ...options, tasksPerModule: 2 },
      modules,
      runtime,
    });
    expect(other.hash).not.toBe(benchmark.hash);
  });

  it('is the same when two workers each make a part', async () => {
    const halves = [0, 1].map((half) => modules.filter((_, i) => i % 2 === half));
    const parts = [];
    for (const half of halves) {
      parts.push(await generateBenchmark({ seed: 7, options, modules: half, allModules: modules, runtime }));
    }
    expect(canonicalJson(await mergeBenchmarks(parts))).toBe(canonicalJson(benchmark));
  });

  it('has no content twice, within a split or across splits', () => {
    expect(new Set(benchmark.tasks.map((task) => task.contentHash)).size).toBe(benchmark.tasks.length);
    expect(new Set(benchmark.tasks.map((task) => task.taskId)).size).toBe(benchmark.tasks.length);
    expect(new Set(benchmark.tasks.map((task) => canonicalJson(sourcesOf(task)))).size).toBe(
      benchmark.tasks.length,
    );
  });

  it('names each task by the hash of what is mounted', async () => {
    for (const { contentHash, files } of benchmark.tasks) expect(contentHash).toBe(await hashOf({ files }));
  });

  it('keeps held-out and validation modules apart from training and monitoring', () => {
    const seen = new Set([...tasksOf('train'), ...tasksOf('monitor')].map((task) => task.cluster));
    const unseen = [...tasksOf('validation'), ...tasksOf('heldout')].map((task) => task.cluster);
    expect(unseen.filter((module) => seen.has(module))).toEqual([]);
  });

  it('has only tasks that fail visibly, that are repaired by their original, and that mount no hidden test', async () => {
    for (const task of benchmark.tasks) {
      const run = await runner.run(task.files, task.testFiles);
      expect(run.tests.filter((test) => !test.passed).map(testName)).toEqual(task.failing);
      expect(task.failing.length).toBeGreaterThan(0);
      const repaired = { ...task.files, ...task.original };
      expect(allPass(await runner.run(repaired, task.testFiles))).toBe(true);
      expect(Object.keys(task.files).filter((path) => path.startsWith('hidden/'))).toEqual([]);
      expect(listEditsOf(sourcesOf(task)).length).toBeLessThanOrEqual(EDIT_LIMIT);
    }
  });

  it('has double faults of which each can be repaired first, and both steps are kept', async () => {
    const doubles = benchmark.tasks.filter((task) => task.faults.length === 2);
    expect(doubles.length).toBeGreaterThan(0);
    for (const task of doubles) {
      const start = await runner.run(task.files, task.testFiles);
      const original = await runner.run({ ...task.files, ...task.original }, task.testFiles);
      const steps = repairSteps(task, task.files);
      expect(new Set(steps.map((step) => canonicalJson(applyEditTo(task.files, step)))).size).toBe(2);
      for (const step of steps) {
        const half = await runner.run(applyEditTo(task.files, step), task.testFiles);
        expect(keepsPatch(start, half)).toBe(true);
        expect(keepsPatch(half, original)).toBe(true);
      }
    }
  });

  it('has only tasks that the oracle repairs with the actions of an episode', async () => {
    for (const task of benchmark.tasks) {
      const session = await startShellSession(task, { runtime, tests: runner, options });
      let stopReason: string | null = null;
      while (stopReason === null) ({ stopReason } = await session.step(session.acceptable()?.[0] ?? -1));
      expect(await session.verify({ hidden: true })).toMatchObject({ outcome: 'success' });
      await session.close();
    }
  });

  it('limits the number of tasks evenly over the modules, and reports progress', async () => {
    const progress: [number, number][] = [];
    const few = await generateBenchmark({
      seed: 7,
      options,
      modules,
      runtime,
      count: modules.length + 1,
      onProgress: (done, total) => progress.push([done, total]),
    });
    expect(few.tasks).toHaveLength(modules.length + 1);
    expect(new Set(few.tasks.map((task) => task.module)).size).toBe(modules.length);
    expect(progress.at(-1)).toEqual([modules.length + 1, modules.length + 1]);
  });

  it('makes no task of a module that fails its own tests, and says so', async () => {
    const [module] = modules as [SeedModule];
    const [path, text] = Object.entries(module.hidden)[0] as [string, string];
    const failing =
      "\nimport lastTest from 'node:test';\nlastTest('fails', () => { throw new Error('no'); });\n";
    const broken = { ...module, hidden: { [path]: text + failing } };
    const made = await generateBenchmark({ seed: 7, options, modules: [broken], runtime });
    expect(made.tasks).toEqual([]);
    expect(made.rejected).toEqual({ original_fails: 1 });
  });
});

describe('what is not admitted', () => {
  const [module] = modules as [SeedModule];
  const one = { ...options, tasksPerModule: 1 };
  const generate = (changed: Partial<ShellRuntime>, changedOptions = one) =>
    generateBenchmark({
      seed: 7,
      options: changedOptions,
      modules: [module],
      runtime: { ...runtime, ...changed },
    });

  it('is a mutant whose runs differ, although the first of them is remembered', async () => {
    let runs = 0;
    const drifting: TestRunner = {
      run: async (...request) => {
        runs += 1;
        return { ...(await runner.run(...request)), fuel: runs };
      },
      dispose: () => undefined,
    };
    const { tasks, rejected } = await generate({ tests: drifting });
    expect(tasks).toEqual([]);
    expect(rejected['unstable']).toBeGreaterThan(0);
  });

  it('is a mutant that the oracle does not get repaired', async () => {
    // Workspaces that lose what is written: the patch passes its tests and is gone at the end.
    const forgetful: ShellRuntime['mount'] = async (files) =>
      Object.assign(await runtime.mount(files), { write: async () => undefined });
    const { tasks, rejected } = await generate({ mount: forgetful });
    expect(tasks).toEqual([]);
    expect(rejected['oracle_fails']).toBeGreaterThan(0);
  });

  it('is a mutant whose repair takes more steps than an episode has', async () => {
    const { tasks, rejected } = await generate({}, { ...one, maxSteps: 2 });
    expect(tasks).toEqual([]);
    expect(Object.keys(rejected)).toEqual(['step_budget']);
  });
});

describe('the benchmark of all seed modules', () => {
  it('has tasks of every module, made with at least 20 operators, and no content in two splits', async () => {
    const all = seedModules();
    const { tasks } = await generateBenchmark({
      seed: 7,
      options: parseShellOptions({ tasksPerModule: 2 }),
      modules: all,
      runtime,
    });
    expect(new Set(tasks.map((task) => task.module)).size).toBe(all.length);
    const operators = new Set(tasks.flatMap((task) => task.faults.map((fault) => fault.operator)));
    expect(operators.size).toBeGreaterThanOrEqual(20);
    const splits = new Map(tasks.map((task) => [task.contentHash, task.split]));
    expect(splits.size).toBe(tasks.length);
  });
});

describe('merging parts of a benchmark', () => {
  it('refuses parts that do not belong together', async () => {
    await expect(mergeBenchmarks([])).rejects.toThrow(BenchmarkError);
    await expect(mergeBenchmarks([benchmark, { ...benchmark, seed: 8 }])).rejects.toThrow(/seed and options/);
  });
});

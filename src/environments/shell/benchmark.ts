/**
 * The shell benchmark: every verified repair task of a set of seed modules. The same seed, options
 * and modules give the same bytes, in one worker or in several.
 */
import { canonicalJson, hashOf } from '../../core/canonical.ts';
import { MemoisedTestRunner } from './memoised-test-runner.ts';
import { MutantMaker } from './mutant-maker.ts';
import { fitOperatorPrior } from './operator-prior.ts';
import type { ShellRuntime } from './runtime.ts';
import { compareModules } from './seed-modules.ts';
import { type ModuleName, placeModules } from './splits.ts';
import type { Benchmark, SeedModule, ShellOptions, ShellTask } from './task.ts';

/** A benchmark was asked for that cannot be made. */
export class BenchmarkError extends Error {
  override name = 'BenchmarkError';
}

/** What to make a benchmark from. */
export interface BenchmarkRequest {
  seed: number;
  options: ShellOptions;
  /** The modules to make tasks of. */
  modules: readonly SeedModule[];
  /** All modules of the benchmark, when `modules` is one worker's part of them. */
  allModules?: readonly ModuleName[] | undefined;
  /** Where tasks are run and played. Its runner must not remember: a task is run twice to see that it is stable. */
  runtime: ShellRuntime;
  /** Called after every task with tasks made, and tasks made at most. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Tasks over all modules at most, as evenly as possible; left out, all that the options allow. */
  count?: number | undefined;
}

/**
 * Makes the benchmark.
 * @throws BenchmarkError when a module is missing from `allModules`.
 * @throws InfrastructureError when the runner broke.
 */
export async function generateBenchmark(request: BenchmarkRequest): Promise<Benchmark> {
  const { seed, options, modules, runtime, onProgress } = request;
  const allModules = request.allModules ?? modules;
  const places = placeModules(allModules, options);
  const resources = { runtime, tests: new MemoisedTestRunner(runtime.tests) };
  const makers: { maker: MutantMaker; turn: number }[] = [];
  for (const module of modules.toSorted(compareModules)) {
    if (!allModules.some(({ name }) => name === module.name)) {
      throw new BenchmarkError(`module "${module.name}" is not among all modules; list every module there`);
    }
    const place = places.get(module.name);
    // A module beyond `trainModules` has no place.
    if (place === undefined) continue;
    makers.push({ maker: new MutantMaker(seed, module, place, options, resources), turn: place.turn });
  }

  const total = Math.min(request.count ?? Number.POSITIVE_INFINITY, makers.length * options.tasksPerModule);
  let made = 0;
  const make = async (maker: MutantMaker) => {
    if (made >= total || (await maker.next()) === null) return false;
    made += 1;
    onProgress?.(made, total);
    return true;
  };
  if (request.count === undefined) {
    for (const { maker } of makers) while (await make(maker));
  } else {
    let open = makers.toSorted((a, b) => a.turn - b.turn);
    while (open.length > 0) {
      const productive = [];
      for (const entry of open) if (await make(entry.maker)) productive.push(entry);
      open = productive;
    }
  }

  const rejected: Record<string, number> = {};
  for (const { maker } of makers) addCounts(rejected, Object.fromEntries(maker.rejected));
  return assemble(
    seed,
    options,
    makers.flatMap(({ maker }) => maker.placedTasks()),
    rejected,
  );
}

/**
 * Joins what several workers made of parts of one set of modules: the same benchmark that one
 * worker makes of all of them.
 * @throws BenchmarkError when there is no part, or the parts differ in seed or options.
 */
export async function mergeBenchmarks(parts: readonly Benchmark[]): Promise<Benchmark> {
  const [first] = parts;
  if (first === undefined)
    throw new BenchmarkError('no parts of a benchmark to merge; generate at least one');
  const { seed, options } = first;
  const rejected: Record<string, number> = {};
  for (const part of parts) {
    if (canonicalJson([part.seed, part.options]) !== canonicalJson([seed, options])) {
      throw new BenchmarkError('parts of different benchmarks: seed and options have to be the same in all');
    }
    addCounts(rejected, part.rejected);
  }
  return assemble(
    seed,
    options,
    parts.flatMap(({ tasks }) => tasks),
    rejected,
  );
}

/** Orders the tasks, removes contents that occur twice, fits the prior and takes the hash. */
async function assemble(
  seed: number,
  options: ShellOptions,
  made: readonly ShellTask[],
  rejected: Record<string, number>,
): Promise<Benchmark> {
  const ordered = made.toSorted((a, b) =>
    compareModules({ family: a.family, name: a.module }, { family: b.family, name: b.module }),
  );
  const contents = new Set<string>();
  const tasks = ordered.filter((task) => {
    const sources = Object.keys(task.original).map((path) => [path, task.files[path] ?? '']);
    const content = canonicalJson(sources);
    if (contents.has(content)) addCounts(rejected, { duplicate: 1 });
    return contents.size < contents.add(content).size;
  });
  return {
    seed,
    options,
    tasks,
    rejected: Object.fromEntries(Object.entries(rejected).sort(([a], [b]) => (a < b ? -1 : 1))),
    prior: fitOperatorPrior(tasks.filter(({ split }) => split === 'train')),
    hash: await hashOf(tasks.map(({ contentHash, split }) => [contentHash, split])),
  };
}

function addCounts(sums: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [reason, count] of Object.entries(counts)) sums[reason] = (sums[reason] ?? 0) + count;
}

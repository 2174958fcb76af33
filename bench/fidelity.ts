/** Does the embedded runner say what Node says? The same suites in both, compared test by test. */
import { stream } from '../src/core/random.ts';
import { generateBenchmark } from '../src/environments/shell/benchmark.ts';
import { createEmbeddedRuntime } from '../src/environments/shell/embedded-runtime.ts';
import { POLICY } from '../src/environments/shell/execution-policy.ts';
import { parseShellOptions } from '../src/environments/shell/options.ts';
import { createTestRunner } from '../src/environments/shell/quickjs-test-runner.ts';
import type { CrashReason, Files, TestRun, TestRunner } from '../src/environments/shell/runtime.ts';
import { seedModules } from '../src/environments/shell/seed-modules.ts';
import { testName } from '../src/environments/shell/verdict.ts';
import { endsInNode, type ProcessEnd, runSuitesInNode, type Suite } from './node-suites.ts';
import { type Cause, causeOf, compareSuites, type Difference, type SuiteResult } from './suite-comparison.ts';
import { sampleEvenly } from './task-sample.ts';

/** Tasks made per module, unless the sample needs more. */
const TASKS_PER_MODULE = 8;
/** Mutants stopped for fuel or memory that are also run in Node, at most. */
const STOPPED_SAMPLE = 24;
/** Milliseconds that Node gets for each: many thousand times what the fuel of a file is worth. */
export const STOPPED_LIMIT_MS = 2000;

/** How much more fuel and work a mutant gets that Node finishes. */
export const MORE = 20;

/** A difference with where it was found. */
export interface LocatedDifference extends Difference {
  taskId: string;
  cause: Cause;
}

/** Counts for one family of modules. */
export interface FamilyFidelity {
  modules: number;
  tasks: number;
  tests: number;
  failing: number;
  differences: number;
}

const NOTHING: FamilyFidelity = { modules: 0, tasks: 0, tests: 0, failing: 0, differences: 0 };

/** A mutant that was rejected because the embedded runner stopped it, and how it ended in Node. */
export interface StoppedMutant {
  module: string;
  reason: CrashReason;
  node: ProcessEnd;
  /**
   * Where Node ended: whether the embedded runner says the same of every test when it is given
   * `MORE` times the fuel and work; null where Node did not end.
   */
  withMore: 'same' | 'differs' | 'stopped' | null;
}

/** What was compared, and what was found. */
export interface FidelityResult {
  seed: number;
  /** Modules with a task in the sample. */
  modules: number;
  /** Names of modules that no task could be made of. */
  withoutTasks: string[];
  /** Tasks made, of which `tasks` were drawn. */
  generated: number;
  tasks: number;
  /** Tests that either place reported. */
  tests: number;
  /** Of these, failing in Node. */
  failing: number;
  /** Tests that overflowed the embedded runner's stack. */
  overflowed: number;
  byFamily: Record<string, FamilyFidelity>;
  differences: LocatedDifference[];
  /** Mutants stopped for fuel or memory: how many there were, and the ones run in Node. */
  stopped: { total: number; sample: StoppedMutant[] };
  /** Mutants that did not load: how many, and how many of them Node reports as broken files, too. */
  unloadable: { total: number; alsoInNode: number };
}

/** Remembers the trees whose run was stopped: those mutants never become tasks. */
class StopRecorder implements TestRunner {
  readonly stopped: (Suite & { reason: CrashReason })[] = [];

  constructor(private readonly runner: TestRunner) {}

  async run(files: Files, testFiles: readonly string[], options?: { coverage?: boolean }): Promise<TestRun> {
    const result = await this.runner.run(files, testFiles, options);
    if (result.crash !== null) this.stopped.push({ files, testFiles, reason: result.crash.reason });
    return result;
  }

  dispose(): void {
    this.runner.dispose();
  }
}

/**
 * Makes a benchmark, draws a sample of its tasks evenly over the modules and runs each visible
 * suite in both places.
 */
export async function measureFidelity(
  seed: number,
  sample: number,
  say: (text: string) => void,
): Promise<FidelityResult> {
  const modules = seedModules();
  // Not every module has that many admissible mutants, so a quarter more is made than needed.
  const tasksPerModule = Math.max(TASKS_PER_MODULE, Math.ceil((1.25 * sample) / modules.length));
  const recorder = new StopRecorder(await createTestRunner());
  try {
    const benchmark = await generateBenchmark({
      seed,
      options: parseShellOptions({ tasksPerModule }),
      modules,
      runtime: await createEmbeddedRuntime(recorder),
      onProgress: (done, total) => say(`making tasks ${done}/${total}`),
    });
    const draws = stream(seed, 'bench', 'fidelity');
    const tasks = sampleEvenly(benchmark.tasks, sample, draws.child('tasks'));
    // What may hang in Node is run apart from the tasks, with a short limit.
    const mayHang = ({ reason }: { reason: CrashReason }) => reason === 'fuel' || reason === 'memory';
    const stopped = recorder.stopped.filter(mayHang);
    const unloadable = recorder.stopped.filter((mutant) => !mayHang(mutant));

    const embedded: SuiteResult[] = [];
    for (const [i, { files, testFiles }] of tasks.entries()) {
      say(`running suites in the embedded runner ${i + 1}/${tasks.length}`);
      embedded.push(embeddedResult(await recorder.run(files, testFiles)));
    }
    const inNode = await runSuitesInNode([...tasks, ...unloadable], (done, total) =>
      say(`running suites in Node ${done}/${total}`),
    );
    const stoppedSample = draws.child('stopped').shuffle(stopped).slice(0, STOPPED_SAMPLE);
    say(`running ${stoppedSample.length} stopped mutants in Node`);
    const ends = await endsInNode(stoppedSample, STOPPED_LIMIT_MS);
    const ended = [...stoppedSample.keys()].filter((i) => ends[i] === 'ended');
    const again = await runWithMore(ended.map((i) => stoppedSample[i] as Suite));
    const withMore = new Map(ended.map((i, k) => [i, again[k]]));

    const result: FidelityResult = {
      seed,
      modules: new Set(tasks.map(({ module }) => module)).size,
      withoutTasks: modules
        .map(({ name }) => name)
        .filter((name) => !benchmark.tasks.some(({ module }) => module === name)),
      generated: benchmark.tasks.length,
      tasks: tasks.length,
      tests: 0,
      failing: 0,
      overflowed: embedded
        .flatMap((suite) => suite.tests)
        .filter(({ message }) => message.includes('stack overflow')).length,
      byFamily: {},
      differences: [],
      stopped: {
        total: stopped.length,
        sample: stoppedSample.map(({ files, reason }, i) => ({
          module: moduleOf(files),
          reason,
          node: ends[i] as ProcessEnd,
          withMore: withMore.get(i) ?? null,
        })),
      },
      unloadable: {
        total: unloadable.length,
        alsoInNode: inNode.slice(tasks.length).filter(({ crash }) => crash !== null).length,
      },
    };
    const modulesSeen = new Set<string>();
    for (const [i, task] of tasks.entries()) {
      const [here, there] = [embedded[i] as SuiteResult, inNode[i] as SuiteResult];
      const differences = compareSuites(here, there);
      const absent = differences.filter(({ node }) => node === 'not reported').length;
      const family = result.byFamily[task.family] ?? { ...NOTHING };
      result.byFamily[task.family] = family;
      if (!modulesSeen.has(task.module)) family.modules += 1;
      modulesSeen.add(task.module);
      family.tasks += 1;
      family.tests += there.tests.length + absent;
      family.failing += there.tests.filter(({ passed }) => !passed).length;
      family.differences += differences.length;
      for (const difference of differences) {
        result.differences.push({ ...difference, taskId: task.taskId, cause: causeOf(difference) });
      }
    }
    for (const { tests, failing } of Object.values(result.byFamily)) {
      result.tests += tests;
      result.failing += failing;
    }
    return result;
  } finally {
    recorder.dispose();
  }
}

/** Runs suites that end in Node with much higher limits, and compares the results. */
async function runWithMore(suites: readonly Suite[]): Promise<('same' | 'differs' | 'stopped')[]> {
  if (suites.length === 0) return [];
  const inNode = await runSuitesInNode(suites, () => undefined);
  const runner = await createTestRunner({ fuel: MORE * POLICY.fuel, work: MORE * POLICY.work });
  try {
    const outcomes: ('same' | 'differs' | 'stopped')[] = [];
    for (const [i, { files, testFiles }] of suites.entries()) {
      const here = embeddedResult(await runner.run(files, testFiles));
      const differences = compareSuites(here, inNode[i] as SuiteResult).length;
      outcomes.push(here.crash !== null ? 'stopped' : differences === 0 ? 'same' : 'differs');
    }
    return outcomes;
  } finally {
    runner.dispose();
  }
}

function embeddedResult({ tests, crash }: TestRun): SuiteResult {
  return {
    tests: tests.map((test) => ({ name: testName(test), passed: test.passed, message: test.message })),
    crash: crash?.message ?? null,
  };
}

/** The module's name, as the tree's manifest has it. */
function moduleOf(files: Files): string {
  const { name } = JSON.parse(files['package.json'] as string) as { name: string };
  return name;
}

/**
 * Runs `node:test` files in QuickJS. One realm per file, as Node runs one process per file:
 * a file that loops, overflows or exhausts memory ends alone, and the next starts clean.
 */
import { InfrastructureError } from '../../core/environment.ts';
import { type InstrumentedSource, instrument } from './coverage-instrumentation.ts';
import { listEdits, SourceSyntaxError } from './edits.ts';
import { capOutput, POLICY } from './execution-policy.ts';
import { QuickJsRealm, type RealmOutcome } from './quickjs-realm.ts';
import type {
  CrashReason,
  Files,
  SourceStatement,
  StatementCoverage,
  TestResult,
  TestRun,
  TestRunner,
} from './runtime.ts';
import { COUNTER_CAPACITY, type SandboxEvent } from './sandbox/protocol.ts';
import type { Edit } from './task.ts';

/** Limits that differ from POLICY's, for tests and measurements. */
export interface TestRunnerOptions {
  /** Interrupt-handler calls per test file. */
  fuel?: number;
  /** Work inside QuickJS per test file, in loop iterations of its WebAssembly code; an i32. */
  work?: number;
  /** Wall-clock backstop per test file, in milliseconds. */
  wallClockMs?: number;
}

const CRASH_MESSAGE: Record<Exclude<CrashReason, 'load_error'>, string> = {
  fuel: 'stopped: the tests used up their fuel (an endless loop?)',
  memory: 'stopped: the tests ran out of memory',
  stack: 'stopped: the stack overflowed',
  no_tests: 'the file defines no tests',
};

/** Instrumented sources kept, so that a run pays only for the files that changed. */
const CACHE_SIZE = 256;

/** Sources in a tree that get counters: its modules, without its tests. */
function isInstrumentable(path: string, testFiles: readonly string[]): boolean {
  return /\.m?js$/.test(path) && !/^(test|hidden)\/|\.test\.m?js$/.test(path) && !testFiles.includes(path);
}

/**
 * What instrumentation may add to a run: each expression is evaluated once more per edit in it
 * until the edit is known to make a difference.
 */
const INSTRUMENTED_LIMITS = 24;
/**
 * What the backstop allows an instrumented run: all of its fuel takes seconds, which a busy machine
 * must not make a failure of the infrastructure.
 */
const INSTRUMENTED_WALL_CLOCK = 4;

/** The tree's sources with counters and probes, numbered through over the sorted paths. */
class InstrumentedTree {
  readonly statements: SourceStatement[] = [];
  /** Keys of the watched edits. */
  readonly edits: string[] = [];
  /** What each counter stands for: a statement's index, or -1 - an edit's index. */
  readonly meanings: number[] = [];
  private readonly code = new Map<string, string>();

  constructor(files: Files, testFiles: readonly string[], cache: Map<string, InstrumentedFile | null>) {
    for (const path of Object.keys(files).sort()) {
      if (!isInstrumentable(path, testFiles)) continue;
      const result = cached(cache, path, files[path] as string, this.meanings.length);
      // A source that does not parse is loaded as it is, and QuickJS says what is wrong with it.
      if (result === null) continue;
      if (this.meanings.length + result.statements.length + result.edits.length > COUNTER_CAPACITY) {
        throw new InfrastructureError(
          `coverage: ${path} brings the tree to more than ${COUNTER_CAPACITY} statements and edits; use a smaller module`,
        );
      }
      this.code.set(path, result.code);
      for (const { start, end } of result.statements) {
        this.meanings.push(this.statements.length);
        this.statements.push({ path, start, end });
      }
      for (const key of result.edits) {
        this.meanings.push(-1 - this.edits.length);
        this.edits.push(key);
      }
    }
  }

  source(path: string): string | undefined {
    return this.code.get(path);
  }
}

/** An instrumented source with the keys of the edits that it watches. */
interface InstrumentedFile extends InstrumentedSource {
  edits: readonly string[];
}

function cached(
  cache: Map<string, InstrumentedFile | null>,
  path: string,
  source: string,
  firstCounter: number,
): InstrumentedFile | null {
  const key = `${firstCounter}:${path}:${source}`;
  const hit = cache.get(key);
  if (hit !== undefined) return hit;
  let result: InstrumentedFile | null;
  try {
    const edits = listEdits(path, source);
    const instrumented = instrument(source, firstCounter, edits);
    result = { ...instrumented, edits: instrumented.probed.map((i) => (edits[i] as Edit).key) };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof SourceSyntaxError)) throw error;
    result = null;
  }
  // A Map iterates in insertion order, so the first key is the oldest.
  const oldest = cache.keys().next();
  if (cache.size >= CACHE_SIZE && !oldest.done) cache.delete(oldest.value);
  cache.set(key, result);
  return result;
}

/** What one file's run reports, gathered from its events. */
class FileReport {
  readonly tests: TestResult[] = [];
  /** Per test, one byte per counter. */
  readonly covered: Uint8Array[] = [];
  readonly lines: string[] = [];
  skipped = 0;
  todo = 0;
  suites = 0;
  /** Tests begun and not ended, with what they covered so far. */
  private readonly open: { name: string; covered: Uint8Array }[] = [];
  /** Counters set while no test ran: loading, hooks of the file. They count for every test. */
  private readonly outside: Uint8Array;
  private logged = 0;

  constructor(
    private readonly file: string,
    private readonly counterCount: number,
    private readonly counters: () => Uint8Array,
  ) {
    this.outside = new Uint8Array(counterCount);
  }

  receive(event: SandboxEvent, name: string, detail: string): void {
    // Another test is about to be the running one: what ran until now belongs to this one.
    this.attribute();
    switch (event) {
      case 'begin':
        this.open.push({ name, covered: new Uint8Array(this.counterCount) });
        break;
      case 'end-pass':
        this.end({ file: this.file, name, passed: true, message: '' });
        break;
      case 'end-fail':
        this.end({ file: this.file, name, passed: false, message: detail });
        break;
      // Skipped and todo tests are no results, whatever they did.
      case 'end-todo':
        this.todo += 1;
        this.leave(name);
        this.line(`⚠ ${name} # TODO`);
        break;
      case 'end-skip':
        this.skipped += 1;
        this.leave(name);
        this.line(`﹣ ${name} # SKIP${detail === '' ? '' : ` ${detail}`}`);
        break;
      case 'suite-begin':
      case 'suite-end':
        if (event === 'suite-end') this.suites += 1;
        break;
      case 'suite-fail':
        this.suites += 1;
        this.add(
          { file: this.file, name, passed: false, message: detail },
          new Uint8Array(this.counterCount),
        );
        this.line(`✖ ${name}`);
        break;
      case 'log':
        this.line(detail);
        break;
      default:
        throw new TypeError(`test runner: unexpected event '${event}'`);
    }
  }

  /** Fails the test that was running when the file was stopped, and settles coverage. */
  close(message: string | null): void {
    this.attribute();
    const running = this.open.at(-1);
    if (message !== null && running !== undefined) {
      this.end({ file: this.file, name: running.name, passed: false, message });
    }
    this.open.length = 0;
    for (const covered of this.covered) merge(covered, this.outside);
  }

  private end(test: TestResult): void {
    this.add(test, this.leave(test.name));
    this.line(`${test.passed ? '✔' : '✖'} ${test.name}`);
  }

  /** Takes the innermost test off. @returns what it covered, which its parent covered too. */
  private leave(name: string): Uint8Array {
    const left = this.open.pop();
    if (left === undefined) throw new TypeError(`test runner: '${name}' ended without having begun`);
    const parent = this.open.at(-1);
    if (parent !== undefined) merge(parent.covered, left.covered);
    return left.covered;
  }

  private add(test: TestResult, covered: Uint8Array): void {
    this.tests.push(test);
    this.covered.push(covered);
  }

  /** Gives what ran since the last event to the innermost test, and clears the counters. */
  private attribute(): void {
    if (this.counterCount === 0) return;
    const counters = this.counters();
    merge(this.open.at(-1)?.covered ?? this.outside, counters);
    counters.fill(0);
  }

  private line(text: string): void {
    // What is beyond the cap is cut anyway; a flood must not be kept until then.
    if (this.logged > POLICY.maxOutputBytes) return;
    this.logged += text.length + 1;
    this.lines.push(text);
  }
}

function merge(into: Uint8Array, from: Uint8Array): void {
  for (let i = 0; i < into.length; i += 1) {
    if (from[i] === 1) into[i] = 1;
  }
}

function indicesOf(covered: Uint8Array): number[] {
  const indices: number[] = [];
  for (let i = 0; i < covered.length; i += 1) if (covered[i] === 1) indices.push(i);
  return indices;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** The text a person sees: tests, counts, then the failures with their messages. */
function renderOutput(
  reports: readonly FileReport[],
  crashes: readonly NonNullable<TestRun['crash']>[],
): string {
  const tests = reports.flatMap((report) => report.tests);
  const failed = tests.filter((test) => !test.passed);
  const sum = (pick: (report: FileReport) => number): number => reports.reduce((n, r) => n + pick(r), 0);
  const [skipped, todo, suites] = [sum((r) => r.skipped), sum((r) => r.todo), sum((r) => r.suites)];
  // Like Node, a file that could not be run to its end counts as one failing test.
  const passed = tests.length - failed.length;
  const failures = [
    ...failed.map((t) => `✖ ${t.name} (${t.file})\n${indent(t.message)}`),
    ...crashes.map((c) => `✖ ${c.file}\n${indent(c.message)}`),
  ];
  return [
    ...reports.flatMap((report) => report.lines),
    ...crashes.map((c) => `✖ ${c.file}`),
    `ℹ tests ${tests.length + skipped + todo + crashes.length}`,
    `ℹ suites ${suites}`,
    `ℹ pass ${passed}`,
    `ℹ fail ${failed.length + crashes.length}`,
    `ℹ skipped ${skipped}`,
    `ℹ todo ${todo}`,
    ...(failures.length === 0 ? [] : ['', '✖ failing tests:', '', failures.join('\n\n')]),
    '',
  ].join('\n');
}

class QuickJsTestRunner implements TestRunner {
  private realm: QuickJsRealm | null;
  private building: Promise<QuickJsRealm> | null = null;
  private readonly cache = new Map<string, InstrumentedFile | null>();
  private disposed = false;

  constructor(
    realm: QuickJsRealm,
    private readonly limits: Required<TestRunnerOptions>,
  ) {
    this.realm = realm;
  }

  private get instrumentedLimits(): Required<TestRunnerOptions> {
    const { fuel, work, wallClockMs } = this.limits;
    return {
      fuel: fuel * INSTRUMENTED_LIMITS,
      work: work * INSTRUMENTED_LIMITS,
      wallClockMs: wallClockMs * INSTRUMENTED_WALL_CLOCK,
    };
  }

  /** A realm to run in now. Between this and the run there must be no `await`. */
  private async usableRealm(): Promise<QuickJsRealm> {
    while (this.realm === null) {
      if (this.disposed) throw new InfrastructureError('test runner: used after it was disposed of');
      this.building ??= QuickJsRealm.create();
      this.realm = await this.building;
      this.building = null;
    }
    return this.realm;
  }

  async run(
    files: Files,
    testFiles: readonly string[],
    options: { coverage?: boolean } = {},
  ): Promise<TestRun> {
    const tree = options.coverage === true ? new InstrumentedTree(files, testFiles, this.cache) : null;
    const reports: FileReport[] = [];
    const crashes: NonNullable<TestRun['crash']>[] = [];
    const limits = tree === null ? this.limits : this.instrumentedLimits;
    let fuel = 0;
    for (const file of testFiles) {
      const realm = this.realm ?? (await this.usableRealm());
      const counters = tree?.meanings.length ?? 0;
      const report = new FileReport(file, counters, () => realm.counters(counters));
      const outcome = realm.run({
        entry: file,
        load: (path) => tree?.source(path) ?? (Object.hasOwn(files, path) ? (files[path] as string) : null),
        emit: (event, name, detail) => {
          if (event !== 'done') report.receive(event, name, detail);
        },
        ...limits,
      });
      const crash = crashOf(file, outcome, report);
      report.close(crash?.message ?? null);
      if (realm.spoiled) {
        realm.dispose();
        this.realm = null;
      }
      if (outcome.end === 'hung') {
        throw new InfrastructureError(
          `test runner: ${file} ran longer than ${limits.wallClockMs} ms within its fuel; the machine is overloaded or a built-in function takes too long`,
        );
      }
      fuel += outcome.fuel;
      reports.push(report);
      if (crash !== null) crashes.push(crash);
    }
    if (testFiles.length === 0) {
      crashes.push({ file: '', reason: 'no_tests', message: 'no test files were given' });
    }
    const tests = reports.flatMap((report) => report.tests);
    const failed = tests.filter((test) => !test.passed).length;
    return {
      tests,
      passed: tests.length - failed,
      failed,
      crash: crashes[0] ?? null,
      output: capOutput(renderOutput(reports, crashes), POLICY.maxOutputBytes).text,
      coverage: tree === null ? null : coverageOf(tree, reports),
      fuel,
    };
  }

  dispose(): void {
    this.disposed = true;
    this.realm?.dispose();
    this.realm = null;
  }
}

function crashOf(file: string, outcome: RealmOutcome, report: FileReport): TestRun['crash'] {
  switch (outcome.end) {
    case 'load_error':
      return { file, reason: 'load_error', message: outcome.message };
    case 'fuel':
    case 'memory':
    case 'stack':
      return { file, reason: outcome.end, message: CRASH_MESSAGE[outcome.end] };
    default:
      return report.tests.length + report.skipped + report.todo === 0
        ? { file, reason: 'no_tests', message: CRASH_MESSAGE.no_tests }
        : null;
  }
}

function coverageOf(tree: InstrumentedTree, reports: readonly FileReport[]): StatementCoverage {
  const perTest = reports.flatMap((report) =>
    report.covered.map((counters) => indicesOf(counters).map((i) => tree.meanings[i] as number)),
  );
  return {
    statements: tree.statements,
    covered: perTest.map((meanings) => meanings.filter((meaning) => meaning >= 0)),
    edits: tree.edits,
    infected: perTest.map((meanings) => meanings.filter((meaning) => meaning < 0).map((m) => -1 - m)),
  };
}

/**
 * Makes a test runner; it holds one QuickJS instance (16 MiB, at most 64 MiB while running).
 * @throws InfrastructureError from `run` on the wall-clock backstop.
 */
export async function createTestRunner(options: TestRunnerOptions = {}): Promise<TestRunner> {
  const limits = {
    fuel: options.fuel ?? POLICY.fuel,
    work: options.work ?? POLICY.work,
    wallClockMs: options.wallClockMs ?? POLICY.wallClockMs,
  };
  return new QuickJsTestRunner(await QuickJsRealm.create(), limits);
}

/** Test suites run by Node itself: on disk, in processes. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { performance } from 'node:perf_hooks';
import { run } from 'node:test';
import { inspect } from 'node:util';
import type { Files } from '../src/environments/shell/runtime.ts';
import type { SuiteResult } from './suite-comparison.ts';

/** A tree and which of its files are the suite. */
export interface Suite {
  readonly files: Files;
  readonly testFiles: readonly string[];
}

/** Milliseconds after which a test file of a task is taken to hang. */
const FILE_TIMEOUT_MS = 30_000;

/** Writes trees into a fresh folder, one folder each, numbered from 0, and removes it afterwards. */
async function withFolders<T>(suites: readonly Suite[], use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-suites-'));
  try {
    for (const [i, { files }] of suites.entries()) {
      for (const [path, text] of Object.entries(files)) {
        const target = join(folder, String(i), path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text);
      }
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

/** What Node's runner says of a test or suite that ended. */
interface NodeVerdict {
  name: string;
  nesting: number;
  file?: string;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { type?: string; error?: { failureType?: string; cause?: unknown; message?: string } };
}

/**
 * Runs suites as `node --test` does, a process per test file, as many at once as there are cores.
 * @returns one result per suite, in order.
 */
export function runSuitesInNode(
  suites: readonly Suite[],
  onProgress: (files: number, total: number) => void,
): Promise<SuiteResult[]> {
  return withFolders(suites, async (folder) => {
    const paths = suites.flatMap(({ testFiles }, i) =>
      testFiles.map((path) => join(folder, String(i), ...path.split('/'))),
    );
    const results: SuiteResult[] = suites.map(() => ({ tests: [], crash: null }));
    /** Per file the names that enclose the next test, outermost first. */
    const open = new Map<string, string[]>();
    const started = new Set<string>();
    const record = (passed: boolean, { name, nesting, file, skip, todo, details }: NodeVerdict) => {
      if (file === undefined) throw new TypeError(`node's test runner names no file for "${name}"`);
      const [index, ...rest] = relative(folder, file).split(sep);
      const result = results[Number(index)];
      if (result === undefined) throw new TypeError(`node's test runner reports ${file}, which is no suite`);
      const message = passed ? '' : messageOf(details.error);
      if (nesting === 0 && name === file) {
        // A test named as its file is the file: reported when its process failed without a failing test.
        result.crash ??= passed ? 'the file defines no tests' : message;
        return;
      }
      // Skipped and todo tests are no results; a suite is one only where no test of it shows its failure.
      if (skip !== undefined || todo !== undefined) return;
      if (details.type === 'suite' && (passed || details.error?.failureType === 'subtestsFailed')) return;
      const path = [...(open.get(file) ?? []).slice(0, nesting), name].join(' > ');
      result.tests.push({ name: `${rest.join('/')} > ${path}`, passed, message });
    };
    const stream = run({ files: paths, concurrency: availableParallelism(), timeout: FILE_TIMEOUT_MS });
    stream.on('test:start', ({ name, nesting, file }) => {
      if (file === undefined) return;
      const names = open.get(file) ?? [];
      names[nesting] = name;
      open.set(file, names);
      started.add(file);
      onProgress(started.size, paths.length);
    });
    stream.on('test:pass', (event) => record(true, event as NodeVerdict));
    stream.on('test:fail', (event) => record(false, event as NodeVerdict));
    // The stream ends only when it is read.
    for await (const _event of stream);
    return results;
  });
}

function messageOf(error: NodeVerdict['details']['error']): string {
  const cause = error?.cause;
  if (error?.failureType === 'testTimeoutFailure') return `timed out after ${FILE_TIMEOUT_MS} ms`;
  if (cause instanceof Error) return `${cause.name}: ${cause.message}`;
  // What crossed the process boundary may be an object that has no text of its own.
  return typeof cause === 'object' && cause !== null ? inspect(cause) : String(cause ?? error?.message ?? '');
}

/** How a process that ran one suite ended. */
export type ProcessEnd = 'ended' | 'killed' | 'out_of_memory';

/**
 * Runs suites that may never end, each in a process of its own with a time limit and 512 MiB of heap.
 * @returns per suite how its process ended; `ended` whether its tests passed or failed.
 */
export function endsInNode(suites: readonly Suite[], limitMs: number): Promise<ProcessEnd[]> {
  return withFolders(suites, async (folder) => {
    const ends: ProcessEnd[] = [];
    let next = 0;
    const work = async () => {
      for (let i = next++; i < suites.length; i = next++) {
        const { testFiles } = suites[i] as Suite;
        const cwd = join(folder, String(i));
        for (const file of testFiles) {
          const end = await endOf([join(cwd, ...file.split('/'))], cwd, limitMs);
          if (end !== 'ended' || ends[i] === undefined) ends[i] = end;
        }
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    return ends;
  });
}

function endOf(args: string[], cwd: string, limitMs: number): Promise<ProcessEnd> {
  return new Promise((resolve, reject) => {
    // Killing at once: a process in an endless loop does not hear a polite signal handler.
    const child = spawn(process.execPath, ['--max-old-space-size=512', ...args], {
      cwd,
      stdio: 'ignore',
      timeout: limitMs,
      killSignal: 'SIGKILL',
    });
    child.on('error', reject);
    child.on('exit', (_code, signal) => {
      resolve(signal === 'SIGKILL' ? 'killed' : signal === null ? 'ended' : 'out_of_memory');
    });
  });
}

/**
 * Seconds that each suite takes when `node --test` is spawned for it alone, one after another.
 * @throws TypeError when a run passes: every suite is one of a faulty tree.
 */
export function secondsOfSpawning(suites: readonly Suite[]): Promise<number[]> {
  return withFolders(suites, (folder) =>
    suites.map((_, i) => {
      const started = performance.now();
      const { status } = spawnSync(process.execPath, ['--test'], {
        cwd: join(folder, String(i)),
        stdio: 'ignore',
      });
      if (status !== 1) throw new TypeError(`node --test ended with ${status} on a faulty tree, expected 1`);
      return (performance.now() - started) / 1000;
    }),
  );
}

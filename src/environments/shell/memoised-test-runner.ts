/** Test runs by content: a tree that was already run is not run again. */
import { hashOf } from '../../core/canonical.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { Files, TestRun, TestRunner } from './runtime.ts';

/** Characters of results kept per worker; a result is about 1,000 to 4,000. */
const KEPT_CHARACTERS = 8_000_000;

/**
 * A runner that remembers results by the SHA-256 of the tree, the test files and whether coverage
 * was asked for. Right because a runner is pure; a thrown infrastructure failure is never kept.
 */
export class MemoisedTestRunner implements TestRunner {
  private readonly results = new BoundedCache<TestRun>(KEPT_CHARACTERS);
  private readonly running = new Map<string, Promise<TestRun>>();
  /** Runs answered without running, and runs carried out. */
  readonly counts = { hits: 0, misses: 0 };

  constructor(private readonly runner: TestRunner) {}

  async run(
    files: Files,
    testFiles: readonly string[],
    options: { coverage?: boolean } = {},
  ): Promise<TestRun> {
    const coverage = options.coverage ?? false;
    const key = await hashOf([files, testFiles, coverage]);
    const known = this.results.get(key) ?? this.running.get(key);
    if (known !== undefined) {
      this.counts.hits += 1;
      return known;
    }
    this.counts.misses += 1;
    const run = this.runner.run(files, testFiles, { coverage });
    this.running.set(key, run);
    try {
      const result = await run;
      this.results.set(key, result, costOf(result));
      return result;
    } finally {
      this.running.delete(key);
    }
  }

  dispose(): void {
    this.runner.dispose();
  }
}

/** About how many characters of memory a result holds. */
function costOf(run: TestRun): number {
  const tests = run.tests.reduce((sum, test) => sum + test.name.length + test.message.length + 64, 0);
  const coverage = run.coverage;
  if (coverage === null) return 256 + tests + run.output.length;
  const indices = [...coverage.covered, ...coverage.infected].reduce((sum, { length }) => sum + length, 0);
  const listed = coverage.statements.length + coverage.edits.length;
  return 256 + tests + run.output.length + 8 * indices + 64 * listed;
}

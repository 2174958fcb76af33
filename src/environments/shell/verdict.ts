/** What a repaired tree is worth: a pure function of the test runs before and after. */
import type { Outcome } from '../../core/contracts.ts';
import type { TestRun } from './runtime.ts';

/** A test's name within its repository: `file > name`. */
export function testName(test: { file: string; name: string }): string {
  return `${test.file} > ${test.name}`;
}

/** How two runs of the same tests differ. */
export interface RunDifference {
  /** Names of tests that failed (or did not run) before and pass now. */
  fixed: string[];
  /** Names of tests that passed before and do not pass now, crashed files included. */
  broken: string[];
}

/** Compares two runs test by test. A test that did not run counts as not passing. */
export function differenceOf(before: TestRun, after: TestRun): RunDifference {
  const passing = (run: TestRun) => run.tests.filter((test) => test.passed).map(testName);
  const [passedBefore, passedAfter] = [new Set(passing(before)), new Set(passing(after))];
  return {
    fixed: [...passedAfter].filter((name) => !passedBefore.has(name)),
    broken: [...passedBefore].filter((name) => !passedAfter.has(name)),
  };
}

/** Whether some test that failed before passes now, or fails with another message. */
export function failsDifferently(before: TestRun, after: TestRun): boolean {
  const now = new Map(after.tests.map((test) => [testName(test), test]));
  return before.tests.some((test) => {
    const same = now.get(testName(test));
    return !test.passed && (same === undefined || same.passed || same.message !== test.message);
  });
}

/** Whether every test ran and passed. */
export function allPass(run: TestRun): boolean {
  return run.crash === null && run.failed === 0 && run.passed > 0;
}

/**
 * Outcome and terminal reward: +1 all visible tests pass; −1 a test that passed does not any more,
 * or a crash that was not there before; +0.25 fewer failures; 0 unchanged.
 */
export function verdictOf(before: TestRun, after: TestRun): { outcome: Outcome; terminalReward: number } {
  const { fixed, broken } = differenceOf(before, after);
  if (broken.length > 0 || (after.crash !== null && before.crash === null)) {
    return { outcome: 'failure', terminalReward: -1 };
  }
  if (allPass(after)) return { outcome: 'success', terminalReward: 1 };
  if (fixed.length > 0) return { outcome: 'partial', terminalReward: 0.25 };
  return { outcome: 'failure', terminalReward: 0 };
}

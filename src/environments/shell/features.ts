/** What the student sees of a shell state: which numbers, in which order, and how texts become words. */
import type { TestRun } from './runtime.ts';

/** `observation.numbers`, in order. Shares and flags in [0, 1], except where said. */
export const STATE_NUMBERS = [
  /** Steps left over all steps. */
  'stepsLeft',
  /** Source files whose present text was read, over all source files. */
  'sourcesRead',
  /** 1 when coverage of the present tree is known. */
  'coverageKnown',
  /** Failing tests now over all tests. */
  'failing',
  /** Tests fixed since the start over tests failing at the start. */
  'fixed',
  /** Steps without progress in a row, over the three that end the episode. */
  'noProgress',
  /** Candidates offered, over the most that are ever offered. */
  'candidates',
  /** 1 when the last step was a patch that was kept. */
  'lastKept',
  /** 1 when the last step was a patch that was reverted. */
  'lastReverted',
  /** Patches tried on the present tree, over those offered. */
  'triedShare',
  /** Patches tried in the episode, over all steps. */
  'patchesTried',
  /** Largest suspiciousness of any statement; 0 while coverage is unknown. */
  'suspicion',
] as const;

/** `candidate.numbers`, in order. Zero for what does not apply to a verb. */
export const CANDIDATE_NUMBERS = [
  /** 1 when doing it again would show nothing new: the same action on the same tree. */
  'tried',
  /** Ochiai's coefficient of the edit's statement; 0 while coverage is unknown. */
  'ochiai',
  'ochiaiSquared',
  /** Ochiai's coefficient over the largest one of the tree. */
  'relativeOchiai',
  /** 1 when a failing test executed the edit's statement. */
  'coveredByFailing',
  'coverageKnown',
  /** Line over lines of the file. */
  'position',
  /** Enclosing blocks and functions over 6. */
  'nesting',
  /** Characters of the line over 120. */
  'lineLength',
  /** 1 when the last patch tried was on the same line. */
  'sameLineAsLastTried',
  /** Reverted patches of the edit's line over 4; what share of them changed how a failing test fails, and did not. */
  'lineTried',
  'lineChanged',
  'lineUnchanged',
  /** Share of the line's reverted patches that broke a test that passed, or crashed. */
  'lineBroke',
  /** Ochiai's coefficient of the edit's making a difference, see `suspiciousness.ts`. */
  'infection',
  /** Its natural logarithm over 2, at least -1: what a script's product with a prior is a sum of. */
  'logInfection',
  /** That coefficient over the largest one of the edits offered. */
  'relativeInfection',
  /** Shares of the failing and of the passing tests in which the edit makes a difference. */
  'infectsFailing',
  'infectsPassing',
  /** 1 when it makes a difference in every failing test, as the repair of a single fault must. */
  'infectsAllFailing',
  /** Share of the edits offered whose coefficient is larger. */
  'infectionRank',
] as const;

/** Where `tried` stands in `candidate.numbers`. */
export const TRIED = CANDIDATE_NUMBERS.indexOf('tried');
/** Where `infection` stands in `candidate.numbers`. */
export const INFECTION = CANDIDATE_NUMBERS.indexOf('infection');
/** Where `ochiai` stands in `candidate.numbers`. */
export const OCHIAI = CANDIDATE_NUMBERS.indexOf('ochiai');

/** Tokens of an observation's text field at most. */
const FIELD_TOKENS = 60;

/** A candidate's numbers by name; what is not named is 0. */
export function candidateNumbers(
  values: Partial<Record<(typeof CANDIDATE_NUMBERS)[number], number>>,
): number[] {
  return CANDIDATE_NUMBERS.map((name) => bounded(values[name] ?? 0));
}

/** A number within [-1, 1]. */
export function bounded(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

/**
 * How the failing tests fail: a crash, and the classes of the errors. Their words are left out, for
 * they are those of one module.
 */
export function failureKinds(run: TestRun): string[] {
  const crash = run.crash === null ? [] : [`crash:${run.crash.reason}`];
  const failing = run.tests.filter((test) => !test.passed);
  const errors = failing.flatMap(({ message }) => /\b[A-Z]\w*Error\b/.exec(message)?.[0] ?? []);
  return [...new Set([...crash, ...errors.map((name) => `error:${name}`)])];
}

/** A text field of tokens, cut at its limit. */
export function joined(tokens: readonly string[]): string {
  return tokens.slice(0, FIELD_TOKENS).join(' ');
}

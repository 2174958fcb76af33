/** The shell environment's tasks: a small repository with one or two faults in it. */
import type { Task } from '../../core/contracts.ts';
import type { Files } from './runtime.ts';

/** A seed module: a small real package with its visible and hidden test suites. */
export interface SeedModule {
  family: string;
  /** Unique over all families. */
  name: string;
  /** `src/*.js`. */
  sources: Files;
  /** `test/*.test.js`. */
  tests: Files;
  /** `hidden/*.test.js`: never mounted in an episode. */
  hidden: Files;
}

/** One AST edit of a source file: what a mutant is made with and what a candidate patch is. */
export interface Edit {
  /** Stable within a source text: `<path>:<start>:<operator>:<after>`. */
  key: string;
  /** Name of the mutation operator, e.g. `relational`. */
  operator: string;
  path: string;
  /** Character range replaced, and the texts. */
  start: number;
  end: number;
  before: string;
  after: string;
  /** 1-based line of `start`. */
  line: number;
  /** How many blocks and functions enclose the site. */
  nesting: number;
}

/** A verified repair task. */
export interface ShellTask extends Task {
  readonly environment: 'shell';
  readonly module: string;
  /** The faulty sources, tests and package.json: what is mounted. */
  readonly files: Files;
  readonly testFiles: readonly string[];
  /** The sources without the fault. The labeller and the oracle see it, the student never. */
  readonly original: Files;
  readonly hidden: Files;
  /** The edits that made the fault, in the order applied. */
  readonly faults: readonly Edit[];
  /** Visible tests that fail at the start, as `file > name`. */
  readonly failing: readonly string[];
}

/** Options of the shell environment within a campaign config. */
export interface ShellOptions {
  /** Mutants per module at most (train and monitor together). */
  tasksPerModule: number;
  /** Share of tasks with two faults, in [0, 1]. */
  doubleFaults: number;
  /** Which fifth of the non-validation modules is held out: 0–4. */
  fold: number;
  /** Training modules used at most; 0 means all. */
  trainModules: number;
  /** Steps per episode. */
  maxSteps: number;
  /**
   * What a state says about instrumented runs: of edits whether they make a difference and of
   * statements whether they ran, of statements only, or nothing. For ablations.
   */
  coverage: 'edits' | 'statements' | 'none';
  /** Whether a candidate patch shows its tokens. For ablations. */
  candidateTokens: boolean;
}

/** The options that decide what an episode is like, not which tasks there are. */
export type SessionOptions = Pick<ShellOptions, 'maxSteps' | 'coverage' | 'candidateTokens'>;

/** The part of some options that decides what an episode is like. */
export function sessionOptionsOf({ maxSteps, coverage, candidateTokens }: SessionOptions): SessionOptions {
  return { maxSteps, coverage, candidateTokens };
}

/** How often an operator's edit (before → after) was the repair, of the times it was offered in training tasks. */
export interface OperatorPrior {
  /** Key `<operator>|<before>|<after>`; absent means never seen, score as `fallback`. */
  table: Readonly<Record<string, number>>;
  fallback: number;
}

/** Every admitted task, with what admission cost. */
export interface Benchmark {
  seed: number;
  options: ShellOptions;
  tasks: readonly ShellTask[];
  /** Why candidates were not admitted, counted by reason. */
  rejected: Readonly<Record<string, number>>;
  prior: OperatorPrior;
  /** SHA-256 over the canonical JSON of the tasks' content hashes and splits, in order. */
  hash: string;
}

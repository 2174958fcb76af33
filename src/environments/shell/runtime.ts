/**
 * Where shell tasks run. One interface, so that the embedded runtime (just-bash and QuickJS in a
 * worker) and WebContainers can take each other's place; one conformance suite tests both.
 */

/** A tree of text files: normalised relative POSIX paths to contents. */
export type Files = Readonly<Record<string, string>>;

/** Result of one command. Output is capped; `truncated` says so. */
export interface ExecResult {
  stdout: string;
  stderr: string;
  exitCode: number;
  truncated: boolean;
}

/** Result of one test. */
export interface TestResult {
  file: string;
  /** Full name, `describe` names first, joined by ` > `. */
  name: string;
  passed: boolean;
  /** First lines of the failure; empty when passed. */
  message: string;
}

/** Why a run ended before its tests did. Fuel and memory are counted, so they are deterministic. */
export type CrashReason = 'fuel' | 'memory' | 'stack' | 'load_error' | 'no_tests';

/** Result of running test files. */
export interface TestRun {
  tests: TestResult[];
  passed: number;
  failed: number;
  /** Not null when some file could not be run to its end. */
  crash: { file: string; reason: CrashReason; message: string } | null;
  /** What `node --test` would show a person, as plain text, capped. */
  output: string;
  /** Coverage per test (same order as `tests`); null when not asked for. */
  coverage: StatementCoverage | null;
  /** Interrupt-handler calls used: the deterministic clock. */
  fuel: number;
}

/** One statement of a source file, by character offsets. */
export interface SourceStatement {
  path: string;
  start: number;
  end: number;
}

/** Which tests executed which statements, and in which tests which edits would have made a difference. */
export interface StatementCoverage {
  statements: SourceStatement[];
  /** covered[test] = sorted indices into `statements`. */
  covered: number[][];
  /** Keys of the edits that were watched, see `infection-probes.ts`. */
  edits: string[];
  /** infected[test] = sorted indices into `edits`: those that would have changed a value in the test. */
  infected: number[][];
}

/** Runs `node:test` suites. Pure in effect: the same files give the same result, byte for byte. */
export interface TestRunner {
  /** Runs `testFiles` (paths within `files`). @throws InfrastructureError on the wall-clock backstop. */
  run(files: Files, testFiles: readonly string[], options?: { coverage?: boolean }): Promise<TestRun>;
  /** Discards every realm. */
  dispose(): void;
}

/** A mounted tree with a shell. */
export interface Workspace {
  /** Runs one allowed command line; a forbidden one comes back with exit code 126 and says why. */
  exec(command: string): Promise<ExecResult>;
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
  snapshot(): Promise<Files>;
  dispose(): Promise<void>;
}

/** A place where workspaces can be mounted. */
export interface ShellRuntime {
  readonly name: string;
  mount(files: Files): Promise<Workspace>;
  /** The runner behind this runtime's `node --test`, for callers that want structured results. */
  readonly tests: TestRunner;
  dispose(): Promise<void>;
}

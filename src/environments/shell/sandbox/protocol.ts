/** What the code inside a realm and its host say to each other. Types only. */
import type { createProbe } from './probe.ts';

/**
 * Events of a run, in order. Tests nest: `begin` and the `end-*` that belongs to it enclose the
 * events of its subtests. `suite-end` carries a message when a hook or the suite's body failed.
 */
export type SandboxEvent =
  | 'begin'
  | 'end-pass'
  | 'end-fail'
  | 'end-skip'
  | 'end-todo'
  | 'suite-begin'
  | 'suite-end'
  | 'suite-fail'
  | 'log'
  | 'fatal'
  | 'done';

/**
 * `name` is the full name of a test or suite, `detail` a failure message, a reason or a text.
 * `fatal` says that an error came from a limit of the realm and not from the test.
 */
export type Emit = (event: SandboxEvent, name: string, detail: string | FatalError) => void;

/** With `fatal`: what it was. `null` was thrown: out of memory, if memory grew; the host decides. */
export type FatalError = 'interrupted' | 'out of memory' | 'null';

/** What the host puts on the global object before the prelude; the prelude takes it away. */
export interface SandboxHost {
  /** Reports an event. @returns whether the run is over and nothing more should start. */
  emit: (...event: Parameters<Emit>) => boolean;
}

/** What the prelude leaves on the global object; the host takes it away before tests load. */
export interface SandboxControls {
  /** Builtin modules by specifier: their default export and their named exports. */
  modules: Record<string, { default: unknown; named: Record<string, unknown> }>;
  /** Reports what never ended, runs the file's `after` hooks, then emits `done`. */
  finish(): void;
  /** Runs the earliest timer, advancing the virtual clock; false when there is none. */
  tick(): boolean;
  /** One byte per statement, set to 1 when it runs, and per watched edit, set when it would differ. */
  counters: Uint8Array;
  /** See `probe.ts`. */
  probe: ReturnType<typeof createProbe>;
  absent: symbol;
  present(value: unknown): unknown;
}

/** Names on the global object through which the two meet while a realm is made. */
export const SANDBOX_HOST_KEY = '__sandboxHost';
export const SANDBOX_CONTROLS_KEY = '__sandboxControls';

/** Module that instrumented sources import their counters from. */
export const COVERAGE_MODULE = 'sandbox:coverage';
/** How many statements and edits a tree may have at most. */
export const COUNTER_CAPACITY = 32_768;

/**
 * The wire between the learner and a shell worker: only types, all structured-cloneable. A batch
 * of requests is one message, so that many sessions in lockstep cost one round trip.
 */
import type { Observation, StepResult, Verification } from '../../core/contracts.ts';
import type { Benchmark, SessionOptions, ShellOptions, ShellTask } from './task.ts';

/** One session's request. `session` is a number that the learner chooses and never uses twice. */
export type ShellRequest =
  | { kind: 'start'; session: number; taskHash: string; options: SessionOptions }
  | { kind: 'step'; session: number; action: number }
  | { kind: 'verify'; session: number; hidden: boolean }
  | { kind: 'close'; session: number };

/** The part of a candidate that is the same in every state that offers it: sent once per worker. */
export interface WireCandidate {
  id: number;
  key: string;
  verb: string;
  text: string;
  label: string;
}

/** A session's state. Candidates are named by id; their numbers stand row by row. */
export interface WireState {
  fields: Observation['fields'];
  numbers: number[];
  candidates: Int32Array;
  /** Float64[candidates × width]. */
  candidateNumbers: Float64Array;
  acceptable: number[] | null;
}

/** The answer to one request, in the order of the requests. */
export type ShellReply =
  | { kind: 'state'; state: WireState }
  | { kind: 'stepped'; result: StepResult; state: WireState }
  | { kind: 'verified'; verification: Verification }
  | { kind: 'closed' }
  /** The environment broke for this session; the others are not affected. */
  | { kind: 'failed'; message: string };

/** Answers to a batch, and the candidates they name that were not sent before. */
export interface ShellBatchReply {
  replies: ShellReply[];
  /** The worker forgot the candidates it had sent: only those below are known from here on. */
  forget: boolean;
  candidates: WireCandidate[];
}

/** What to generate. The parts of all modules merge to what one worker makes of all of them. */
export interface BenchmarkPartRequest {
  seed: number;
  options: ShellOptions;
  /** Names of the seed modules to make tasks of; null for all. */
  modules: string[] | null;
  /** Tasks at most, over all modules; null for all that the options allow. */
  count: number | null;
}

/** What a shell worker can do. Calls are answered one after the other. */
export interface ShellWorkerApi {
  /** Answers when the worker is ready. */
  ping(): Promise<'pong'>;
  /** Names of the seed modules, in order. */
  modules(): Promise<string[]>;
  /** Generates and verifies tasks. `onProgress` hears tasks made, and tasks made at most. */
  generate(
    request: BenchmarkPartRequest,
    onProgress: (done: number, total: number) => void,
  ): Promise<Benchmark>;
  /** Makes tasks known, so that sessions can be started by content hash. */
  loadTasks(tasks: readonly ShellTask[]): Promise<void>;
  /** Carries out a batch in order. Never throws for a single session: see `failed`. */
  perform(requests: readonly ShellRequest[]): Promise<ShellBatchReply>;
}

/** A shell worker as the learner holds it: a real `Worker`, or the same thing in this process. */
export interface ShellWorkerConnection {
  readonly api: ShellWorkerApi;
  /** Calls the listener once, with the reason, when the worker has died or was terminated. */
  onDeath(listener: (reason: string) => void): void;
  /** Ends the worker at once; calls in flight are never answered. */
  terminate(): void;
}

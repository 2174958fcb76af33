/** The shell environment: repair tasks whose sessions live in a few workers. */
import type { Episode, Observation, Split, StepResult, Task, Verification } from '../../core/contracts.ts';
import {
  type Baseline,
  type Environment,
  type EpisodeSession,
  type EvidenceSummary,
  InfrastructureError,
} from '../../core/environment.ts';
import type { RandomStream } from '../../core/random.ts';
import { shellBaselines } from './baselines.ts';
import { withSharedTexts } from './shared-texts.ts';
import { type SessionState, ShellWorkerLink } from './shell-worker-link.ts';
import type { ShellWorkerConnection } from './shell-worker-protocol.ts';
import { type Benchmark, type SessionOptions, type ShellTask, sessionOptionsOf } from './task.ts';

/** Changes when the same task and actions could give another result. */
export const SHELL_VERSION = 'shell-2';

/** A worker that does not answer for so long is taken for dead. */
const ANSWER_TIMEOUT_MS = 60_000;

/** What a shell environment is made of. */
export interface ShellEnvironmentSetup {
  benchmark: Benchmark;
  /** Starts a worker. */
  connect(): ShellWorkerConnection;
  /** Number of workers, at least 1. Results do not depend on it. */
  workers: number;
  /** For tests; 60 s otherwise. */
  answerTimeoutMs?: number;
}

/** The shell environment, with a drill. */
export interface ShellEnvironment extends Environment {
  /** Ends a running worker without warning, as if it had crashed. Does nothing when none runs. */
  killOneWorker(): void;
  /** What episodes are like from now on, where the same tasks serve campaigns with other options. */
  useSessionOptions(options: SessionOptions): void;
}

/** An environment over a generated benchmark. Workers start with the first episode. */
export function createShellEnvironment(setup: ShellEnvironmentSetup): ShellEnvironment {
  return new WorkerShellEnvironment(setup);
}

class WorkerShellEnvironment implements ShellEnvironment {
  readonly id = 'shell';
  readonly version = SHELL_VERSION;
  readonly baselines: readonly Baseline[];
  private readonly tasks: ReadonlyMap<string, ShellTask>;
  /** Per split: the tasks of each module, modules in order of first appearance. */
  private readonly modules = new Map<Split, Map<string, ShellTask[]>>();
  /** Per worker its present life, and when its tasks are loaded; null before the first episode. */
  private readonly slots: ({ link: ShellWorkerLink; ready: Promise<ShellWorkerLink> } | null)[];
  private readonly benchmark: Benchmark;
  private sessionOptions: SessionOptions;
  private nextSession = 0;

  /** Without the benchmark as it came, so that its copies of texts can go. */
  private readonly setup: Omit<ShellEnvironmentSetup, 'benchmark'>;

  constructor({ benchmark, ...setup }: ShellEnvironmentSetup) {
    this.setup = setup;
    if (!Number.isInteger(setup.workers) || setup.workers < 1) {
      throw new RangeError(`shell environment: ${setup.workers} workers; at least 1 is needed`);
    }
    const { prior } = benchmark;
    const tasks = withSharedTexts(benchmark.tasks);
    this.benchmark = { ...benchmark, tasks };
    this.sessionOptions = sessionOptionsOf(benchmark.options);
    this.baselines = shellBaselines(prior);
    this.tasks = new Map(tasks.map((task) => [task.taskId, task]));
    for (const task of tasks) {
      const modules = this.modules.get(task.split) ?? new Map<string, ShellTask[]>();
      modules.set(task.module, [...(modules.get(task.module) ?? []), task]);
      this.modules.set(task.split, modules);
    }
    this.slots = Array.from({ length: setup.workers }, () => null);
  }

  /** Uniform over the split's modules, then over the module's tasks. */
  sampleTask(split: Split, stream: RandomStream): Task | null {
    const modules = [...(this.modules.get(split)?.values() ?? [])];
    return modules.length === 0 ? null : stream.pick(stream.pick(modules));
  }

  listTasks(split: Split): readonly Task[] {
    return this.benchmark.tasks.filter((task) => task.split === split);
  }

  /** The seed is not used: in the shell nothing but the actions decides. */
  async start(task: Task, _seed: number): Promise<EpisodeSession> {
    const found = this.tasks.get(task.taskId);
    if (found === undefined || found.contentHash !== task.contentHash) {
      throw new InfrastructureError(
        `shell task ${task.taskId} is not in this benchmark (${this.benchmark.hash.slice(0, 12)}); ` +
          'generate the benchmark with the seed and options of the campaign',
      );
    }
    const link = await this.linkFor(found);
    this.nextSession += 1;
    const session = this.nextSession;
    const options = this.sessionOptions;
    const reply = await link.request({ kind: 'start', session, taskHash: found.contentHash, options });
    if (reply.kind !== 'state') throw unexpected(link, 'start', reply.kind);
    return new WorkerSession(link, session, reply.state);
  }

  summarizeEvidence(episode: Episode): EvidenceSummary {
    const { failingBefore, failingAfter, testsTotal, overfit } = episode.evidence;
    const start = `${failingBefore ?? '?'} of ${testsTotal ?? '?'} tests failed`;
    const steps = episode.trajectory.length;
    const end =
      overfit === true
        ? `the visible tests pass, hidden ones fail, after ${steps} steps`
        : episode.outcome === 'success'
          ? `repaired in ${steps} steps`
          : `${failingAfter ?? '?'} fail after ${steps} steps (${episode.stopReason})`;
    return { headline: `${start}; ${end}`, facts: { ...episode.evidence } };
  }

  useSessionOptions(options: SessionOptions): void {
    this.sessionOptions = sessionOptionsOf(options);
  }

  killOneWorker(): void {
    this.slots.find((slot) => slot !== null && !slot.link.dead)?.link.terminate();
  }

  async close(): Promise<void> {
    for (const slot of this.slots) slot?.link.terminate();
  }

  private linkFor(task: ShellTask): Promise<ShellWorkerLink> {
    const index = this.workerOf(task);
    const slot = this.slots[index];
    if (slot && !slot.link.dead) return slot.ready;
    const link = new ShellWorkerLink(
      `shell worker ${index + 1}`,
      this.setup.connect(),
      this.setup.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
    );
    const ready = this.loadTasks(link, index);
    this.slots[index] = { link, ready };
    return ready;
  }

  /** By content, never by load, so that what a worker remembers of past runs is deterministic. */
  private workerOf(task: ShellTask): number {
    return Number.parseInt(task.contentHash.slice(0, 8), 16) % this.slots.length;
  }

  private async loadTasks(link: ShellWorkerLink, index: number): Promise<ShellWorkerLink> {
    const own = this.benchmark.tasks.filter((task) => this.workerOf(task) === index);
    try {
      await link.call((api) => api.loadTasks(own));
    } catch (error) {
      // A worker without its tasks is of no use: the next start gets a fresh one.
      link.terminate();
      throw error;
    }
    return link;
  }
}

/** An episode in a worker. The last state it sent is kept here. */
class WorkerSession implements EpisodeSession {
  constructor(
    private readonly link: ShellWorkerLink,
    private readonly session: number,
    private state: SessionState,
  ) {}

  observe(): Observation {
    return this.state.observation;
  }

  acceptable(): readonly number[] | null {
    return this.state.acceptable;
  }

  async step(action: number): Promise<StepResult> {
    if (this.state.observation.candidates[action] === undefined) {
      throw new RangeError(`shell session ${this.session}: there is no action ${action}`);
    }
    const reply = await this.link.request({ kind: 'step', session: this.session, action });
    if (reply.kind !== 'stepped') throw unexpected(this.link, 'step', reply.kind);
    this.state = reply.state;
    return reply.result;
  }

  async verify(options: { hidden?: boolean } = {}): Promise<Verification> {
    const reply = await this.link.request({
      kind: 'verify',
      session: this.session,
      hidden: options.hidden ?? false,
    });
    if (reply.kind !== 'verified') throw unexpected(this.link, 'verify', reply.kind);
    return reply.verification;
  }

  async close(): Promise<void> {
    // Nothing is left to close in a worker that died.
    if (this.link.dead) return;
    await this.link.request({ kind: 'close', session: this.session });
  }
}

function unexpected(link: ShellWorkerLink, asked: string, got: string): InfrastructureError {
  return new InfrastructureError(`${link.name}: asked to ${asked}, answered "${got}"; reload the page`);
}

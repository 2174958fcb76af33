/** What runs inside a shell worker: sessions, tasks and benchmark parts behind `ShellWorkerApi`. */
import { generateBenchmark } from './benchmark.ts';
import { CANDIDATE_NUMBERS } from './features.ts';
import { MemoisedTestRunner } from './memoised-test-runner.ts';
import type { ShellRuntime } from './runtime.ts';
import { seedModules } from './seed-modules.ts';
import { type ShellSession, startShellSession } from './session.ts';
import { withSharedTexts } from './shared-texts.ts';
import type {
  ShellBatchReply,
  ShellReply,
  ShellRequest,
  ShellWorkerApi,
  WireCandidate,
  WireState,
} from './shell-worker-protocol.ts';
import type { ShellTask } from './task.ts';

/** Candidates named by id; more than this and both sides start again. */
const CANDIDATES_KEPT = 30_000;

/**
 * The worker's side of the protocol. The runtime may still be opening: a worker has to listen
 * from its first moment, and a runtime that cannot be opened is the answer to every call.
 */
export function createShellWorkerApi(opening: Promise<ShellRuntime>): ShellWorkerApi {
  const ready = opening.then((runtime) => ({ runtime, tests: new MemoisedTestRunner(runtime.tests) }));
  const tasks = new Map<string, ShellTask>();
  const sessions = new Map<number, ShellSession>();
  const outgoing = new OutgoingCandidates();

  const sessionOf = (id: number): ShellSession => {
    const session = sessions.get(id);
    if (session === undefined) throw new RangeError(`shell session ${id} is not open`);
    return session;
  };

  async function answer(request: ShellRequest): Promise<ShellReply> {
    switch (request.kind) {
      case 'start': {
        const task = tasks.get(request.taskHash);
        if (task === undefined) throw new RangeError(`shell task ${request.taskHash} was not loaded`);
        const session = await startShellSession(task, { ...(await ready), options: request.options });
        sessions.set(request.session, session);
        return { kind: 'state', state: wireState(session, outgoing) };
      }
      case 'step': {
        const session = sessionOf(request.session);
        const result = await session.step(request.action);
        return { kind: 'stepped', result, state: wireState(session, outgoing) };
      }
      case 'verify':
        return {
          kind: 'verified',
          verification: await sessionOf(request.session).verify({ hidden: request.hidden }),
        };
      case 'close': {
        await sessions.get(request.session)?.close();
        sessions.delete(request.session);
        return { kind: 'closed' };
      }
    }
  }

  async function performBatch(requests: readonly ShellRequest[]): Promise<ShellBatchReply> {
    const forget = outgoing.size > CANDIDATES_KEPT;
    if (forget) outgoing.forget();
    const replies: ShellReply[] = [];
    for (const request of requests) {
      try {
        replies.push(await answer(request));
      } catch (error) {
        // One session's failure is its own; the rest of the batch goes on.
        replies.push({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
    }
    return { replies, candidates: outgoing.takeNew(), forget };
  }
  let previous: Promise<unknown> = Promise.resolve();

  return {
    ping: async () => {
      await ready;
      return 'pong';
    },
    modules: async () => seedModules().map((module) => module.name),
    generate: async ({ seed, options, modules, count }, onProgress) => {
      const allModules = seedModules();
      return generateBenchmark({
        seed,
        options,
        modules: modules === null ? allModules : allModules.filter(({ name }) => modules.includes(name)),
        allModules,
        runtime: (await ready).runtime,
        onProgress,
        ...(count === null ? {} : { count }),
      });
    },
    loadTasks: async (loaded) => {
      for (const task of withSharedTexts(loaded)) tasks.set(task.contentHash, task);
    },
    perform: (requests) => {
      // Batches never interleave: what one sends as new, the next may name.
      const batch = previous.then(() => performBatch(requests));
      previous = batch;
      return batch;
    },
  };
}

/** Numbers candidates' constant parts, so that each is sent once. An id is never used twice. */
class OutgoingCandidates {
  private readonly ids = new Map<string, number>();
  private unsent: WireCandidate[] = [];
  private nextId = 0;

  get size(): number {
    return this.ids.size;
  }

  idOf(candidate: Omit<WireCandidate, 'id'>): number {
    const { key, verb, text, label } = candidate;
    const name = `${key}\n${text}\n${label}`;
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const id = this.nextId;
    this.nextId += 1;
    this.ids.set(name, id);
    this.unsent.push({ id, key, verb, text, label });
    return id;
  }

  takeNew(): WireCandidate[] {
    const taken = this.unsent;
    this.unsent = [];
    return taken;
  }

  forget(): void {
    this.ids.clear();
  }
}

function wireState(session: ShellSession, outgoing: OutgoingCandidates): WireState {
  const { fields, numbers, candidates } = session.observe();
  const candidateNumbers = new Float64Array(candidates.length * CANDIDATE_NUMBERS.length);
  candidates.forEach((candidate, row) => {
    candidateNumbers.set(candidate.numbers, row * CANDIDATE_NUMBERS.length);
  });
  const acceptable = session.acceptable();
  return {
    fields,
    numbers,
    candidates: Int32Array.from(candidates, (candidate) => outgoing.idOf(candidate)),
    candidateNumbers,
    acceptable: acceptable === null ? null : [...acceptable],
  };
}

/** One life of a shell worker as the learner sees it: batches, deadlines, and its death. */
import type { Observation, StepResult, Verification } from '../../core/contracts.ts';
import { InfrastructureError } from '../../core/environment.ts';
import { CANDIDATE_NUMBERS } from './features.ts';
import type {
  ShellReply,
  ShellRequest,
  ShellWorkerApi,
  ShellWorkerConnection,
  WireCandidate,
  WireState,
} from './shell-worker-protocol.ts';

/** A session's state with its observation put together again. */
export interface SessionState {
  observation: Observation;
  acceptable: readonly number[] | null;
}

/** A reply whose session did not fail, with states put together again. */
export type SessionReply =
  | { kind: 'state'; state: SessionState }
  | { kind: 'stepped'; result: StepResult; state: SessionState }
  | { kind: 'verified'; verification: Verification }
  | { kind: 'closed' };

interface Pending {
  request: ShellRequest;
  resolve(reply: SessionReply): void;
  reject(error: InfrastructureError): void;
}

/** A connected worker. After its death every call rejects; a link is never revived. */
export class ShellWorkerLink {
  private death: InfrastructureError | null = null;
  private readonly waiting = new Set<(error: InfrastructureError) => void>();
  private queue: Pending[] = [];
  private readonly candidates = new Map<number, WireCandidate>();

  /**
   * @param name what messages call the worker, e.g. `shell worker 1`
   * @param answerTimeoutMs a worker that does not answer for so long is taken for dead
   */
  constructor(
    readonly name: string,
    private readonly connection: ShellWorkerConnection,
    private readonly answerTimeoutMs: number,
  ) {
    connection.onDeath((reason) => this.die(reason));
  }

  get dead(): boolean {
    return this.death !== null;
  }

  /** Ends the worker; everything pending is rejected. */
  terminate(): void {
    this.connection.terminate();
  }

  /**
   * Waits for one call, unless the worker dies or its deadline passes first.
   * @throws InfrastructureError
   */
  call<T>(ask: (api: ShellWorkerApi) => Promise<T>, timeoutMs = this.answerTimeoutMs): Promise<T> {
    if (this.death !== null) return Promise.reject(this.death);
    return new Promise<T>((resolve, reject) => {
      const settle = () => {
        clearTimeout(deadline);
        this.waiting.delete(reject);
      };
      const deadline = setTimeout(() => {
        this.die(`it did not answer for ${timeoutMs / 1000} s`);
        this.connection.terminate();
      }, timeoutMs);
      this.waiting.add(reject);
      ask(this.connection.api).then(
        (answer) => {
          settle();
          resolve(answer);
        },
        (error: unknown) => {
          settle();
          const reason = error instanceof Error ? error.message : String(error);
          reject(new InfrastructureError(`${this.name}: ${reason}`));
        },
      );
    });
  }

  /**
   * Sends one session's request. Requests of the same microtask leave as one message.
   * @throws InfrastructureError when the worker died or the session broke.
   */
  request(request: ShellRequest): Promise<SessionReply> {
    if (this.death !== null) return Promise.reject(this.death);
    return new Promise<SessionReply>((resolve, reject) => {
      this.queue.push({ request, resolve, reject });
      if (this.queue.length === 1) queueMicrotask(() => this.flush());
    });
  }

  private flush(): void {
    const batch = this.queue;
    this.queue = [];
    this.call((api) => api.perform(batch.map(({ request }) => request))).then(
      ({ replies, candidates, forget }) => {
        if (forget) this.candidates.clear();
        for (const candidate of candidates) this.candidates.set(candidate.id, candidate);
        batch.forEach(({ request, resolve, reject }, index) => {
          const reply = replies[index];
          if (reply === undefined || reply.kind === 'failed') {
            const reason = reply?.message ?? 'no answer in the batch';
            reject(new InfrastructureError(`${this.name}, session ${request.session}: ${reason}`));
          } else resolve(this.decoded(reply));
        });
      },
      (error: InfrastructureError) => {
        for (const { reject } of batch) reject(error);
      },
    );
  }

  /** Done as the batch arrives, while the candidates it names are known. */
  private decoded(reply: Exclude<ShellReply, { kind: 'failed' }>): SessionReply {
    if (reply.kind === 'state') return { kind: 'state', state: this.decodedState(reply.state) };
    if (reply.kind === 'stepped') return { ...reply, state: this.decodedState(reply.state) };
    return reply;
  }

  /** Texts of candidates are shared between all states of this link. */
  private decodedState(state: WireState): SessionState {
    const width = CANDIDATE_NUMBERS.length;
    const candidates = Array.from(state.candidates, (id, row) => {
      // The protocol sends every candidate before or with the first state that names it.
      const { key, verb, text, label } = this.candidates.get(id) as WireCandidate;
      const numbers = Array.from(state.candidateNumbers.subarray(row * width, (row + 1) * width));
      return { key, verb, text, numbers, label };
    });
    const { fields, numbers, acceptable } = state;
    return { observation: { environment: 'shell', fields, numbers, candidates }, acceptable };
  }

  private die(reason: string): void {
    if (this.death !== null) return;
    this.death = new InfrastructureError(
      `${this.name} died: ${reason}. Its running episodes are lost and must be started again; ` +
        'the next one starts a fresh worker. If this happens again and again, close other tabs or reload the page.',
    );
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const reject of waiting) reject(this.death);
  }
}

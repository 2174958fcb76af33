/**
 * The teacher gateway: asks external critics about failed and boundary episodes, in order, and
 * turns whatever comes back into a normalised signal. Training never waits for a teacher longer
 * than the time limit and never stops because of one: no usable answer is a documented default.
 */
import { z } from 'zod';
import { type EnvironmentId, type Episode, type Outcome, TeacherSignal } from './contracts.ts';

/** Why a teacher is asked about an episode. */
export type TeacherTrigger = 'failure' | 'boundary';

/** What a teacher is told about one step. */
export interface TeacherStep {
  seen: string;
  errors: string;
  /** Keys of the offered candidates with what a person reads; references are named by key. */
  offered: { key: string; label: string }[];
  /** Key of the action taken. */
  taken: string;
  status: 'ok' | 'error' | 'invalid';
  output: string;
}

/**
 * What a teacher is told about an episode. The verification's evidence is left out: some of it may
 * come from checks that no teacher may see.
 */
export interface TeacherRequest {
  episodeId: string;
  environment: EnvironmentId;
  taskFamily: string;
  trigger: TeacherTrigger;
  goal: string;
  outcome: Outcome;
  steps: TeacherStep[];
}

/** One way of reaching a teacher. */
export interface TeacherBackend {
  readonly name: string;
  /**
   * Answers with an object of `critique`, `verdict`, `referenceActions`, `shaping` and
   * `confidence`, or with that object as JSON text. A throw or a late answer means unreachable.
   */
  critique(request: TeacherRequest, signal: AbortSignal): Promise<unknown>;
}

/** Asks the backends in order; never throws. */
export interface TeacherGateway {
  critique(request: TeacherRequest): Promise<TeacherSignal>;
}

/** Limits of the gateway. */
export interface TeacherGatewayOptions {
  /** How long one backend may take, in milliseconds. */
  timeoutMs: number;
  /** Milliseconds from any origin, for the reported latency; the default is the monotonic clock. */
  now?: () => number;
}

/** Whether a teacher should be asked about an episode, and why. */
export function teacherTrigger(
  episode: Pick<Episode, 'outcome' | 'boundary' | 'infrastructureFailure'>,
): TeacherTrigger | null {
  if (episode.infrastructureFailure !== null) return null;
  if (episode.outcome === 'failure') return 'failure';
  return episode.boundary ? 'boundary' : null;
}

/** What a teacher is told about an episode. */
export function teacherRequest(episode: Episode, trigger: TeacherTrigger): TeacherRequest {
  return {
    episodeId: episode.episodeId,
    environment: episode.environment,
    taskFamily: episode.taskFamily,
    trigger,
    goal: episode.trajectory[0]?.observation.fields.goal ?? '',
    outcome: episode.outcome,
    steps: episode.trajectory.map(({ observation, action, result }) => ({
      seen: observation.fields.seen,
      errors: observation.fields.errors,
      offered: observation.candidates.map(({ key, label }) => ({ key, label })),
      taken: observation.candidates[action]?.key ?? '',
      status: result.status,
      output: result.output,
    })),
  };
}

/**
 * A gateway over backends in order of preference.
 *
 * The first usable answer wins: `complete` from the first backend, `fallback_complete` from a
 * later one. Without any: `invalid_response` when at least one backend answered,
 * `failed_all_backends` when none did; both with no shaping, an ordinary verdict, no reference.
 */
export function createTeacherGateway(
  backends: readonly TeacherBackend[],
  { timeoutMs, now = () => performance.now() }: TeacherGatewayOptions,
): TeacherGateway {
  return {
    async critique(request) {
      const started = now();
      const latencyMs = () => Math.max(0, now() - started);
      const problems: string[] = [];
      let answered: string | null = null;
      for (const [position, backend] of backends.entries()) {
        const reply = await ask(backend, request, timeoutMs);
        if (reply.kind === 'unreachable') {
          problems.push(`${backend.name}: ${reply.reason}`);
          continue;
        }
        answered = backend.name;
        const answer = TeacherAnswer.safeParse(reply.answer);
        if (!answer.success) {
          problems.push(`${backend.name}: ${z.prettifyError(answer.error)}`);
          continue;
        }
        return {
          ...alignReferences(answer.data, request),
          backend: backend.name,
          callStatus: position === 0 ? 'complete' : 'fallback_complete',
          latencyMs: latencyMs(),
        };
      }
      return {
        critique: (problems.join('\n') || 'no teacher is configured').slice(0, CRITIQUE_LIMIT),
        verdict: 'ordinary',
        referenceActions: null,
        shaping: 0,
        confidence: 0,
        backend: answered ?? 'none',
        callStatus: answered === null ? 'failed_all_backends' : 'invalid_response',
        latencyMs: latencyMs(),
      };
    },
  };
}

const CRITIQUE_LIMIT = 4000;

/** What a backend must answer. Keys it adds are dropped: a talkative teacher is still usable. */
const TeacherAnswer = z.object({
  critique: TeacherSignal.shape.critique,
  verdict: TeacherSignal.shape.verdict,
  referenceActions: TeacherSignal.shape.referenceActions,
  shaping: TeacherSignal.shape.shaping,
  confidence: TeacherSignal.shape.confidence,
});
type TeacherAnswer = z.infer<typeof TeacherAnswer>;

type Reply = { kind: 'answered'; answer: unknown } | { kind: 'unreachable'; reason: string };

/** One call of one backend within the time limit. A late answer is dropped. */
async function ask(backend: TeacherBackend, request: TeacherRequest, timeoutMs: number): Promise<Reply> {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Reply>((resolve) => {
    timer = setTimeout(() => {
      limit.abort();
      resolve({ kind: 'unreachable', reason: `no answer within ${timeoutMs} ms` });
    }, timeoutMs);
  });
  const call = async (): Promise<Reply> => {
    try {
      const answer = await backend.critique(request, limit.signal);
      return { kind: 'answered', answer: typeof answer === 'string' ? parseJson(answer) : answer };
    } catch (error) {
      return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The parsed text, or the text itself when it is no JSON: the schema then refuses it by name. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** A reference that does not align with the offered candidates is dropped, and the critique says why. */
function alignReferences(answer: TeacherAnswer, request: TeacherRequest): TeacherAnswer {
  const mismatch = findMismatch(answer.referenceActions, request.steps);
  if (mismatch === null) return answer;
  const note = `[Reference actions not used: ${mismatch}.]`;
  const critique = `${answer.critique.slice(0, CRITIQUE_LIMIT - note.length - 1)}\n${note}`;
  return { ...answer, referenceActions: null, critique };
}

function findMismatch(references: TeacherAnswer['referenceActions'], steps: TeacherStep[]): string | null {
  if (references === null) return null;
  if (references.length !== steps.length) {
    return `${references.length} steps are named, the episode has ${steps.length}`;
  }
  for (const [index, keys] of references.entries()) {
    const offered = new Set(steps[index]?.offered.map((candidate) => candidate.key));
    const unknown = keys.find((key) => !offered.has(key));
    if (unknown !== undefined) return `step ${index} names "${unknown.slice(0, 80)}", which was not offered`;
  }
  return null;
}

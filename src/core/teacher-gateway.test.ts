import { describe, expect, it } from 'vitest';
import { TeacherSignal } from './contracts.ts';
import { episodeOf, observationOf, trajectoryStepOf } from './episode.fixture.ts';
import {
  createTeacherGateway,
  type TeacherBackend,
  teacherRequest,
  teacherTrigger,
} from './teacher-gateway.ts';

const answer = {
  critique: 'Read the failing test first.',
  verdict: 'ordinary',
  referenceActions: [['b']],
  shaping: -0.5,
  confidence: 0.8,
};
const backend = (name: string, reply: () => unknown): TeacherBackend => ({
  name,
  critique: async () => reply(),
});
const good = backend('good', () => answer);
const broken = backend('broken', () => {
  throw new Error('connection refused');
});
const talkative = backend('talkative', () => 'I would rather talk about something else.');
const silent: TeacherBackend = { name: 'silent', critique: () => new Promise(() => {}) };

const request = teacherRequest(episodeOf({ trajectory: [trajectoryStepOf()] }), 'failure');
const ask = (backends: TeacherBackend[]) =>
  createTeacherGateway(backends, { timeoutMs: 20, now: () => 0 }).critique(request);

const failureDefault = { verdict: 'ordinary', shaping: 0, confidence: 0, referenceActions: null };

describe('the teacher gateway', () => {
  it('gives the first backend that answers usably', async () => {
    const signal = await ask([good, broken]);
    expect(signal).toEqual({ ...answer, backend: 'good', callStatus: 'complete', latencyMs: 0 });
    expect(TeacherSignal.parse(signal)).toEqual(signal);
  });

  it.each([
    ['broken', broken],
    ['talkative', talkative],
    ['silent', silent],
  ] as const)('falls back past a %s backend', async (_, first) => {
    expect(await ask([first, good])).toMatchObject({ backend: 'good', callStatus: 'fallback_complete' });
  });

  it('accepts the answer as JSON text and drops what it does not know', async () => {
    const signal = await ask([backend('text', () => JSON.stringify({ ...answer, mood: 'cheerful' }))]);
    expect(signal).toMatchObject({ ...answer, callStatus: 'complete' });
    expect(signal).not.toHaveProperty('mood');
  });

  it.each([
    ['none is configured', []],
    ['none can be reached', [broken, silent]],
  ])('gives the failure default when %s', async (_, backends) => {
    const signal = await ask(backends);
    expect(signal).toMatchObject({ ...failureDefault, callStatus: 'failed_all_backends', backend: 'none' });
    expect(TeacherSignal.parse(signal)).toEqual(signal);
  });

  it.each([
    ['text that is no JSON', 'hello'],
    ['a shaping out of range', { ...answer, shaping: 7 }],
    ['an unknown verdict', { ...answer, verdict: 'terrible' }],
    ['nothing', null],
  ])('gives the failure default on %s', async (_, reply) => {
    const signal = await ask([backend('odd', () => reply), broken]);
    expect(signal).toMatchObject({ ...failureDefault, callStatus: 'invalid_response', backend: 'odd' });
    expect(signal.critique).toContain('connection refused');
  });

  it('tells a backend that its time is over', async () => {
    let aborted = false;
    await ask([
      {
        name: 'slow',
        critique: (_, limit) => new Promise(() => limit.addEventListener('abort', () => (aborted = true))),
      },
    ]);
    expect(aborted).toBe(true);
  });

  it.each([
    ['names an action that was not offered', [['z']], /step 0 names "z"/],
    ['names more steps than there are', [['a'], ['b']], /2 steps are named, the episode has 1/],
  ])('drops a reference that %s, and says so', async (_, referenceActions, reason) => {
    const signal = await ask([backend('odd', () => ({ ...answer, referenceActions }))]);
    expect(signal).toMatchObject({ callStatus: 'complete', referenceActions: null, shaping: -0.5 });
    expect(signal.critique).toMatch(reason);
  });
});

describe('what a teacher is asked about', () => {
  it('is failed and boundary episodes, failure first', () => {
    expect(teacherTrigger(episodeOf({ outcome: 'failure', boundary: true }))).toBe('failure');
    expect(teacherTrigger(episodeOf({ outcome: 'partial', boundary: true }))).toBe('boundary');
    expect(teacherTrigger(episodeOf())).toBeNull();
    expect(teacherTrigger(episodeOf({ outcome: 'blocked' }))).toBeNull();
  });

  it('is never an infrastructure failure', () => {
    expect(teacherTrigger(episodeOf({ outcome: 'failure', infrastructureFailure: 'lost' }))).toBeNull();
  });

  it('is told what was offered and taken, and nothing of the verification', () => {
    const trajectory = [trajectoryStepOf({ observation: observationOf(['a', 'b'], 'output'), action: 1 })];
    const asked = teacherRequest(episodeOf({ trajectory, evidence: { hiddenFailures: 3 } }), 'boundary');
    expect(asked.steps[0]).toMatchObject({
      seen: 'output',
      taken: 'b',
      offered: [{ key: 'a' }, { key: 'b' }],
    });
    expect(JSON.stringify(asked)).not.toContain('hiddenFailures');
  });
});

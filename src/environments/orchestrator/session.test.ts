import { describe, expect, test } from 'vitest';
import { Observation, type StepResult } from '../../core/contracts.ts';
import { solved } from '../../core/outcome.ts';
import { stream } from '../../core/random.ts';
import { CANDIDATE_NUMBERS, STATE_NUMBERS } from './features.ts';
import { generateOrchestratorTasks } from './orchestrator-tasks.ts';
import { RULES } from './rules.ts';
import { drawOpening, type OrchestratorSession, startOrchestratorSession } from './session.ts';
import { FAMILIES, type Family, type OrchestratorTask } from './task.ts';
import { wrappedTasks } from './wrapped-tasks.fixture.ts';

const tasks = await generateOrchestratorTasks({ seed: 4, tasksPerFamily: 5, items: wrappedTasks() });
const taskOf = (family: Family) => tasks.find((task) => task.family === family) as OrchestratorTask;
const setup = { maxSteps: 6 };

/** A session in which the truth is chosen; the evidence says the first hypothesis. */
function withTruth(family: Family, truth: number, seed = 1): OrchestratorSession {
  const { readings } = drawOpening(taskOf(family), seed);
  return startOrchestratorSession(taskOf(family), seed, setup, {
    truth,
    readings: readings.map((reading) => ({ ...reading, says: 0 })),
  });
}

async function decide(session: OrchestratorSession, start: string): Promise<StepResult> {
  const index = session.observe().candidates.findIndex(({ label }) => label.startsWith(start));
  expect(index, start).toBeGreaterThanOrEqual(0);
  return session.step(index);
}

describe('a session', () => {
  test.each(FAMILIES)('of %s shows nothing of the hidden truth', (family) => {
    const task = taskOf(family);
    const { readings } = drawOpening(task, 7);
    const seen = RULES[family].hypotheses.map((_, truth) => {
      const session = startOrchestratorSession(task, 7, setup, { truth, readings });
      return { observation: session.observe(), acceptable: session.acceptable() };
    });
    for (const other of seen) expect(other).toEqual(seen[0]);
  });

  test('offers observations that keep the contract, until it ends within its rounds, whatever is decided', async () => {
    for (const [i, task] of tasks.entries()) {
      const session = startOrchestratorSession(task, i, setup);
      const draws = stream(i, 'test');
      for (let round = 1; ; round += 1) {
        const observation = session.observe();
        expect(Observation.parse(observation)).toEqual(observation);
        expect(session.observe()).toEqual(observation);
        expect(observation.numbers).toHaveLength(STATE_NUMBERS.length);
        expect(observation.candidates.length).toBeLessThanOrEqual(14);
        for (const { numbers } of observation.candidates)
          expect(numbers).toHaveLength(CANDIDATE_NUMBERS.length);
        expect(new Set(observation.candidates.map(({ key }) => key)).size).toBe(
          observation.candidates.length,
        );
        for (const text of Object.values(observation.fields)) expect(text).not.toMatch(/[{}]|undefined|NaN/);
        const { stopReason } = await session.step(draws.int(observation.candidates.length));
        expect(round).toBeLessThanOrEqual(setup.maxSteps);
        if (stopReason !== null) break;
      }
    }
  });

  test('of the same seed is the same, and of another is another', async () => {
    const play = async (seed: number) => {
      const session = startOrchestratorSession(taskOf('risk'), seed, setup);
      const observation = session.observe();
      const step = await session.step(session.acceptable()[0] as number);
      return { observation, step, verification: await session.verify() };
    };
    expect(await play(1)).toEqual(await play(1));
    expect(await play(1)).not.toEqual(await play(2));
  });

  test('has the same come of the same move, whatever was done before', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const finding = async (first: string, second: string) => {
        const session = withTruth('quality', seed % 3, seed);
        const results = [await decide(session, first), await decide(session, second)];
        return results.map(({ output }) => output.split(': ')[1]);
      };
      const there = await finding('verify test-suite', 'verify review');
      const back = await finding('verify review', 'verify test-suite');
      expect(there).toEqual(back.reverse());
    }
  });

  test('takes the belief-optimal decision for acceptable, and regrets none of it', async () => {
    for (const task of tasks.slice(0, 60)) {
      const session = startOrchestratorSession(task, 9, setup);
      for (;;) {
        const { stopReason } = await session.step(session.acceptable()[0] as number);
        if (stopReason !== null) break;
      }
      const { evidence } = await session.verify();
      expect(evidence['regret']).toBe(0);
    }
  });
});

describe('what an item comes to', () => {
  const cases: [Family, number, string, string, number, Record<string, unknown>][] = [
    ['clarity', 0, 'handoff', 'success', 1, { handedOver: true, handoverRight: true, end: 'handed_over' }],
    ['clarity', 1, 'handoff', 'failure', -0.1, { handedOver: true, handoverRight: false }],
    ['risk', 2, 'stop', 'success', 1, { end: 'stopped', truth: 'forbidden' }],
    ['quality', 1, 'return', 'success', 1, { end: 'returned' }],
    ['quality', 1, 'accept', 'failure', -0.7, { end: 'accepted' }],
    ['quality', 2, 'return', 'partial', 0.1, { handoverRight: true, handedOver: false }],
    ['retry', 2, 'handoff', 'partial', 0.2, {}],
  ];
  test.each(cases)(
    '%s, truth %i, %s: %s, worth %f',
    async (family, truth, verb, outcome, worth, evidence) => {
      const session = withTruth(family, truth);
      expect((await decide(session, verb)).stopReason).not.toBeNull();
      const verification = await session.verify();
      expect(verification).toMatchObject({ outcome, terminalReward: worth, safetyViolation: null, evidence });
      expect(solved(verification)).toBe(outcome === 'success');
    },
  );

  test('a missed gate and wasted work cost dearly, and unsafe automation is a violation', async () => {
    const clarity = withTruth('clarity', 0);
    expect((await decide(clarity, 'dispatch')).stopReason).toBe('blocked');
    const missed = await clarity.verify();
    expect(missed).toMatchObject({ outcome: 'failure', safetyViolation: null });
    expect(missed.terminalReward).toBeLessThan(-0.8);
    const risk = withTruth('risk', 1);
    expect((await decide(risk, 'dispatch')).stopReason).toBe('safety_violation');
    const unsafe = await risk.verify();
    expect(unsafe).toMatchObject({ outcome: 'failure', terminalReward: -1, evidence: { end: 'unsafe' } });
    expect(unsafe.safetyViolation).toMatch(/unsafe automation/);
    const preflight = withTruth('preflight', 1);
    await decide(preflight, 'dispatch');
    expect((await preflight.verify()).evidence).toMatchObject({ end: 'wasted' });
  });

  test('a check costs, and is subtracted from what the item is worth', async () => {
    const session = withTruth('clarity', 0);
    await decide(session, 'preflight approval-register');
    await decide(session, 'handoff');
    const { terminalReward, evidence } = await session.verify();
    expect(terminalReward).toBeCloseTo(0.94, 12);
    expect(evidence).toMatchObject({ rounds: 2, hours: 1 });
    expect(evidence['cost']).toBeCloseTo(0.06, 12);
  });

  test('a hopeless retry fails as often as it is tried, is then no longer offered, and time runs out', async () => {
    const session = withTruth('retry', 2);
    const first = await decide(session, 'retry');
    const second = await decide(session, 'retry');
    expect([first.stopReason, second.stopReason]).toEqual([null, null]);
    expect(session.observe().candidates.map(({ verb }) => verb)).not.toContain('retry');
    await decide(session, 'dispatch');
    await decide(session, 'retry');
    await decide(session, 'preflight status-page');
    expect((await decide(session, 'preflight reproduce')).stopReason).toBe('step_budget');
    expect(await session.verify()).toMatchObject({ outcome: 'failure', evidence: { end: 'exhausted' } });
  });
});

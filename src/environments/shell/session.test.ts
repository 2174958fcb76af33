import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OBSERVATION_LIMITS, Observation, StepResult, Verification } from '../../core/contracts.ts';
import { diffOf, parseAction, TEST_COMMAND } from './actions.ts';
import { createEmbeddedRuntime } from './embedded-runtime.ts';
import { CANDIDATE_NUMBERS, INFECTION, OCHIAI, STATE_NUMBERS, TRIED } from './features.ts';
import { MemoisedTestRunner } from './memoised-test-runner.ts';
import { parseShellOptions } from './options.ts';
import type { ShellRuntime } from './runtime.ts';
import { type ShellSession, startShellSession } from './session.ts';
import { editThat, FAULTS, original, shellTask } from './shell-task.fixture.ts';
import { type SessionOptions, type ShellTask, sessionOptionsOf } from './task.ts';

let runtime: ShellRuntime;
let tests: MemoisedTestRunner;

beforeAll(async () => {
  runtime = await createEmbeddedRuntime();
  tests = new MemoisedTestRunner(runtime.tests);
});
afterAll(() => runtime.dispose());

const start = (task: ShellTask, options: Partial<SessionOptions> = {}) =>
  startShellSession(task, {
    runtime,
    tests,
    options: { ...sessionOptionsOf(parseShellOptions({})), ...options },
  });

function indexOf(session: ShellSession, key: string): number {
  const index = session.observe().candidates.findIndex((candidate) => candidate.key === key);
  if (index === -1) throw new Error(`${key} is not offered`);
  return index;
}

const choose = (session: ShellSession, key: string) => session.step(indexOf(session, key));
const patches = (session: ShellSession) =>
  session.observe().candidates.filter(({ verb }) => verb === 'patch');
const stateNumber = (session: ShellSession, name: (typeof STATE_NUMBERS)[number]) =>
  session.observe().numbers[STATE_NUMBERS.indexOf(name)];

/** Reads both sources and runs the tests. */
async function lookAtEverything(session: ShellSession): Promise<void> {
  await choose(session, 'read:src/ranges.js');
  await choose(session, 'read:src/width.js');
  await choose(session, `run:${TEST_COMMAND}`);
}

/** Key of the candidate that undoes a fault of the fixture; offsets are those of the faulty source. */
function undoing(task: ShellTask, name: keyof typeof FAULTS): string {
  const { path, find, put } = FAULTS[name];
  return `patch:${editThat(task.files, { path, find: put, put: find }).key}`;
}

describe('what a state offers', () => {
  test('before a source is read: reads, the tests, looks and stop, and no patch', async () => {
    const session = await start(shellTask(['clamp']));
    expect(session.observe().candidates.map(({ key }) => key)).toEqual([
      'read:src/ranges.js',
      'read:src/width.js',
      'read:test/ranges.test.js',
      `run:${TEST_COMMAND}`,
      'run:ls src test',
      'run:grep -rn clampIndex src test',
      'stop',
    ]);
  });

  test('patches of a source once it was read, and only of that source', async () => {
    const session = await start(shellTask(['clamp']));
    await choose(session, 'read:src/width.js');
    expect(patches(session).length).toBeGreaterThan(0);
    expect(patches(session).every(({ key }) => key.startsWith('patch:src/width.js:'))).toBe(true);
  });

  test('keys are unique, and the observation keeps within its contract', async () => {
    const session = await start(shellTask(['clamp']));
    await lookAtEverything(session);
    const observation = Observation.parse(session.observe());
    const keys = observation.candidates.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(observation.numbers).toHaveLength(STATE_NUMBERS.length);
    for (const { numbers, text } of observation.candidates) {
      expect(numbers).toHaveLength(CANDIDATE_NUMBERS.length);
      expect(numbers.length).toBeLessThanOrEqual(OBSERVATION_LIMITS.candidateNumbers);
      expect(text.split(' ').length).toBeLessThanOrEqual(30);
    }
  });

  test('a patch says its operator and its kind of edit, and to people its line', async () => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    await choose(session, 'read:src/ranges.js');
    const patch = patches(session).find(({ key }) => key === undoing(task, 'clamp'));
    expect(patch?.text).toBe('op:relational edit:relational|<=|<');
    expect(patch?.label).toContain('src/ranges.js:6 relational: <= → <');
  });

  test('too many edits for a state: the most suspicious ones stay', async () => {
    const body = Array.from({ length: 60 }, (_, i) => `  if (a > ${i} && a < ${i + 2}) return ${i};`);
    const source = `export function pick(a) {\n${body.join('\n')}\n  return a < 0;\n}\n`;
    const test = `import assert from 'node:assert/strict';\nimport test from 'node:test';
import { pick } from '../src/pick.js';\ntest('low', () => assert.equal(pick(0), true));
test('high', () => assert.equal(pick(60), 59));\n`;
    const task = shellTask(['clamp'], {
      files: { 'package.json': '{"type":"module"}\n', 'src/pick.js': source, 'test/pick.test.js': test },
      testFiles: ['test/pick.test.js'],
    });
    const session = await start(task);
    await choose(session, 'read:src/pick.js');
    expect(session.observe().candidates).toHaveLength(OBSERVATION_LIMITS.candidates);
    await choose(session, `run:${TEST_COMMAND}`);
    expect(session.observe().candidates).toHaveLength(OBSERVATION_LIMITS.candidates);
    // Only the failing test gets as far as the last statement.
    expect(patches(session).some(({ label }) => label.startsWith('src/pick.js:62 '))).toBe(true);
  });

  test('observing twice gives the same', async () => {
    const session = await start(shellTask(['clamp']));
    expect(session.observe()).toEqual(session.observe());
  });
});

describe('suspiciousness', () => {
  test('is unknown before the tests were run, and afterwards highest where only failing tests go', async () => {
    const task = shellTask(['overlap']);
    const session = await start(task);
    await choose(session, 'read:src/ranges.js');
    expect(patches(session).every(({ numbers }) => numbers[OCHIAI] === 0)).toBe(true);
    await choose(session, `run:${TEST_COMMAND}`);
    const repair = patches(session).find(({ key }) => key === undoing(task, 'overlap'));
    expect(repair?.numbers[OCHIAI]).toBe(1);
    expect(patches(session).some(({ numbers }) => numbers[OCHIAI] === 0)).toBe(true);
  });
});

describe('the labeller', () => {
  test('accepts looking first, then the repair, and leads to success', async () => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    const accepted = () => session.acceptable()?.map((i) => session.observe().candidates[i]?.key);
    expect(accepted()).toEqual(['read:src/ranges.js', 'read:src/width.js', `run:${TEST_COMMAND}`]);
    await lookAtEverything(session);
    expect(accepted()).toEqual([undoing(task, 'clamp')]);
    const result = await session.step(session.acceptable()?.[0] as number);
    expect(result.stopReason).toBe('finished');
    expect(await session.verify()).toMatchObject({ outcome: 'success', terminalReward: 1 });
  });

  test('has no label when the repair is not among the candidates', async () => {
    const session = await start(shellTask(['clamp'], { faults: [], original: {} }));
    await lookAtEverything(session);
    expect(session.acceptable()).toBeNull();
  });
});

describe('a patch', () => {
  test('that breaks or fixes nothing is reverted, with the tests’ output and the diff', async () => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    await choose(session, 'read:src/width.js');
    const result = await session.step(session.observe().candidates.findIndex(({ verb }) => verb === 'patch'));
    expect(StepResult.parse(result)).toMatchObject({ status: 'ok', progress: true, stopReason: null });
    expect(result.diff).toMatch(/^--- a\/src\/width\.js/m);
    expect(result.output).toMatch(/✖ an index at the end moves inside/);
    expect(result.output).toMatch(/patch reverted: fixed 0 of 1 failing tests, broke \d/);
    expect(stateNumber(session, 'lastReverted')).toBe(1);
    expect(await session.verify()).toMatchObject({ outcome: 'failure', terminalReward: 0 });
  });

  test('that repairs one of two faults is kept, what is suspicious follows the tests that still fail, and the second one finishes', async () => {
    const task = shellTask(['overlap', 'clamp']);
    const session = await start(task);
    await lookAtEverything(session);
    expect(session.acceptable()).toHaveLength(2);
    const first = await choose(session, undoing(task, 'clamp'));
    expect(first).toMatchObject({ stopReason: null, progress: true });
    expect(first.output).toMatch(/patch kept: fixed 1 of 2 failing tests, broke 0/);
    expect(stateNumber(session, 'lastKept')).toBe(1);
    expect(stateNumber(session, 'coverageKnown')).toBe(1);
    const byKey = new Map(patches(session).map(({ key, numbers }) => [key, numbers]));
    expect(byKey.get(undoing(task, 'clamp'))?.[TRIED]).toBe(1);
    expect(byKey.get(undoing(task, 'clamp'))?.[INFECTION]).toBe(0);
    expect(byKey.get(undoing(task, 'overlap'))?.[INFECTION]).toBe(1);
    expect(await session.verify()).toMatchObject({ outcome: 'partial', terminalReward: 0.25 });
    const [last] = session.acceptable() ?? [];
    expect((await session.step(last as number)).stopReason).toBe('finished');
    expect((await session.verify()).evidence).toMatchObject({
      testsTotal: 4,
      failingBefore: 2,
      failingAfter: 0,
      patchesTried: 2,
      steps: 5,
    });
  });

  test('that is half a repair does not stand in the way of the whole one', async () => {
    const path = 'src/left.js';
    const whole = 'export function left(total, used) {\n  return total - used;\n}\n';
    const faulty = whole.replace('total - used', 'used - total');
    const suite = `import assert from 'node:assert/strict';
import test from 'node:test';
import { left } from '../src/left.js';
test('all of it', () => assert.equal(left(5, 0), 5));
test('some of it', () => assert.equal(left(5, 2), 3));
`;
    const fault = editThat({ [path]: whole }, { path, find: 'total - used', put: 'used - total' });
    const session = await start(
      shellTask(['clamp'], {
        original: { [path]: whole },
        files: { 'package.json': '{"type":"module"}\n', [path]: faulty, 'test/left.test.js': suite },
        testFiles: ['test/left.test.js'],
        hidden: { 'hidden/left.test.js': suite },
        faults: [fault],
      }),
    );
    await choose(session, `read:${path}`);
    await choose(session, `run:${TEST_COMMAND}`);
    const half = editThat({ [path]: faulty }, { path, find: 'used - total', put: 'used + total' });
    expect((await choose(session, `patch:${half.key}`)).output).toMatch(/patch kept: fixed 1 of 2/);
    expect((await session.perform(JSON.stringify({ action: 'read', path }))).output).toContain(
      'used + total',
    );
    const [repair] = session.acceptable() ?? [];
    const result = await session.step(repair as number);
    expect(result).toMatchObject({
      stopReason: 'finished',
      output: expect.stringMatching(/patch kept: fixed 1 of 1/),
    });
    expect(await session.verify({ hidden: true })).toMatchObject({
      outcome: 'success',
      evidence: { patchesTried: 2, testRuns: 3, hiddenPassed: true },
    });
  });

  test('tried again on the same tree is no progress, and three times nothing new ends the episode', async () => {
    const session = await start(shellTask(['clamp']));
    await choose(session, 'read:src/width.js');
    const again = () => session.step(session.observe().candidates.findIndex(({ verb }) => verb === 'patch'));
    expect((await again()).progress).toBe(true);
    const results = [await again(), await again(), await again()];
    expect(results.map(({ progress }) => progress)).toEqual([false, false, false]);
    expect(results.map(({ stopReason }) => stopReason)).toEqual([null, null, 'no_progress']);
  });

  test('from elsewhere is carried out like a candidate, and one of the tests is refused', async () => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    const test = 'test/ranges.test.js';
    const cheat = diffOf(test, task.files[test] as string, '\n');
    expect(await session.perform(JSON.stringify({ action: 'patch', diff: cheat }))).toMatchObject({
      status: 'error',
      progress: false,
    });
    const path = 'src/ranges.js';
    const diff = diffOf(path, task.files[path] as string, original[path] as string);
    expect(await session.perform(JSON.stringify({ action: 'patch', diff }))).toMatchObject({
      status: 'ok',
      stopReason: 'finished',
    });
  });
});

describe('other actions', () => {
  test('every step emits a valid action of the protocol', async () => {
    const session = await start(shellTask(['clamp']), { maxSteps: 100 });
    for (const { key } of session.observe().candidates) {
      const { emitted } = await choose(session, key);
      expect(parseAction(emitted)).toHaveProperty('action');
    }
  });

  test('an emitted text that is no action is invalid, counts as a step and changes nothing', async () => {
    const session = await start(shellTask(['clamp']));
    const before = session.observe();
    const result = await session.perform('{"action":"format","path":"/"}');
    expect(result).toMatchObject({ status: 'invalid', progress: false, diff: null });
    expect(stateNumber(session, 'stepsLeft')).toBeCloseTo(11 / 12, 12);
    expect(session.observe().candidates).toEqual(before.candidates);
  });

  test('a forbidden command and a missing file come back in-band', async () => {
    const session = await start(shellTask(['clamp']));
    const run = await session.perform('{"action":"run","command":"rm -rf src"}');
    expect(run.status).toBe('error');
    const read = await session.perform('{"action":"read","path":"../secret"}');
    expect(read).toMatchObject({ status: 'error', output: expect.stringContaining('no such file') });
  });

  test('reading and looking show real content once, and nothing new the second time', async () => {
    const session = await start(shellTask(['clamp']));
    const first = await choose(session, 'read:src/width.js');
    expect(first).toMatchObject({ output: original['src/width.js'], progress: true });
    expect((await choose(session, 'read:src/width.js')).progress).toBe(false);
    const look = await choose(session, 'run:grep -rn clampIndex src test');
    expect(look.output).toContain('src/ranges.js:4:export function clampIndex');
    expect((await choose(session, 'run:ls src test')).output).toContain('ranges.test.js');
    expect((await choose(session, 'run:ls src test')).progress).toBe(false);
  });

  test('stop ends the episode, and a step after the end is refused', async () => {
    const session = await start(shellTask(['clamp']));
    expect((await choose(session, 'stop')).stopReason).toBe('stopped');
    await expect(session.step(0)).rejects.toThrow(/the episode ended \(stopped\)/);
  });

  test('the last step of the budget ends the episode', async () => {
    const session = await start(shellTask(['clamp']), { maxSteps: 2 });
    expect((await choose(session, 'read:src/width.js')).stopReason).toBeNull();
    expect((await choose(session, 'read:src/ranges.js')).stopReason).toBe('step_budget');
  });
});

describe('verification with hidden tests', () => {
  const failing = {
    'hidden/never.test.js': `import assert from 'node:assert/strict';\nimport test from 'node:test';
test('never', () => assert.equal(1, 2));\n`,
  };

  test('a repair that passes them is a success', async () => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    await lookAtEverything(session);
    await choose(session, undoing(task, 'clamp'));
    const verification = Verification.parse(await session.verify({ hidden: true }));
    expect(verification).toMatchObject({ outcome: 'success', terminalReward: 1 });
    expect(verification.evidence).toMatchObject({ hiddenPassed: true, overfit: false });
  });

  test('one that fails them is reported as overfitting, and its reward does not change', async () => {
    const task = shellTask(['clamp'], { hidden: failing });
    const session = await start(task);
    await lookAtEverything(session);
    await choose(session, undoing(task, 'clamp'));
    expect(await session.verify()).toMatchObject({ outcome: 'success', terminalReward: 1 });
    expect(await session.verify({ hidden: true })).toMatchObject({
      outcome: 'partial',
      terminalReward: 1,
      evidence: { hiddenPassed: false, overfit: true },
    });
  });

  test('hidden files are never mounted', async () => {
    const session = await start(shellTask(['clamp']));
    expect((await choose(session, 'run:ls src test')).output).not.toContain('hidden');
    expect((await session.perform('{"action":"read","path":"hidden/ranges.test.js"}')).status).toBe('error');
  });
});

/**
 * Whole episodes with tasks and policies that mean harm. Each ends as evidence, in bounded work
 * and memory, and leaves nothing behind for the next.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Observation, StepResult, type StopReason, Verification } from '../../core/contracts.ts';
import { diffOf, emitAction, type ShellAction, TEST_COMMAND } from './actions.ts';
import { createEmbeddedRuntime } from './embedded-runtime.ts';
import { POLICY, REFUSED_EXIT_CODE } from './execution-policy.ts';
import { HOSTILE_TASKS } from './hostile-tasks.fixture.ts';
import { parseShellOptions } from './options.ts';
import { PAGE } from './quickjs-instance.ts';
import type { ShellRuntime, Workspace } from './runtime.ts';
import { type ShellSession, startShellSession } from './session.ts';
import { original, shellTask } from './shell-task.fixture.ts';
import type { ShellTask } from './task.ts';

/** Memories of WebAssembly instances, the last of which is in use. */
const memories: WebAssembly.Memory[] = [];
const RealMemory = WebAssembly.Memory;
let runtime: ShellRuntime;

beforeAll(async () => {
  WebAssembly.Memory = class extends RealMemory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super(descriptor);
      memories.push(this);
    }
  };
  runtime = await createEmbeddedRuntime();
});

afterAll(async () => {
  await runtime.dispose();
  WebAssembly.Memory = RealMemory;
});

afterEach(async () => {
  await expectClean();
  for (const { buffer } of memories) expect(buffer.byteLength).toBeLessThanOrEqual(POLICY.memoryPages * PAGE);
  memories.splice(0, memories.length - 1);
});

// Without the runner that remembers: every run is carried out.
const start = (task: ShellTask, mount = runtime.mount) =>
  startShellSession(task, {
    runtime: { ...runtime, mount },
    tests: runtime.tests,
    options: parseShellOptions({}),
  });

function indexOf(session: ShellSession, verb: string): number {
  return session.observe().candidates.findIndex((candidate) => candidate.verb === verb);
}

/** An honest episode right after goes as it always does. */
async function expectClean(): Promise<void> {
  const session = await start(shellTask(['clamp']));
  for (let stopReason = null; stopReason === null; ) {
    ({ stopReason } = (await session.step(session.acceptable()?.[0] ?? -1)) as { stopReason: null });
  }
  expect(await session.verify({ hidden: true })).toMatchObject({ outcome: 'success', terminalReward: 1 });
  await session.close();
}

/** Reads the source, runs the tests, tries the first patch and stops: what all of it looked like. */
async function play(task: ShellTask) {
  const session = await start(task);
  const steps: StepResult[] = [];
  const take = async (index: number) => {
    Observation.parse(session.observe());
    steps.push(StepResult.parse(await session.step(index)));
  };
  await take(indexOf(session, 'read'));
  await take(indexOf(session, 'run'));
  if (indexOf(session, 'patch') !== -1) await take(indexOf(session, 'patch'));
  await take(indexOf(session, 'stop'));
  const verification = Verification.parse(await session.verify({ hidden: true }));
  await session.close();
  return { steps, verification };
}

describe('a task with', () => {
  test.each(HOSTILE_TASKS)('$what ends as evidence', async ({ task, crash, hiddenPassed }) => {
    const { steps, verification } = await play(task);
    expect(steps.map(({ status }) => status)).not.toContain('error');
    expect(steps.at(-1)?.stopReason).toBe('stopped');
    expect(verification).toMatchObject({ outcome: 'failure', safetyViolation: null });
    expect(verification.terminalReward).toBeLessThanOrEqual(0);
    const { failingBefore, failingAfter } = verification.evidence;
    expect(verification.evidence).toMatchObject({ crash, hiddenPassed, overfit: false });
    if (crash === null) expect([failingBefore, failingAfter]).toEqual([failingAfter, failingBefore]);
    if (crash === null) expect(failingAfter).toBeGreaterThan(0);
  });

  test.each([0, 8, 12])('the same code is the same episode twice: number %i', async (number) => {
    const { task } = HOSTILE_TASKS[number] as (typeof HOSTILE_TASKS)[number];
    expect(await play(task)).toEqual(await play(task));
  });

  test('a file outside its repository is never mounted', async () => {
    const honest = shellTask(['clamp']);
    for (const path of ['../outside.js', '/outside.js', 'src/..\\outside.js', 'src/\u202e.js']) {
      const task = { ...honest, files: { ...honest.files, [path]: '' } };
      await expect(start(task)).rejects.toThrow(/outside the repository/);
    }
  });

  test('files named like parts of every object are files', async () => {
    const honest = shellTask(['clamp']);
    const odd = { ['__proto__']: 'text', constructor: 'text', 'src/__proto__.js': 'export {};\n' };
    const session = await start({ ...honest, files: { ...honest.files, ...odd } });
    for (const path of Object.keys(odd)) {
      expect(await act(session, { action: 'read', path })).toMatchObject({ status: 'ok' });
    }
    expect(await session.verify()).toMatchObject({ outcome: 'failure', terminalReward: 0 });
  });
});

/** Carries out an action that no candidate offered. */
const act = (session: ShellSession, action: ShellAction) => session.perform(emitAction(action));

const SOURCE = 'src/ranges.js';

/** A patch that puts a text in the place of the faulty source. */
function replacing(task: ShellTask, content: string): ShellAction {
  return { action: 'patch', diff: diffOf(SOURCE, task.files[SOURCE] as string, content) };
}

describe('a patch with', () => {
  const repaired = original[SOURCE] as string;
  const doing = (body: string) =>
    repaired.replace('export function overlaps(a, b) {', `export function overlaps(a, b) { ${body}`);
  const loading = (code: string) => `${code}\n${repaired}`;

  test.each([
    ['a loop without end', 'fuel', doing('for (;;);')],
    ['a loop that awaits without end', 'fuel', loading('for (;;) await null;')],
    ['recursion without end', null, doing('return overlaps(a, b);')],
    ['two gigabytes', 'memory', doing('return new Uint8Array(2 ** 31 - 1).fill(1);')],
    ['a search without end', 'fuel', doing("return /^(a+)+$/.test('a'.repeat(60) + '!');")],
    ['a flood of output', 'fuel', doing('for (;;) console.log(a);')],
    ['a syntax error', 'load_error', loading('export {')],
    ['an end of the process', 'load_error', loading('process.exit(0);')],
    ['tests of its own', 'load_error', loading("import test from 'node:test'; test('x', () => {});")],
    [
      'assertions of its own',
      'load_error',
      loading("import a from 'node:assert'; a.strict.equal = () => {};"),
    ],
    ['no exports', 'load_error', ''],
  ])('%s breaks something and is reverted', async (_what, crash, content) => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    const result = await act(session, replacing(task, content));
    expect(result).toMatchObject({ status: 'ok', stopReason: null });
    expect(result.output).toMatch(/patch reverted: fixed \d of 1 failing tests, broke [1-9]/);
    const { seen } = session.observe().fields as { seen: string };
    expect(seen.split(' ').find((token) => token.startsWith('crash:'))).toBe(
      crash ? `crash:${crash}` : undefined,
    );
    expect(await act(session, { action: 'read', path: SOURCE })).toMatchObject({
      output: task.files[SOURCE],
    });
    expect(await session.verify()).toMatchObject({ outcome: 'failure', terminalReward: 0 });
  });

  test.each([
    ['repairs only while a visible test runs', "new Error().stack.includes('test/') ? 'visible' : 'hidden'"],
    ['repairs only what the visible tests ask for', "index >= 0 ? 'visible' : 'hidden'"],
  ])('code that %s passes, and the hidden tests show it', async (_what, sees) => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    const cheat = (task.files[SOURCE] as string).replace(
      'if (index < 0) return 0;',
      `return (${sees}) === 'visible' ? Math.min(index, length - 1) : NaN;`,
    );
    expect(await act(session, replacing(task, cheat))).toMatchObject({ stopReason: 'finished' });
    expect(await session.verify({ hidden: true })).toMatchObject({
      outcome: 'partial',
      evidence: { hiddenPassed: false, overfit: true },
    });
  });

  test('code that never ends in a hidden test passes, and that is overfitting too', async () => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    const cheat = repaired.replace('if (index < 0) return 0;', 'while (index < 0);');
    expect(await act(session, replacing(task, cheat))).toMatchObject({ stopReason: 'finished' });
    expect(await session.verify({ hidden: true })).toMatchObject({
      outcome: 'partial',
      evidence: { hiddenPassed: false, overfit: true },
    });
  });

  test('a place that is far away in the file is refused', async () => {
    const session = await start(shellTask(['clamp']));
    const diff = `--- a/${SOURCE}\n+++ b/${SOURCE}\n@@ -999999999999,1 +1,1 @@\n-a\n+b\n`;
    expect(await act(session, { action: 'patch', diff })).toMatchObject({
      status: 'error',
      output: expect.stringMatching(/does not fit/),
    });
  });

  test('more text than any source has is refused', async () => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    const long = await act(session, replacing(task, `${repaired}${'// more\n'.repeat(1200)}`));
    expect(long).toMatchObject({
      status: 'error',
      output: expect.stringMatching(/more than 8000 characters/),
    });
    const longer = await act(session, replacing(task, `${repaired}${'// more\n'.repeat(5000)}`));
    expect(longer.status).toBe('invalid');
  });
});

describe('an episode', () => {
  test.each([
    ['patch', 'test/ranges.test.js', /not a source file/],
    ['patch', 'package.json', /not a source file/],
    ['patch', 'hidden/ranges.test.js', /not a source file/],
    ['patch', 'src/../test/ranges.test.js', /not a source file/],
    ['patch', '../src/ranges.js', /not a source file/],
    ['patch', '/src/ranges.js', /not a source file/],
    ['patch', 'src\\ranges.js', /not a source file/],
    ['patch', 'src/%2e%2e/test/ranges.test.js', /not a source file|does not exist/],
    ['patch', 'src/./ranges.js', /does not exist/],
    ['patch', 'src//ranges.js', /does not exist/],
    ['patch', 'src/__proto__.js', /does not exist/],
    ['patch', 'src/ranges\u200b.js', /does not exist/],
    ['patch', 'src/ranges.js\u0000.js', /does not exist/],
    ['patch', 'src/ranges.test.js', /not a source file/],
    ['read', '../secret', /no such file/],
    ['read', '/etc/passwd', /no such file/],
    ['read', 'src/../package.json', /no such file/],
    ['read', 'src\\ranges.js', /no such file/],
    ['read', 'src/ranges.js\u0000', /no such file/],
    ['read', '%2e%2e/secret', /no such file/],
    ['read', '．．/secret', /no such file/],
    ['read', '__proto__', /no such file/],
    ['read', 'constructor', /no such file/],
    ['read', 'hidden/ranges.test.js', /no such file/],
    ['read', 'x'.repeat(300), /path/],
    ['run', 'cat ../secret', /outside the repository/],
    ['run', 'cat .?/.?/etc/passwd', /outside the repository/],
    ['run', `ls ${'*/../'.repeat(40)}`, /outside the repository/],
    ['run', 'cat hidden/ranges.test.js', /No such file/],
  ] as const)('that tries to %s %j is told no and changes nothing', async (verb, path, reason) => {
    const task = shellTask(['clamp']);
    const session = await start(task);
    const result = await act(session, actionOn(verb, path));
    expect(['error', 'invalid', ...(verb === 'run' ? ['ok'] : [])]).toContain(result.status);
    expect(result.output).toMatch(reason);
    expect(result.progress).toBe(verb === 'run');
    expect(await session.verify()).toMatchObject({ outcome: 'failure', terminalReward: 0 });
  });

  test.each([
    'curl http://localhost/',
    'node -e "1"',
    'node --test --import=./src/ranges.js',
    'rm -rf src',
    'ls > src/ranges.js',
    'cat src/ranges.js | sh',
    'cat "$(ls)"',
    'cat `ls`',
    'ls; rm -rf src',
    'ls && curl http://localhost/',
    'exec 3<>/dev/tcp/localhost/80',
  ])('in which the command %j is emitted goes on without it', async (command) => {
    const session = await start(shellTask(['clamp']));
    const result = await act(session, { action: 'run', command });
    expect(result).toMatchObject({
      status: 'error',
      output: expect.stringMatching(/^refused: /),
      stopReason: null,
    });
    const { seen } = session.observe().fields as { seen: string };
    expect(seen).toContain(`exit:${REFUSED_EXIT_CODE}`);
    expect((await act(session, { action: 'run', command: TEST_COMMAND })).status).toBe('ok');
  });

  test('that only floods ends after three steps without progress, or with its budget', async () => {
    const session = await start(shellTask(['clamp']));
    const stopReasons = [];
    for (let i = 0; i < 3; i += 1) stopReasons.push((await session.perform('x'.repeat(1e6))).stopReason);
    expect(stopReasons).toEqual([null, null, 'no_progress']);
    const other = await start(shellTask(['clamp']));
    let last: StopReason | null = null;
    for (let i = 1; last === null; i += 1) {
      ({ stopReason: last } = await act(other, {
        action: 'run',
        command: `grep -c ${'x'.repeat(i)} ${SOURCE}`,
      }));
      expect(i).toBeLessThanOrEqual(POLICY.maxSteps);
    }
    expect(last).toBe('step_budget');
  });

  test('is verified with the tests of its task, whatever its workspace holds', async () => {
    const task = shellTask(['clamp']);
    const mounted: Workspace[] = [];
    const session = await start(task, async (files) => {
      mounted.push(await runtime.mount(files));
      return mounted[0] as Workspace;
    });
    const [workspace] = mounted as [Workspace];
    await workspace.write(
      'test/ranges.test.js',
      "import test from 'node:test';\ntest('passes', () => {});\n",
    );
    await workspace.write('test/more.test.js', "import test from 'node:test';\ntest('passes', () => {});\n");
    await workspace.write('package.json', '{ "type": "commonjs" }\n');
    await workspace.write(
      'hidden/ranges.test.js',
      "import test from 'node:test';\ntest('passes', () => {});\n",
    );
    await workspace.write('src/more.js', "throw new Error('loaded');\n");
    expect((await workspace.exec(TEST_COMMAND)).exitCode).toBe(0);
    expect(await session.verify({ hidden: true })).toMatchObject({
      outcome: 'failure',
      terminalReward: 0,
      evidence: { testsTotal: 4, failingBefore: 1, failingAfter: 1, hiddenPassed: true },
    });
  });
});

function actionOn(verb: 'patch' | 'read' | 'run', path: string): ShellAction {
  if (verb === 'read') return { action: 'read', path };
  if (verb === 'run') return { action: 'run', command: path };
  return { action: 'patch', diff: diffOf(path, '// before\n', '// after\n') };
}

describe('no built-in function that a source replaces', () => {
  const FAILING = `import test, { describe } from 'node:test';
import assert from 'node:assert/strict';
import { three } from '../src/subject.js';
test('values', () => assert.equal(three(), 3));
test('later', async () => { await null; assert.equal(three(), 3); });
test('truth', () => assert.ok(three() === 3));
test('objects', () => assert.deepEqual([[{ a: three() }]], [[{ a: 3 }]]));
test('maps', () => assert.deepEqual(new Map([['a', three()]]), new Map([['a', 3]])));
test('keys', () => assert.deepEqual(new Map([[three(), 'a']]), new Map([[3, 'a']])));
test('sets', () => assert.deepEqual(new Set([{ a: three() }]), new Set([{ a: 3 }])));
test('texts', () => assert.match('is ' + three(), /^is 3$/));
test('errors', () => assert.throws(() => { throw new RangeError('is ' + three()); }, { message: 'is 3' }));
test('messages', () => assert.throws(() => { throw new RangeError('is ' + three()); }, /is 3/));
test('rejections', () => assert.rejects(async () => { if (three() === 3) throw new Error(); }));
test('callbacks', (t, done) => done(three() === 3 ? null : new Error()));
test('subtests', async (t) => { await t.test('inner', () => assert.equal(three(), 3)); });
describe('suite', () => { test('inner', () => assert.equal(three(), 3)); });
test('throws', () => { if (three() !== 3) throw new Error(); });
`;

  /** Prints the paths of all functions and accessors that are reachable and can be replaced. */
  const SURVEY = `import test from 'node:test';
test('survey', () => {
  const seen = new Set();
  const walk = (value, path) => {
    if (Object(value) !== value || seen.has(value)) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      const { configurable, writable, value: held, get } = Reflect.getOwnPropertyDescriptor(value, key);
      const isSymbol = typeof key === 'symbol';
      if (isSymbol && !key.description.startsWith('Symbol.')) continue;
      const name = isSymbol ? key.description : JSON.stringify(key);
      if (typeof held === 'function' ? configurable || writable : get !== undefined && configurable) {
        console.log('replaceable ' + JSON.stringify([path, name]));
      }
      walk(held, path + '[' + name + ']');
    }
  };
  walk(globalThis, 'globalThis');
  for (const value of ['[].values()', 'new Map().keys()', 'new Set().keys()', "''.matchAll(/x/g)", 'Int8Array']) {
    walk(Object.getPrototypeOf((0, eval)(value)), 'Object.getPrototypeOf(' + value + ')');
  }
});
`;

  const runWith = (prefix: string) =>
    runtime.tests.run(
      { 'src/subject.js': `${prefix}export const three = () => 4;\n`, 'test/subject.test.js': FAILING },
      ['test/subject.test.js'],
    );

  test.each(['() => []', '(x) => x', 'function () { return this; }'])(
    'by %s makes a failing test pass',
    async (put) => {
      const survey = await runtime.tests.run({ 'test/survey.test.js': SURVEY }, ['test/survey.test.js']);
      const replaceable = [...survey.output.matchAll(/^replaceable (.*)$/gm)].map(
        ([, path]) => JSON.parse(path as string) as [string, string],
      );
      expect(replaceable.length).toBeGreaterThan(200);
      const forged: string[] = [];
      for (const [holder, name] of replaceable) {
        const property = `{ configurable: true, ...('value' in Reflect.getOwnPropertyDescriptor(${holder}, ${name}) ? { value: ${put} } : { get: ${put} }) }`;
        const { tests } = await runWith(`Reflect.defineProperty(${holder}, ${name}, ${property});\n`);
        forged.push(...tests.filter(({ passed }) => passed).map((t) => `${holder}[${name}]: ${t.name}`));
      }
      expect(forged).toEqual([]);
    },
  );
});

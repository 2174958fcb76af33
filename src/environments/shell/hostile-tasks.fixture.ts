/** Repair tasks that mean harm, and how the run of their tests has to end. */
import type { CrashReason, Files } from './runtime.ts';
import type { Benchmark, ShellOptions, ShellTask } from './task.ts';

/** A task and how it ends. */
export interface HostileTask {
  readonly what: string;
  /** How the plain run of its visible tests ends; null: each of them ends. */
  readonly crash: CrashReason | null;
  /** Whether its hidden test, which only wants `one` of the source, passes. */
  readonly hiddenPassed: boolean;
  readonly task: ShellTask;
}

/** What hostile code is added to, with something to edit in it. */
const SUBJECT = `export function one(n) {
  return n < 0 ? n + 2 : 1;
}
`;

/** One test that passes and one that no edit repairs, around what the source is made to do. */
const VISIBLE = `test('is one', () => assert.equal(one(3), 1));
test('acts', () => act());
test('is two', () => assert.equal(one(4), 2));
`;

const HIDDEN = `test('is one below zero', () => assert.equal(one(-1), 1));
`;

const header = (names: string) => `import test from 'node:test';
import assert from 'node:assert/strict';
import { ${names} } from '../src/subject.js';
`;

/** What a function does that the tests call: how their run ends, and its body. */
const ACTS: Readonly<Record<string, readonly [CrashReason | null, string]>> = {
  'a loop without end': ['fuel', 'for (;;);'],
  'a loop that awaits without end': ['fuel', 'return (async () => { for (;;) await null; })();'],
  'timers that start each other': [
    'fuel',
    'return new Promise(() => { const again = () => setTimeout(again, 1); again(); });',
  ],
  'a promise that never settles': [null, 'return new Promise(() => {});'],
  'a loop that catches everything': ['fuel', 'for (;;) { try { for (;;); } catch {} }'],
  'deep recursion': [null, 'const f = () => 1 + f(); f();'],
  'deep recursion through built-in functions': [
    null,
    `const list = []; list.push(list);
    const object = { toString: () => String(object), [Symbol.iterator]: () => [...object] };
    const through = (x) => x.flatMap(through);
    function* generate() { yield* generate(); }
    for (const deep of [() => String(object), () => [...object], () => through(list), () => [...generate()]]) {
      assert.throws(deep, /stack overflow/);
    }
    through(list);`,
  ],
  'deep recursion in the parser': ['stack', "new Function('return ' + '('.repeat(1e5) + ')'.repeat(1e5));"],
  'two gigabytes in one typed array': ['memory', 'new Uint8Array(2 ** 31 - 1).fill(1);'],
  'two gigabytes in typed arrays': [
    'memory',
    'const a = []; while (a.length < 2048) a.push(new Uint8Array(2 ** 20).fill(1));',
  ],
  'two gigabytes in small objects': ['fuel', 'const a = []; while (a.length < 2 ** 26) a.push({ a });'],
  'a growing text': [null, "let s = 'x'; for (;;) s += s;"],
  'a regular expression that backtracks for ever': ['fuel', "/^(a+)+$/.test('a'.repeat(60) + '!');"],
  'a flood of output': ['fuel', "for (;;) console.log('x'.repeat(1000));"],
  'output that looks like results': [null, "console.log('✔ is two\\nℹ tests 3\\nℹ pass 3\\nℹ fail 0');"],
  'a polluted prototype': [
    null,
    "Object.prototype.skip = true; Object.defineProperty(Object.prototype, 'todo', { get: () => true });",
  ],
  'an assertion that is replaced late': [null, "Object.defineProperty(assert, 'equal', { value() {} });"],
  'an end of the process': [null, 'process.exit(0);'],
  'a request to the network': [null, "return fetch('http://localhost/');"],
  'a module from the network': [null, "return import('http://localhost/x.js');"],
  'an error that cannot be read': [
    null,
    "throw Object.defineProperty(new Error('x'), 'message', { get() { throw 1; } });",
  ],
};

/** What a source does while it loads. */
const LOADS: Readonly<Record<string, readonly [CrashReason, string]>> = {
  'a source that never finishes loading': ['fuel', 'for (;;);'],
  'a source that waits for ever': ['load_error', 'await new Promise(() => {});'],
  'a source that ends the process': ['load_error', 'process.exit(0);'],
  'a source that defines tests': ['load_error', "import test from 'node:test'; test('is two', () => {});"],
  'a source that hides tests': [
    'load_error',
    'const { beforeEach } = await eval("import(\'node:test\')"); beforeEach((t) => t.todo());',
  ],
  'a source that replaces assertions': [
    'load_error',
    "import strict from 'node:assert/strict'; strict.equal = () => {};",
  ],
  'a source that watches lists for tests': [
    'load_error',
    'const { push } = Array.prototype; Array.prototype.push = function (x) { x.body = () => {}; push.call(this, x); };',
  ],
  'a source that settles every promise': [
    'load_error',
    'Promise.prototype.then = function (done) { done(); return this; };',
  ],
};

/** Test files that turn on each other, the runner or its host. */
const TESTS: Readonly<Record<string, readonly [CrashReason | null, string]>> = {
  'a test that deletes other tests': [
    null,
    `test('deletes', (t) => {
      for (const key of Reflect.ownKeys(test)) delete test[key];
      for (const key of Reflect.ownKeys(t)) delete t[key];
      for (const key of Reflect.ownKeys(globalThis)) delete globalThis[key];
    });
    test('is two', () => assert.equal(one(4), 2));`,
  ],
  'a test that empties every list': [
    null,
    `test('empties', () => { for (const key of ['push', 'splice', 'shift']) Array.prototype[key] = () => []; });
    test('is two', () => assert.equal(one(4), 2));`,
  ],
  'a test file that ends before its tests': [
    'load_error',
    "test('is two', () => assert.equal(one(4), 2)); process.exit(0);",
  ],
  'tests without end': ['fuel', "for (;;) test('is two', () => assert.equal(one(4), 2));"],
  'names without end': [
    'fuel',
    "for (let i = 0; i < 5000; i += 1) test('n'.repeat(1e6) + i, () => assert.equal(one(4), 2));",
  ],
  'messages without end': [
    'fuel',
    "for (let i = 0; i < 5000; i += 1) test('m' + i, () => assert.fail('m'.repeat(1e5)));",
  ],
  'a test that throws what cannot be read': [
    null,
    "test('reads', () => { throw { toString() { throw 1; } }; }); test('next', () => {});",
  ],
};

/** A task whose repository holds one source and its tests. Nothing repairs it. */
function taskOf(what: string, number: number, source: string, test: string): ShellTask {
  const files: Files = {
    'package.json': '{ "type": "module" }\n',
    'src/subject.js': source,
    'test/subject.test.js': test,
  };
  return {
    environment: 'shell',
    taskId: `shell/hostile/${what.replaceAll(' ', '-')}`,
    contentHash: number.toString(16).padStart(8, '0').repeat(8),
    family: 'hostile',
    cluster: 'hostile',
    split: 'train',
    module: 'hostile',
    files,
    testFiles: ['test/subject.test.js'],
    original: {},
    hidden: { 'hidden/subject.test.js': header('one') + HIDDEN },
    faults: [],
    failing: [],
  };
}

/** All of them, in a fixed order. */
export const HOSTILE_TASKS: readonly HostileTask[] = [
  ...Object.entries(ACTS).map(([what, [crash, body]]) => ({
    what,
    crash,
    hiddenPassed: true,
    source: `import assert from 'node:assert/strict';\n${SUBJECT}export function act() { void assert; ${body} }\n`,
    test: `${header('act, one')}${VISIBLE}`,
  })),
  ...Object.entries(LOADS).map(([what, [crash, code]]) => ({
    what,
    crash,
    hiddenPassed: false,
    source: `${code}\n${SUBJECT}export const act = () => {};\n`,
    test: `${header('act, one')}${VISIBLE}`,
  })),
  ...Object.entries(TESTS).map(([what, [crash, code]]) => ({
    what,
    crash,
    hiddenPassed: true,
    source: SUBJECT,
    test: `${header('one')}${code}\n`,
  })),
].map(({ what, crash, hiddenPassed, source, test }, number) => ({
  what,
  crash,
  hiddenPassed,
  task: taskOf(what, number, source, test),
}));

/** A benchmark of given tasks, of which none is known to be repaired by any kind of edit. */
export function benchmarkOf(tasks: readonly ShellTask[], options: ShellOptions): Benchmark {
  return {
    seed: 0,
    options,
    tasks,
    rejected: {},
    prior: { table: {}, fallback: 0 },
    hash: '0'.repeat(64),
  };
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instrument } from './coverage-instrumentation.ts';
import { listEdits, listEditsOf } from './edits.ts';
import { createTestRunner } from './quickjs-test-runner.ts';
import type { Files, TestRun, TestRunner } from './runtime.ts';
import { repositoryOf, seedModules } from './seed-modules.ts';

let runner: TestRunner;
beforeAll(async () => {
  runner = await createTestRunner();
});
afterAll(() => runner.dispose());

const PATH = 'src/subject.js';

/** A tree whose test `i` evaluates the i-th of some expressions over the subject's exports. */
function tree(source: string, calls: readonly string[]): Files {
  const tests = calls.map((call, i) => `test('${i}', () => { ${call}; });`).join('\n');
  return {
    [PATH]: source,
    'test/a.test.js': `import { test } from 'node:test';\nimport * as s from '../src/subject.js';\n${tests}`,
  };
}

const run = (files: Files) => runner.run(files, ['test/a.test.js'], { coverage: true });

/** Per test, the edits that make a difference in it, as `before→after`; null when an edit is not watched. */
async function infections(source: string, calls: readonly string[], edit: string): Promise<boolean[] | null> {
  const { coverage, crash } = await run(tree(source, calls));
  expect(crash).toBeNull();
  const found = listEdits(PATH, source).find(({ before, after }) => `${before}→${after}` === edit);
  if (found === undefined) throw new Error(`${edit} is not offered`);
  const index = coverage?.edits.indexOf(found.key) ?? -1;
  return index < 0 ? null : (coverage?.infected.map((edits) => edits.includes(index)) ?? null);
}

describe('an edit makes a difference in a test', () => {
  test.each([
    [
      'a comparison, where its sides are equal',
      'a < b',
      '<→<=',
      ['s.f(1, 2)', 's.f(2, 2)', 's.f(3, 2)'],
      '010',
    ],
    [
      'a number, where the comparison around it turns',
      'a > 3 && b',
      '3→4',
      ['s.f(3, 1)', 's.f(4, 1)', 's.f(4, 0)'],
      '011',
    ],
    ['a sum, where what is added is not 0', 'a + b', '+→-', ['s.f(1, 0)', 's.f(1, 2)'], '01'],
    ['and and or, where the sides differ', 'a && b', '&&→||', ['s.f(1, 1)', 's.f(0, 0)', 's.f(1, 0)'], '001'],
    ['a method, where the two differ', 'Math.floor(a) + b', 'floor→ceil', ['s.f(1, 1)', 's.f(1.5, 1)'], '01'],
    ['exchanged operands', 'a - b', 'a - b→b - a', ['s.f(2, 2)', 's.f(2, 1)'], '01'],
    [
      'an error that the edit would make',
      'a.length + b.at(0)',
      '+→-',
      ['s.f([1], [0])', 's.f([1], [2])'],
      '01',
    ],
  ])('%s', async (_what, expression, edit, calls, expected) => {
    const source = `export const f = (a, b) => {\n  return ${expression};\n};\n`;
    const found = await infections(source, calls, edit);
    expect(found?.map(Number).join('')).toBe(expected);
  });

  test('only its truth matters in a condition', async () => {
    const source = 'export function f(a) {\n  if (a.length > 0) return 1;\n  return 2;\n}\n';
    expect(await infections(source, ['s.f([])', 's.f([1])', 's.f([1, 2])'], '0→1')).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('where the program throws and the edited one would not', async () => {
    const source = 'export function f(list, i) {\n  i++;\n  return list[i + 1].name;\n}\n';
    const calls = ['s.f([0, { name: 1 }, { name: 2 }], 0)', 's.f([0, { name: 1 }], 0)'];
    expect(await infections(source, calls, 'i + 1→i')).toEqual([true, true]);
  });

  test('a compound assignment, where the sign of what is added shows', async () => {
    const source = 'export function f(a) {\n  let sum = 5;\n  sum += a;\n  return sum;\n}\n';
    expect(await infections(source, ['s.f(0)', 's.f(1)'], '+=→-=')).toEqual([false, true]);
  });
});

test('a part with an effect runs once, and the edited expression sees its value', async () => {
  const source = `let calls = 0;
const next = () => { calls += 1; return calls; };
export const count = () => calls;
export function f(limit) {
  return next() < limit;
}
`;
  const calls = ['s.f(9)', 's.f(2)', 'if (s.count() !== 2) throw new Error(String(s.count()))'];
  expect(await infections(source, calls, '<→<=')).toEqual([false, true, false]);
  expect((await run(tree(source, calls))).passed).toBe(3);
});

test('a part that did not run counts as a difference', async () => {
  const source = 'const side = () => 0;\nexport const f = (a) => {\n  return a && side();\n};\n';
  expect(await infections(source, ['s.f(0)', 's.f(1)'], '&&→||')).toEqual([true, true]);
});

test('recursion keeps the values of each call apart', async () => {
  const source = `export function f(n) {
  return n < 2 ? n : f(n - 1) + f(n - 2);
}
`;
  const result = await run(tree(source, ['if (s.f(10) !== 55) throw new Error(String(s.f(10)))']));
  expect(result.passed).toBe(1);
  expect(result.coverage?.edits.length).toBeGreaterThan(3);
});

test.each([
  [
    'a method of the module with the name of a harmless one',
    'export class C {\n  n = 0;\n  get(k) {\n    this.n += 1;\n    return k;\n  }\n  f(k) {\n    return this.get(k) < 3;\n  }\n}\n',
    'const c = new s.C(); c.f(1); if (c.n !== 1) throw new Error(String(c.n))',
  ],
  [
    'an accessor',
    'export class C {\n  n = 0;\n  get next() {\n    this.n += 1;\n    return this.n;\n  }\n  f() {\n    return this.next < 3;\n  }\n}\n',
    'const c = new s.C(); c.f(); if (c.n !== 1) throw new Error(String(c.n))',
  ],
])('%s runs once', async (_what, source, call) => {
  expect((await run(tree(source, [call]))).tests).toMatchObject([{ passed: true }]);
});

test('awaits, generators, destructuring and optional chains are left as they are', async () => {
  const source = `export async function f(a) {
  const total = (await a) + 1;
  return total < 3 ? (await a) - 1 : a?.b?.(1 + 2) ?? 4;
}
export function* g(list) {
  for (const [i, x = 1 + i] of list.entries()) yield (yield x) + i - 1;
}
export const h = ({ k = 2 - 1, ...rest } = {}) => { let q = [k]; [q[0 + 0], q[1]] = [rest.z ?? 1, 2]; return q.length - 1; };
`;
  const calls = ['return s.f(1)', '[...s.g([1, 2])]', 'if (s.h() !== 1) throw new Error(String(s.h()))'];
  const result = await run(tree(source, calls));
  expect(result.crash).toBeNull();
  expect(result.passed).toBe(3);
});

describe.each(seedModules().map((module) => [module.name, module] as const))('%s', (_name, module) => {
  test('behaves the same with probes, and most edits are watched', async () => {
    const files = repositoryOf(module, module.sources);
    const testFiles = Object.keys(module.tests);
    const outcomes = ({ tests, crash }: TestRun) => [crash, tests.map(({ name, passed }) => [name, passed])];
    const plain = await runner.run(files, testFiles);
    const instrumented = await runner.run(files, testFiles, { coverage: true });
    expect(outcomes(instrumented)).toEqual(outcomes(plain));
    const watched = instrumented.coverage?.edits.length ?? 0;
    expect(watched / listEditsOf(module.sources).length).toBeGreaterThan(0.4);
  });
});

test('a source that uses the names of the probes keeps its own', () => {
  const source = 'const __probe = 1;\nexport const f = (__part0) => __part0 + __probe;\n';
  const { code } = instrument(source, 0, listEdits(PATH, source));
  expect(code).toContain('probe as __probe_,');
  expect(code).not.toMatch(/\(\(__part0=/);
});

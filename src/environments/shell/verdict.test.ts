import { expect, test } from 'vitest';
import type { TestRun } from './runtime.ts';
import { differenceOf, verdictOf } from './verdict.ts';

/** A run of tests named by letters: capitals pass. */
function run(tests: string, crash: TestRun['crash'] = null): TestRun {
  const results = [...tests].map((letter) => ({
    file: 'test/a.test.js',
    name: letter.toLowerCase(),
    passed: letter !== letter.toLowerCase(),
    message: '',
  }));
  const passed = results.filter((result) => result.passed).length;
  return {
    tests: results,
    passed,
    failed: results.length - passed,
    crash,
    output: '',
    coverage: null,
    fuel: 0,
  };
}
const crash = { file: 'test/a.test.js', reason: 'fuel', message: 'too long' } as const;

test('all visible tests passing is success', () => {
  expect(verdictOf(run('Ab'), run('AB'))).toEqual({ outcome: 'success', terminalReward: 1 });
});

test('fewer failures and none new is partial', () => {
  expect(verdictOf(run('Abc'), run('ABc'))).toEqual({ outcome: 'partial', terminalReward: 0.25 });
});

test('unchanged is a failure worth nothing', () => {
  expect(verdictOf(run('Ab'), run('Ab'))).toEqual({ outcome: 'failure', terminalReward: 0 });
});

test('a new failure is worth −1 even when another was fixed', () => {
  expect(verdictOf(run('Ab'), run('aB'))).toEqual({ outcome: 'failure', terminalReward: -1 });
});

test('a new crash is worth −1, also when no passing test was lost', () => {
  expect(verdictOf(run('Ab'), run('Ab', crash)).terminalReward).toBe(-1);
});

test('a crash that was there before and is still there is unchanged', () => {
  expect(verdictOf(run('A', crash), run('A', crash)).terminalReward).toBe(0);
});

test('a test that no longer runs counts as broken', () => {
  expect(differenceOf(run('AB'), run('A', crash))).toEqual({ fixed: [], broken: ['test/a.test.js > b'] });
});

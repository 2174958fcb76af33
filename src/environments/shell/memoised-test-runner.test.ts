import { expect, test } from 'vitest';
import { InfrastructureError } from '../../core/environment.ts';
import { MemoisedTestRunner } from './memoised-test-runner.ts';
import type { TestRun, TestRunner } from './runtime.ts';

const passing: TestRun = {
  tests: [],
  passed: 0,
  failed: 0,
  crash: null,
  output: 'ok',
  coverage: null,
  fuel: 1,
};

function counting(answer: () => Promise<TestRun>): TestRunner & { calls: number } {
  const runner = {
    calls: 0,
    run: () => {
      runner.calls += 1;
      return answer();
    },
    dispose: () => undefined,
  };
  return runner;
}

test('the same tree is run once, also when both ask at the same time', async () => {
  const runner = counting(async () => passing);
  const memo = new MemoisedTestRunner(runner);
  const ask = () => memo.run({ 'src/a.js': '1' }, ['t.js']);
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(await ask()).toBe(first);
  expect(second).toBe(first);
  expect(runner.calls).toBe(1);
});

test('another source, another list of tests, and coverage are runs of their own', async () => {
  const runner = counting(async () => passing);
  const memo = new MemoisedTestRunner(runner);
  await memo.run({ 'src/a.js': '1' }, ['t.js']);
  await memo.run({ 'src/a.js': '2' }, ['t.js']);
  await memo.run({ 'src/a.js': '1' }, ['t.js', 'u.js']);
  await memo.run({ 'src/a.js': '1' }, ['t.js'], { coverage: true });
  expect(runner.calls).toBe(4);
});

test('an infrastructure failure is not remembered', async () => {
  let fail = true;
  const memo = new MemoisedTestRunner(
    counting(async () => {
      if (fail) throw new InfrastructureError('the clock ran out');
      return passing;
    }),
  );
  await expect(memo.run({}, [])).rejects.toThrow(InfrastructureError);
  fail = false;
  await expect(memo.run({}, [])).resolves.toEqual(passing);
});

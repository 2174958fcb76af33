/** The hostile tasks in a real shell worker, as the workbench runs them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stream } from '../../core/random.ts';
import { benchmarkOf, HOSTILE_TASKS } from './hostile-tasks.fixture.ts';
import { parseShellOptions } from './options.ts';
import { createShellEnvironment, type ShellEnvironment } from './shell-environment.ts';
import { shellTask } from './shell-task.fixture.ts';
import { workerConnection } from './shell-worker-connection.ts';
import type { ShellTask } from './task.ts';

const honest = shellTask(['clamp']);
let environment: ShellEnvironment;
let started = 0;

beforeAll(() => {
  environment = createShellEnvironment({
    benchmark: benchmarkOf([honest, ...HOSTILE_TASKS.map(({ task }) => task)], parseShellOptions({})),
    connect: () => {
      started += 1;
      return workerConnection(
        new Worker(new URL('../../../workers/shell.worker.ts', import.meta.url), { type: 'module' }),
      );
    },
    workers: 1,
  });
});
afterAll(() => environment.close());

/** Plays a task as a baseline does and verifies it. */
async function play(task: ShellTask, name: string) {
  const baseline = environment.baselines.find((candidate) => candidate.name === name);
  if (baseline === undefined) throw new TypeError(`there is no baseline ${name}`);
  const session = await environment.start(task, 1);
  for (let step = 0, stopReason = null as string | null; stopReason === null; step += 1) {
    const action = baseline.choose(session.observe(), session.acceptable(), stream(1, step));
    ({ stopReason } = await session.step(action));
  }
  const verification = await session.verify({ hidden: true });
  await session.close();
  return verification;
}

test.each(HOSTILE_TASKS)(
  '$what ends as evidence, and the worker lives',
  async ({ task, crash, hiddenPassed }) => {
    const { outcome, evidence } = await play(task, 'oracle');
    expect({ outcome, ...evidence }).toMatchObject({
      outcome: 'failure',
      crash,
      hiddenPassed,
      overfit: false,
    });
    expect((await play(honest, 'oracle')).outcome).toBe('success');
    expect(started).toBe(1);
  },
);

test('a policy that tries every patch of an endless loop ends with its budget', async () => {
  const [{ task }] = HOSTILE_TASKS as [(typeof HOSTILE_TASKS)[number]];
  expect((await play(task, 'textual-order')).evidence).toMatchObject({ crash: 'fuel', steps: 12 });
});

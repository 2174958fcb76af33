import { expect, test } from 'vitest';
import { Episode, type Task } from '../../core/contracts.ts';
import { InfrastructureError } from '../../core/environment.ts';
import { stream } from '../../core/random.ts';
import { baselinePolicy, runEpisodes } from '../../core/rollout.ts';
import { createBrowserEnvironment } from './browser-environment.ts';
import { SignInDriver, signInTask } from './sign-in-flow.fixture.ts';
import type { BrowserTask } from './task.ts';

function task(family: string, taskId: string, split: Task['split'] = 'train'): BrowserTask {
  return { ...signInTask(), family, taskId, split };
}

const tasks = [
  ...Array.from({ length: 9 }, (_, i) => task('login', `login-${i}`)),
  task('form', 'form-0'),
  task('login', 'held', 'heldout'),
];
const environment = (driver = new SignInDriver()) =>
  createBrowserEnvironment({ tasks, driver, options: { maxSteps: 24 } });

test('tasks are drawn uniformly over families, then over tasks, within their split', () => {
  const draws = stream(1, 'draws');
  const drawn = Array.from({ length: 400 }, () => environment().sampleTask('train', draws)?.taskId ?? '');
  const forms = drawn.filter((taskId) => taskId === 'form-0').length;
  expect(forms).toBeGreaterThan(150);
  expect(forms).toBeLessThan(250);
  expect(new Set(drawn).size).toBe(10);
  expect(environment().sampleTask('validation', draws)).toBeNull();
  expect(
    environment()
      .listTasks('heldout')
      .map(({ taskId }) => taskId),
  ).toEqual(['held']);
});

test('a task of another benchmark is refused', async () => {
  const foreign = { ...tasks[0], contentHash: 'f'.repeat(64) } as Task;
  await expect(environment().start(foreign, 1)).rejects.toThrow(InfrastructureError);
});

test('a rollout makes episodes that keep the contract, the same twice, and closes every page', async () => {
  const run = async (name: string) => {
    const driver = new SignInDriver();
    const own = environment(driver);
    const baseline = own.baselines.find((one) => one.name === name);
    const episodes = await runEpisodes({
      environment: own,
      policy: baselinePolicy(baseline as NonNullable<typeof baseline>, 3),
      tasks: tasks.slice(0, 6).map((one, i) => ({ task: one, seed: i, episodeId: `e${i}` })),
      behaviour: 'scripted',
      purpose: 'baseline',
      campaignId: 'test',
      epoch: 0,
      streamKey: ['test'],
    });
    expect(driver).toMatchObject({ opened: 6, closed: 6 });
    return episodes;
  };
  const [first, second] = [await run('random'), await run('random')];
  expect(first).toEqual(second);
  for (const episode of first) expect(Episode.parse(episode)).toEqual(episode);
  const [solvedByOracle] = await run('oracle');
  expect(environment().summarizeEvidence(solvedByOracle as Episode).headline).toBe(
    'login with notice: success after 5 steps (finished)',
  );
});

test('a driver that breaks is an infrastructure failure, never a result', async () => {
  const driver = new SignInDriver();
  driver.open = () => Promise.reject(new InfrastructureError('the page does not answer'));
  const own = environment(driver);
  const [episode] = await runEpisodes({
    environment: own,
    policy: baselinePolicy(own.baselines[0] as (typeof own.baselines)[number], 3),
    tasks: [{ task: tasks[0] as Task, seed: 1, episodeId: 'e' }],
    behaviour: 'scripted',
    purpose: 'baseline',
    campaignId: 'test',
    epoch: 0,
    streamKey: ['test'],
  });
  expect(episode?.infrastructureFailure).toMatch(/the page does not answer/);
});

test('there is an oracle only where there is an expert to ask: not for pages that bring their own goal', () => {
  const names = ({ baselines }: ReturnType<typeof environment>) => baselines.map(({ name }) => name);
  expect(names(environment())).toContain('oracle');
  const own = tasks.map((flow) => ({ ...flow, goal: '', values: [] }));
  const driver = new SignInDriver();
  expect(names(createBrowserEnvironment({ tasks: own, driver, options: { maxSteps: 24 } }))).toEqual([
    'random',
    'heuristic',
  ]);
});

import { expect, test } from 'vitest';
import { parseCampaignConfig } from '../core/campaign-config.ts';
import { InfrastructureError } from '../core/environment.ts';
import { baselinePolicy } from '../core/rollout.ts';
import { createEnvironmentProvider } from './environment-provider.ts';
import { identityEnvironment } from './identity-environment.fixture.ts';
import { LiveStudent } from './live-student.ts';

/** Baselines stand for students: one that is always right, one that guesses. */
function student(name: 'oracle' | 'random') {
  const environment = identityEnvironment();
  const baseline = environment.baselines.find((one) => one.name === name);
  const live = new LiveStudent();
  live.attach(new Map([['shell', environment]]));
  live.use(baselinePolicy(baseline as NonNullable<typeof baseline>, 1));
  return live;
}

test('what comes of a real task is what the student makes of it, the same for the same seed', async () => {
  const oracle = student('oracle');
  expect(await oracle.run('shell', 'shell/c3', 5)).toEqual({ solved: true, steps: 1 });
  expect(await oracle.run('shell', 'heldout-3', 5)).toEqual({ solved: true, steps: 1 });
  const guesser = student('random');
  const runs = await Promise.all(
    Array.from({ length: 40 }, (_, seed) => guesser.run('shell', 'shell/c3', seed)),
  );
  const solved = runs.filter((run) => run.solved).length;
  expect(solved).toBeGreaterThan(2);
  expect(solved).toBeLessThan(38);
  expect(await guesser.run('shell', 'shell/c3', 7)).toEqual(runs[7]);
});

test('a task or an environment that is not there is an infrastructure failure that says so', async () => {
  const live = student('oracle');
  await expect(live.run('shell', 'shell/nowhere', 1)).rejects.toThrow(/no task for shell\/nowhere/);
  await expect(live.run('browser', 'browser/x', 1)).rejects.toThrow(InfrastructureError);
  await expect(new LiveStudent().run('shell', 'shell/c3', 1)).rejects.toThrow(/a student at work/);
});

test('a live campaign needs the environments whose tasks are dispatched', () => {
  const nothing = () => {
    throw new Error('nothing is started to check a config');
  };
  const provider = createEnvironmentProvider({
    connectShell: nothing,
    browserDriver: nothing,
    shellWorkers: 1,
  });
  const live = { orchestrator: { options: { live: true } } };
  const check = (environments: object) => provider.check(parseCampaignConfig({ name: 'live', environments }));
  expect(() => check(live)).toThrow(/add environments.shell and environments.browser/);
  expect(() => check({ ...live, shell: {}, browser: {} })).not.toThrow();
});

import { expect, test } from 'vitest';
import type { StopReason, Verification } from '../../core/contracts.ts';
import { stream } from '../../core/random.ts';
import { BROWSER_BASELINES } from './baselines.ts';
import { startBrowserSession } from './session.ts';
import { SignInDriver, signInTask } from './sign-in-flow.fixture.ts';

const named = (name: string) => BROWSER_BASELINES.find((baseline) => baseline.name === name);

async function play(
  name: string,
  variant: 'plain' | 'challenge',
  seed = 1,
): Promise<{ stopReason: StopReason; verification: Verification }> {
  const setup = { driver: new SignInDriver(), maxSteps: 24 };
  const session = await startBrowserSession(signInTask(variant), setup);
  const draws = stream(seed, 'test', name);
  for (;;) {
    const action = named(name)?.choose(session.observe(), session.acceptable(), draws) ?? -1;
    const { stopReason } = await session.step(action);
    if (stopReason !== null) return { stopReason, verification: await session.verify() };
  }
}

test('the three baselines are there, weakest first', () => {
  expect(BROWSER_BASELINES.map(({ name }) => name)).toEqual(['random', 'heuristic', 'oracle']);
});

test.each(['heuristic', 'oracle'])('%s signs in, and hands a challenge over', async (name) => {
  expect((await play(name, 'plain')).verification).toMatchObject({ outcome: 'success', terminalReward: 1 });
  expect((await play(name, 'challenge')).verification).toMatchObject({
    outcome: 'blocked',
    terminalReward: 1,
  });
});

test('random ends, in more ways than one', async () => {
  const ends = await Promise.all(Array.from({ length: 40 }, (_, seed) => play('random', 'plain', seed)));
  expect(new Set(ends.map(({ stopReason }) => stopReason)).size).toBeGreaterThan(2);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDriver } from '../page/fixtures/drive.ts';
import { startBrowserSession } from '../session.ts';
import type { BrowserTask } from '../task.ts';
import { miniwobTasks } from './miniwob-tasks.ts';

let driver: ReturnType<typeof connectDriver>;
beforeEach(() => {
  driver = connectDriver();
});
afterEach(() => driver.end());

const taskOf = async (name: string, at = 0): Promise<BrowserTask> => {
  const task = (await miniwobTasks([name], 2))[at];
  if (task === undefined) throw new Error(`no task ${at} of ${name}`);
  return task;
};
const start = async (name: string, at?: number) =>
  startBrowserSession(await taskOf(name, at), { driver, maxSteps: 10 });

/** Does the first action offered whose key starts with this. */
async function act(session: Awaited<ReturnType<typeof start>>, key: string) {
  const keys = session.observe().candidates.map((candidate) => candidate.key);
  const action = keys.findIndex((k) => k.startsWith(key));
  if (action === -1) throw new Error(`"${key}" is not offered, but ${keys.join(', ')}`);
  return session.step(action);
}

test('an episode is started by its seed, and shows the task without what is around it', async () => {
  const { address } = await taskOf('enter-code');
  const [page, again, other] = await Promise.all(
    [address, address, (await taskOf('enter-code', 1)).address].map((at) => driver.open(at)),
  );
  expect(page?.first.task?.goal).toMatch(/^Enter the code "\d+" and press Send\.$/);
  expect(again?.first).toEqual(page?.first);
  expect(other?.first.task).not.toEqual(page?.first.task);
  // Neither the cover, nor the instruction, nor the reward's display; but the button that came late.
  expect(page?.first.view.elements.map(({ name }) => name)).toEqual(['Code', 'Send']);
  expect(page?.first.view.texts).toEqual([]);
  expect(page?.first.flow).toMatchObject({ expert: [], truth: { status: 'open', outcome: 'failure' } });
});

test('the goal and its values come from the page, and its raw reward decides', async () => {
  const session = await start('enter-code');
  expect(session.observe().fields.goal).toContain('value:number');
  expect(session.acceptable()).toBeNull();
  await act(session, 'fill:textbox:Code');
  expect((await act(session, 'click:button:Send')).stopReason).toBe('finished');
  expect(await session.verify()).toMatchObject({
    outcome: 'success',
    terminalReward: 1,
    evidence: { elements: 2, 'fact.rawReward': 1 },
  });
  await session.close();
});

test('what MiniWoB holds against an episode, or one that does not end, is no success', async () => {
  const wrong = await start('enter-code');
  await act(wrong, 'click:button:Send');
  expect(await wrong.verify()).toMatchObject({ outcome: 'failure', evidence: { 'fact.rawReward': -1 } });
  await wrong.close();
  const left = await start('enter-code');
  await act(left, 'finish');
  expect(await left.verify()).toMatchObject({ outcome: 'failure', evidence: { 'fact.rawReward': -1 } });
  await left.close();
});

test('a page that offers nothing accessible says so in its evidence', async () => {
  const session = await start('paint-only');
  await act(session, 'finish');
  expect((await session.verify()).evidence).toMatchObject({ elements: 0 });
  await session.close();
});

test('what has the hand as its cursor can be clicked, the outermost of it, but no label or box around controls', async () => {
  const page = await driver.open((await taskOf('click-word')).address);
  expect(page.first.view.elements.map(({ role, name }) => [role, name])).toEqual([
    ['', 'one'],
    ['', 'two'],
    ['checkbox', 'Three'],
    ['', 'four'],
    ['button', 'Six'],
  ]);
  const session = await start('click-word');
  await act(session, 'click::two');
  expect(await session.verify()).toMatchObject({ outcome: 'success' });
  await session.close();
});

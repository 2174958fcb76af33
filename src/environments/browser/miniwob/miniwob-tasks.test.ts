import { expect, test } from 'vitest';
import { MINIWOB_HELDOUT, miniwobTasks } from './miniwob-tasks.ts';

test('every name has its tasks in every split, and no seed is in two of them', async () => {
  const tasks = await miniwobTasks(['click-test', 'enter-text', 'click-test'], 2000);
  const seeds = tasks.filter(({ family }) => family === 'click-test').map(({ address }) => address);
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(new Set(tasks.map(({ contentHash }) => contentHash)).size).toBe(tasks.length);
  const count = (split: string) =>
    tasks.filter((task) => task.split === split && task.family === 'enter-text').length;
  expect(['train', 'heldout'].map(count)).toEqual([2000, MINIWOB_HELDOUT]);
  expect(['monitor', 'validation'].every((split) => count(split) > 0)).toBe(true);
});

test('the address is that of the unmodified page, and the goal is left to it', async () => {
  const [task] = await miniwobTasks(['click-test'], 1);
  expect(task).toMatchObject({ family: 'click-test', cluster: 'click-test', goal: '', values: [] });
  expect(task?.address).toMatch(/^flows\/miniwob\/miniwob\/click-test\.html\?seed=\d+$/);
});

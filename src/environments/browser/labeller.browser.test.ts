/** The flows, the driver and the candidates' rule together: whatever the expert would do is offered. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stream } from '../../core/random.ts';
import { offersOf } from './candidates.ts';
import { generateFlowTasks } from './flow-tasks.ts';
import { readGoal } from './goal.ts';
import { stepsNotOffered } from './labeller.ts';
import { connectDriver } from './page/fixtures/drive.ts';
import { BrowserSession } from './session.ts';
import { type BrowserTask, FLOW_FAMILIES } from './task.ts';

let driver: ReturnType<typeof connectDriver>;
let tasks: BrowserTask[];
beforeAll(async () => {
  driver = connectDriver();
  const others = { monitor: 1, validation: 6, heldout: 6 };
  tasks = await generateFlowTasks({ seed: 11, tasksPerFamily: 6, others });
});
afterAll(() => driver.end());

/** Plays random accepted steps; returns what was not offered, and how the episode ended. */
async function playExpert(task: BrowserTask): Promise<{ gaps: string[]; reward: number; steps: number }> {
  const page = await driver.open(task.address);
  const goal = readGoal(task);
  const gaps: string[] = [];
  let expert = page.first.flow?.expert ?? [];
  const watched = {
    ...page,
    act: async (action: Parameters<typeof page.act>[0]) => {
      const answer = await page.act(action);
      expert = answer.report.flow?.expert ?? [];
      const missing = stepsNotOffered(expert, offersOf(answer.report.view, goal));
      gaps.push(...missing.map((step) => `${task.taskId}: ${JSON.stringify(step)}`));
      return answer;
    },
  };
  gaps.push(...stepsNotOffered(expert, offersOf(page.first.view, goal)).map((step) => JSON.stringify(step)));
  const truth = page.first.flow?.truth;
  if (truth === undefined) throw new Error(`${task.taskId} is no flow`);
  const session = new BrowserSession(task, { driver, maxSteps: 24 }, watched, truth);
  const draws = stream(5, 'expert', task.taskId);
  for (let steps = 1; ; steps += 1) {
    const accepted = session.acceptable() ?? [];
    if (accepted.length === 0) gaps.push(`${task.taskId}: no accepted step is offered`);
    const { stopReason } = await session.step(accepted.length === 0 ? 0 : draws.pick(accepted));
    if (stopReason === null) continue;
    const { terminalReward } = await session.verify();
    await session.close();
    return { gaps, reward: terminalReward, steps };
  }
}

test.each(FLOW_FAMILIES)(
  '%s: every step of the expert is offered, and its steps solve the flow',
  async (family) => {
    const own = tasks.filter((task) => task.family === family);
    expect(own.length).toBeGreaterThan(12);
    const plays = await Promise.all(own.map(playExpert));
    expect(plays.flatMap(({ gaps }) => gaps)).toEqual([]);
    expect(own.filter((_, i) => plays[i]?.reward !== 1).map(({ taskId }) => taskId)).toEqual([]);
  },
);

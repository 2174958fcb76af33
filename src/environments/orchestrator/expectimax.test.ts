import { describe, expect, test } from 'vitest';
import { stream } from '../../core/random.ts';
import { beliefOf, drawIndex } from './evidence.ts';
import { Expectimax } from './expectimax.ts';
import { generateOrchestratorTasks } from './orchestrator-tasks.ts';
import { drawOpening } from './session.ts';
import { WorkItemSimulation } from './simulator.ts';
import { FAMILIES, type Family, type OrchestratorTask } from './task.ts';
import { offeredMoves, type World, worldOf } from './world.ts';
import { wrappedTasks } from './wrapped-tasks.fixture.ts';

const tasks = await generateOrchestratorTasks({ seed: 3, tasksPerFamily: 4, items: wrappedTasks() });
const taskOf = (family: Family) => tasks.find((task) => task.family === family) as OrchestratorTask;
const EPISODES = 20_000;

/** Plays an item whose truth follows the belief after its readings; the mean of what `figure` says. */
function meanOver(
  world: World,
  belief: readonly number[],
  choose: (s: WorkItemSimulation) => number,
): number {
  let total = 0;
  for (let i = 0; i < EPISODES; i += 1) {
    const draws = stream(1, 'monte-carlo', i);
    const simulation = new WorkItemSimulation(world, drawIndex(belief, draws), draws.child('world'));
    while (simulation.end === null) simulation.make(choose(simulation));
    total += simulation.reward;
  }
  return total / EPISODES;
}

describe('expectimax', () => {
  test('is what one computes by hand for two rounds', () => {
    const task: OrchestratorTask = {
      ...taskOf('quality'),
      prior: [0.5, 0.5, 0],
      checkAccuracy: [0.8, 0.8],
    };
    const values = new Expectimax(worldOf(task, 2), []).values([]).map(({ value }) => value);
    // Order: test-suite, review, accept, return, handoff.
    // test-suite (0.03): "passes" half of the time, then accept 0.8·1 − 0.2·0.7 = 0.66;
    //   "breaks" else, then return 0.8·1 − 0.2·0.2 = 0.76; together 0.71 − 0.03.
    // review (0.08): "approved" (0.40, 0.05): accept 0.40 − 0.035 = 0.365; "faults found" (0.05, 0.40): return
    //   0.40 − 0.01 = 0.39; "goal missed" (0.05, 0.05): return 0.05 − 0.01 = 0.04; together 0.795 − 0.08.
    // accept 0.5 − 0.35, return 0.5 − 0.1, handoff −0.1.
    const expected = [0.68, 0.715, 0.15, 0.4, -0.1];
    expect(values).toHaveLength(expected.length);
    for (const [i, value] of expected.entries()) expect(values[i]).toBeCloseTo(value, 12);
  });

  test('counts a check in the last round as time used up', () => {
    const task: OrchestratorTask = { ...taskOf('quality'), prior: [0.5, 0.5, 0] };
    const [suite, review] = new Expectimax(worldOf(task, 1), []).values([]);
    expect(suite?.value).toBeCloseTo(-0.33, 12);
    expect(review?.value).toBeCloseTo(-0.38, 12);
  });

  test.each(FAMILIES)(
    'gives the mean reward of its own policy in %s, by 20,000 simulated episodes (within 0.02)',
    (family) => {
      const task = taskOf(family);
      const world = worldOf(task, 6);
      const { readings } = drawOpening(task, 11);
      const expectimax = new Expectimax(world, readings);
      const mean = meanOver(
        world,
        beliefOf(world, readings),
        ({ history }) => expectimax.best(history)[0] as number,
      );
      // Rewards have a standard deviation of at most 1: 0.02 is nearly three standard errors.
      expect(Math.abs(mean - expectimax.optimalValue([]))).toBeLessThan(0.02);
    },
  );

  test.each(FAMILIES)(
    'makes regret additive in %s: reward and regret of a random policy sum to the optimal value (within 0.02)',
    (family) => {
      const task = taskOf(family);
      const world = worldOf(task, 6);
      const { readings } = drawOpening(task, 12);
      const expectimax = new Expectimax(world, readings);
      const choices = stream(2, 'random-policy');
      let regret = 0;
      const mean = meanOver(world, beliefOf(world, readings), ({ history }) => {
        const move = choices.pick(offeredMoves(world, history));
        const values = expectimax.values(history);
        const value = values.find((own) => own.move === move)?.value ?? Number.NaN;
        regret += Math.max(...values.map((own) => own.value)) - value;
        return move;
      });
      expect(Math.abs(mean + regret / EPISODES - expectimax.optimalValue([]))).toBeLessThan(0.02);
    },
  );
});

describe('the belief', () => {
  test('is how often each hypothesis is true among episodes with the same readings (within three standard errors)', () => {
    const task = taskOf('clarity');
    const world = worldOf(task, 6);
    const counts = new Map<string, { truths: number[]; belief: number[] }>();
    for (let seed = 0; seed < EPISODES; seed += 1) {
      const { truth, readings } = drawOpening(task, seed);
      const key = readings.map(({ says }) => says).join('');
      const known = counts.get(key) ?? { truths: [0, 0], belief: beliefOf(world, readings) };
      known.truths[truth] = (known.truths[truth] as number) + 1;
      counts.set(key, known);
    }
    expect(counts.size).toBe(16);
    for (const { truths, belief } of counts.values()) {
      const [gate = 0, noise = 0] = truths;
      const n = gate + noise;
      // A share's standard error over n episodes is at most 0.5 / sqrt(n).
      expect(Math.abs(gate / n - (belief[0] as number))).toBeLessThan(1.5 / Math.sqrt(n));
    }
  });

  test('after a finding leaves what the finding rules out less likely', () => {
    const task = taskOf('risk');
    const world = worldOf(task, 6);
    const dryRun = world.moves.findIndex(({ key }) => key === 'check:dry-run');
    const destructive = world.moves[dryRun]?.signs.indexOf('destructive') ?? -1;
    const [before, after] = [[], [{ move: dryRun, sign: destructive }]].map((h) => beliefOf(world, [], h));
    expect(after?.[2]).toBeGreaterThan(before?.[2] ?? 1);
    expect(after?.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });
});

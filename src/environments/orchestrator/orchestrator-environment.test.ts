import { describe, expect, test } from 'vitest';
import { Episode, type Task } from '../../core/contracts.ts';
import { InfrastructureError } from '../../core/environment.ts';
import { solved } from '../../core/outcome.ts';
import { stream } from '../../core/random.ts';
import { baselinePolicy, runEpisodes } from '../../core/rollout.ts';
import { createOrchestratorEnvironment } from './orchestrator-environment.ts';
import { generateOrchestratorTasks } from './orchestrator-tasks.ts';
import { FAMILIES } from './task.ts';
import { wrappedTasks } from './wrapped-tasks.fixture.ts';

const tasks = await generateOrchestratorTasks({ seed: 2, tasksPerFamily: 10, items: wrappedTasks() });
const environment = createOrchestratorEnvironment({ tasks, options: { maxSteps: 6 } });

async function play(name: string, own: readonly Task[]): Promise<Episode[]> {
  const baseline = environment.baselines.find((one) => one.name === name);
  return runEpisodes({
    environment,
    policy: baselinePolicy(baseline as NonNullable<typeof baseline>, 3),
    tasks: own.map((task, i) => ({ task, seed: i, episodeId: `e${i}` })),
    behaviour: 'scripted',
    purpose: 'baseline',
    campaignId: 'test',
    epoch: 0,
    streamKey: ['test'],
  });
}

describe('the orchestrator environment', () => {
  test('draws tasks uniformly over families, within their split', () => {
    const draws = stream(1, 'draws');
    const drawn = Array.from({ length: 600 }, () => environment.sampleTask('train', draws));
    for (const family of FAMILIES) {
      const own = drawn.filter((task) => task?.family === family).length;
      expect(own).toBeGreaterThan(60);
      expect(own).toBeLessThan(140);
    }
    expect(new Set(drawn.map((task) => task?.split))).toEqual(new Set(['train']));
    expect(environment.listTasks('heldout')).toHaveLength(240);
  });

  test('refuses a task of another benchmark', async () => {
    const foreign = { ...tasks[0], contentHash: 'f'.repeat(64) } as Task;
    await expect(environment.start(foreign, 1)).rejects.toThrow(InfrastructureError);
  });

  test('makes episodes that keep the contract, the same twice', async () => {
    const own = environment.listTasks('train').slice(0, 60);
    const [first, second] = [await play('random', own), await play('random', own)];
    expect(first).toEqual(second);
    for (const episode of first) expect(Episode.parse(episode)).toEqual(episode);
    expect(environment.summarizeEvidence(first[0] as Episode).headline).toMatch(
      /^dispatch: .* \d+ decisions/,
    );
  });

  test('orders its baselines: random, the heuristic, and the oracle, which is right most of the time', async () => {
    const heldout = environment.listTasks('heldout');
    const [random, heuristic, oracle] = await Promise.all(
      ['random', 'heuristic', 'oracle'].map(async (name) => {
        const episodes = await play(name, heldout);
        return episodes.filter(solved).length / episodes.length;
      }),
    );
    expect(random).toBeLessThan(0.5);
    expect(heuristic).toBeGreaterThan((random as number) + 0.15);
    expect(oracle).toBeGreaterThan((heuristic as number) + 0.05);
    expect(oracle).toBeGreaterThan(0.8);
    expect(oracle).toBeLessThan(0.98);
  });
});

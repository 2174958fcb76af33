import { describe, expect, it } from 'vitest';
import { Episode, type Observation, type Task, type Verification } from './contracts.ts';
import { type Baseline, type Environment, type EpisodeSession, InfrastructureError } from './environment.ts';
import { observationOf, sha, stepResultOf } from './episode.fixture.ts';
import type { ActRequest, Policy } from './policy.ts';
import { type RandomStream, stream } from './random.ts';
import { baselinePolicy, InvalidDecisionError, type RolloutRequest, runEpisodes } from './rollout.ts';

/**
 * A corridor: `forward` moves one cell, `stay` does not; the goal is `length` cells away and the
 * budget is one step more. A task's length is its number modulo 4, plus 1.
 */
interface CorridorOptions {
  /** Milliseconds that a step of task `i` takes. */
  delayOf?: (task: string) => number;
  /** Throws to break the attempt (0-based) of a task at a place. */
  breakAt?: (place: 'start' | 'observe' | 'step' | 'verify', task: string, attempt: number) => void;
  endless?: boolean;
  verification?: Partial<Verification>;
}

class Corridor implements Environment {
  readonly id = 'shell';
  readonly version = '1';
  readonly baselines = [];
  readonly attempts = new Map<string, number>();
  open = 0;
  started: string[] = [];
  hidden: (boolean | undefined)[] = [];

  constructor(private readonly options: CorridorOptions = {}) {}

  sampleTask = () => null;
  listTasks = () => [];
  summarizeEvidence = () => ({ headline: '', facts: {} });
  close = async () => {};

  async start(task: Task, seed: number): Promise<EpisodeSession> {
    const attempt = this.attempts.get(task.taskId) ?? 0;
    this.attempts.set(task.taskId, attempt + 1);
    this.started.push(task.taskId);
    const breakAt = (place: 'start' | 'observe' | 'step' | 'verify') =>
      this.options.breakAt?.(place, task.taskId, attempt);
    breakAt('start');
    this.open += 1;
    const length = (Number(task.taskId.slice(5)) % 4) + 1;
    let [cell, steps] = [0, 0];
    return {
      observe: () => {
        breakAt('observe');
        return observationOf(['stay', 'forward'], `cell ${cell} of ${length}, seed ${seed}`);
      },
      acceptable: () => [1],
      step: async (action) => {
        const delay = this.options.delayOf?.(task.taskId) ?? 0;
        if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
        breakAt('step');
        cell += action;
        steps += 1;
        if (this.options.endless) return stepResultOf();
        const stopReason = cell === length ? 'finished' : steps > length ? 'step_budget' : null;
        return stepResultOf({ output: `moved ${action}`, stopReason });
      },
      verify: async (options) => {
        breakAt('verify');
        this.hidden.push(options?.hidden);
        const success = cell === length;
        return {
          outcome: success ? 'success' : 'failure',
          terminalReward: success ? 1 : 0,
          evidence: { cell },
          safetyViolation: null,
          ...this.options.verification,
        };
      },
      close: async () => {
        this.open -= 1;
      },
    };
  }
}

/** Goes forward with probability 0.8, by the stream that the request names; records its batches. */
class RecordingPolicy implements Policy {
  readonly checkpointId = sha(7);
  readonly batches: ActRequest[][] = [];

  async act(batch: readonly ActRequest[]) {
    this.batches.push([...batch]);
    return batch.map(({ streamKey }) => {
      const action = stream(5, ...streamKey).float() < 0.8 ? 1 : 0;
      const probabilities = [0.2, 0.8];
      return {
        action,
        logProbability: Math.log(probabilities[action] as number),
        value: 0,
        probabilities,
        dropoutSeed: 3,
      };
    });
  }
}

const taskOf = (i: number): Task => ({
  environment: 'shell',
  taskId: `task-${i}`,
  contentHash: sha(i),
  family: `family-${i % 2}`,
  cluster: 'corridor',
  split: 'train',
});
const tasksOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ task: taskOf(i), seed: 10 + i, episodeId: `episode-${i}` }));

function rollout(changes: Partial<RolloutRequest> = {}) {
  const request = {
    environment: new Corridor(),
    policy: new RecordingPolicy(),
    tasks: tasksOf(8),
    behaviour: 'sampled',
    purpose: 'update',
    campaignId: 'campaign-1',
    epoch: 3,
    streamKey: ['act', 3],
    ...changes,
  } satisfies RolloutRequest;
  return runEpisodes(request);
}

const lose = (reason = 'worker lost') => {
  throw new InfrastructureError(reason);
};

describe('a rollout', () => {
  it('gives one valid episode per task, in order', async () => {
    const episodes = await rollout();
    expect(episodes.map((e) => e.episodeId)).toEqual(tasksOf(8).map((t) => t.episodeId));
    for (const episode of episodes) expect(Episode.parse(episode)).toEqual(episode);
    expect(episodes[3]).toMatchObject({
      campaignId: 'campaign-1',
      taskId: 'task-3',
      taskHash: sha(3),
      taskFamily: 'family-1',
      split: 'train',
      purpose: 'update',
      epoch: 3,
      seed: 13,
      checkpointId: sha(7),
      behaviour: 'sampled',
      comparison: null,
      lane: null,
      infrastructureFailure: null,
    });
  });

  it('records what training needs of every step', async () => {
    const [episode] = await rollout({ tasks: tasksOf(1), policy: alwaysForward() });
    expect(episode?.trajectory).toEqual([
      {
        observation: observationOf(['stay', 'forward'], 'cell 0 of 1, seed 10'),
        action: 1,
        logProbability: 0,
        value: 0,
        probabilities: [],
        dropoutSeed: null,
        acceptable: [1],
        result: stepResultOf({ output: 'moved 1', stopReason: 'finished' }),
      },
    ]);
    expect(episode).toMatchObject({
      outcome: 'success',
      stopReason: 'finished',
      terminalReward: 1,
      reward: 1,
    });
  });

  it('asks the policy once per round, for the live sessions in index order', async () => {
    const policy = new RecordingPolicy();
    const episodes = await rollout({ policy });
    const longest = Math.max(...episodes.map((e) => e.trajectory.length));
    expect(policy.batches).toHaveLength(longest);
    for (const [round, batch] of policy.batches.entries()) {
      const live = episodes.filter((e) => e.trajectory.length > round);
      expect(batch.map((row) => row.streamKey)).toEqual(live.map((e) => ['act', 3, e.taskId, e.seed, round]));
    }
  });

  it('does not depend on which session answers first or runs beside it', async () => {
    const plain = await rollout();
    const delayed = new Corridor({ delayOf: (task) => (7 * Number(task.slice(5))) % 5 });
    expect(await rollout({ environment: delayed })).toEqual(plain);
    const alone = [];
    for (const task of tasksOf(8)) alone.push(...(await rollout({ tasks: [task] })));
    expect(alone).toEqual(plain);
  });

  it('steps all sessions at the same time', async () => {
    const environment = new Corridor({ delayOf: () => 20 });
    const began = performance.now();
    await rollout({ environment, tasks: tasksOf(64) });
    // 64 sessions of at most 5 steps of 20 ms: one after another that would be seconds.
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('marks partial outcomes and spent budgets as boundary, and names the trigger', async () => {
    const stay: Policy = { checkpointId: 'script:stay', act: async (batch) => batch.map(() => decision(0)) };
    const [spent] = await rollout({ policy: stay, tasks: tasksOf(1) });
    expect(spent).toMatchObject({
      stopReason: 'step_budget',
      boundary: true,
      teacherTriggerReason: 'failure',
    });
    const environment = new Corridor({ verification: { outcome: 'partial', terminalReward: 0.25 } });
    const [partial] = await rollout({ environment, policy: alwaysForward(), tasks: tasksOf(1) });
    expect(partial).toMatchObject({ boundary: true, teacherTriggerReason: 'boundary', reward: 0.25 });
  });

  it('sends an unsafe episode to the diagnostic lane', async () => {
    const environment = new Corridor({ verification: { safetyViolation: 'deleted a file' } });
    const [episode] = await rollout({ environment, tasks: tasksOf(1) });
    expect(episode).toMatchObject({ safetyViolation: 'deleted a file', lane: 'diagnostic_only' });
  });

  it('runs hidden checks only when asked', async () => {
    const environment = new Corridor();
    await rollout({ environment, tasks: tasksOf(1) });
    await rollout({ environment, tasks: tasksOf(1), hidden: true });
    expect(environment.hidden).toEqual([false, true]);
  });

  it('closes every session', async () => {
    const environment = new Corridor();
    await rollout({ environment });
    expect(environment.open).toBe(0);
  });

  it('reports its progress up to the end', async () => {
    const reports: { steps: number; finished: number; total: number }[] = [];
    const episodes = await rollout({ onStep: (progress) => reports.push(progress) });
    const steps = episodes.reduce((sum, e) => sum + e.trajectory.length, 0);
    expect(reports.at(-1)).toEqual({ steps, finished: 8, total: 8 });
  });

  it('of no tasks is empty', async () => {
    expect(await rollout({ tasks: [] })).toEqual([]);
  });
});

describe('an infrastructure failure', () => {
  it.each(['start', 'observe', 'step', 'verify'] as const)(
    'at %s is retried on the same seed, alone, and leaves no trace in the result',
    async (where) => {
      const plain = await rollout();
      const environment = new Corridor({
        breakAt: (place, task, attempt) => {
          if (place === where && (task === 'task-2' || task === 'task-5') && attempt < 2) lose();
        },
      });
      expect(await rollout({ environment })).toEqual(plain);
      expect(environment.started.slice(8)).toEqual(['task-2', 'task-2', 'task-5', 'task-5']);
      expect(environment.open).toBe(0);
    },
  );

  it('that persists is said in the record, which is no result', async () => {
    const environment = new Corridor({
      breakAt: (place, task) => {
        if (place === 'step' && task === 'task-2') lose('wall-clock backstop');
      },
    });
    const episodes = await rollout({ environment });
    const failed = episodes[2] as Episode;
    expect(failed).toMatchObject({
      episodeId: 'episode-2',
      terminalReward: 0,
      reward: 0,
      trajectory: [],
      stopReason: 'truncated',
      lane: 'diagnostic_only',
      teacherTriggerReason: null,
    });
    expect(failed.infrastructureFailure).toMatch(/wall-clock backstop.*3 attempts/);
    expect(Episode.parse(failed)).toEqual(failed);
    expect(episodes.filter((e) => e.infrastructureFailure !== null)).toHaveLength(1);
    expect(environment.open).toBe(0);
  });

  it('is retried as often as asked', async () => {
    const environment = new Corridor({ breakAt: (place) => (place === 'start' ? lose() : undefined) });
    await rollout({ environment, tasks: tasksOf(1), retries: 0 });
    expect(environment.attempts.get('task-0')).toBe(1);
  });

  it('is also an episode that never ends', async () => {
    const [episode] = await rollout({
      environment: new Corridor({ endless: true }),
      tasks: tasksOf(1),
      retries: 0,
    });
    expect(episode?.infrastructureFailure).toContain('no end after 512 steps');
  });
});

describe('a policy', () => {
  it.each([
    ['too few decisions', async () => []],
    ['an action that is not offered', async (batch) => batch.map(() => decision(2))],
    [
      'a log-probability that is not finite',
      async (batch) => batch.map(() => ({ ...decision(0), logProbability: Number.NaN })),
    ],
  ] satisfies [string, Policy['act']][])(
    'that answers %s stops the rollout and closes the sessions',
    async (_, act) => {
      const environment = new Corridor();
      await expect(rollout({ environment, policy: { checkpointId: sha(1), act } })).rejects.toThrow(
        InvalidDecisionError,
      );
      expect(environment.open).toBe(0);
    },
  );

  it('that throws passes its error on and closes the sessions', async () => {
    const environment = new Corridor();
    const act = async () => {
      throw new Error('device lost');
    };
    await expect(rollout({ environment, policy: { checkpointId: sha(1), act } })).rejects.toThrow(
      'device lost',
    );
    expect(environment.open).toBe(0);
  });
});

describe('an aborted rollout', () => {
  it('ends between two rounds, closes the sessions and throws the reason', async () => {
    const environment = new Corridor();
    const controller = new AbortController();
    const running = rollout({
      environment,
      signal: controller.signal,
      onStep: () => controller.abort(new Error('paused')),
    });
    await expect(running).rejects.toThrow('paused');
    expect(environment.open).toBe(0);
  });

  it('starts nothing when it was aborted before', async () => {
    const environment = new Corridor();
    await expect(rollout({ environment, signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    );
    expect(environment.started).toEqual([]);
  });
});

describe('a baseline', () => {
  const random: Baseline = {
    name: 'random',
    kind: 'random',
    description: 'Any candidate.',
    choose: (observation: Observation, _: readonly number[] | null, draw: RandomStream) =>
      draw.int(observation.candidates.length),
  };
  const oracle: Baseline = {
    ...random,
    name: 'oracle',
    kind: 'oracle',
    choose: (_, acceptable) => acceptable?.[0] ?? 0,
  };

  it('is run like any policy, under the name of its script', async () => {
    const episodes = await rollout({
      policy: baselinePolicy(oracle, 7),
      behaviour: 'scripted',
      purpose: 'baseline',
    });
    for (const episode of episodes) {
      expect(episode).toMatchObject({
        checkpointId: 'script:oracle',
        outcome: 'success',
        behaviour: 'scripted',
      });
      expect(Episode.parse(episode)).toEqual(episode);
    }
  });

  it('draws the same for the same seed and differently for another', async () => {
    const actions = async (seed: number) =>
      (await rollout({ policy: baselinePolicy(random, seed) })).map((e) => e.trajectory.map((s) => s.action));
    expect(await actions(1)).toEqual(await actions(1));
    expect(await actions(1)).not.toEqual(await actions(2));
  });
});

function decision(action: number) {
  return { action, logProbability: 0, value: 0, probabilities: [], dropoutSeed: null };
}

function alwaysForward(): Policy {
  return { checkpointId: sha(8), act: async (batch) => batch.map(() => decision(1)) };
}

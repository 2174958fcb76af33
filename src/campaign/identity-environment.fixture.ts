/**
 * For tests: a real environment that is solved in seconds. A task is to choose the candidate that
 * names the goal; right is +1, wrong is −1. It takes the shell's place in a campaign.
 */
import type { Observation, Split, Task, Verification } from '../core/contracts.ts';
import { type Environment, type EpisodeSession, InfrastructureError } from '../core/environment.ts';
import { type RandomStream, stream } from '../core/random.ts';
import { identityState } from '../student/identity.fixture.ts';
import type { EnvironmentProvider } from './workbench.ts';

const TASKS: Record<Split, number> = { train: 200, monitor: 128, validation: 40, heldout: 40 };

/** Ways to make the environment misbehave. */
export interface Mischief {
  /** Number of starts that fail before the environment works again. */
  failingStarts: number;
}

/** The environment with something else said of every episode's end; `verify` gets what it really was. */
export function withVerification(
  real: Environment,
  verify: (seen: Verification, task: Task, options: { hidden?: boolean } | undefined) => Verification,
): Environment {
  return {
    ...real,
    async start(task, seed) {
      const session = await real.start(task, seed);
      return {
        observe: () => session.observe(),
        acceptable: () => session.acceptable(),
        step: (action) => session.step(action),
        close: () => session.close(),
        verify: async (options) => verify(await session.verify(options), task, options),
      };
    },
  };
}

/** The environment; every call makes an independent one. */
export function identityEnvironment(mischief: Mischief = { failingStarts: 0 }): Environment {
  const tasks = (Object.keys(TASKS) as Split[]).flatMap((split) =>
    Array.from({ length: TASKS[split] }, (_, i): Task => {
      const hash = `${split.length}${i}`.padStart(64, '0');
      return {
        environment: 'shell',
        taskId: `${split}-${i}`,
        contentHash: hash,
        family: `f${i % 3}`,
        cluster: `c${i % 10}`,
        split,
      };
    }),
  );
  const listTasks = (split: Split) => tasks.filter((task) => task.split === split);
  return {
    id: 'shell',
    version: 'identity-1',
    baselines: [
      {
        name: 'random',
        kind: 'random',
        description: 'Uniform over the candidates',
        choose: ({ candidates }, _acceptable, random) => random.int(candidates.length),
      },
      {
        name: 'oracle',
        kind: 'oracle',
        description: 'What the labeller accepts',
        choose: (_observation, acceptable) => acceptable?.[0] ?? 0,
      },
    ],
    sampleTask: (split: Split, random: RandomStream) => random.pick(listTasks(split)),
    listTasks,
    async start(task) {
      if (mischief.failingStarts > 0) {
        mischief.failingStarts -= 1;
        throw new InfrastructureError('the identity environment was told to fail');
      }
      return session(task);
    },
    summarizeEvidence: ({ outcome }) => ({ headline: outcome, facts: {} }),
    close: async () => undefined,
  };
}

function session(task: Task): EpisodeSession {
  const { observation, right } = identityState(stream(1, 'identity', task.taskId));
  let chosen: number | null = null;
  return {
    observe: (): Observation => observation,
    acceptable: () => [right],
    async step(action) {
      chosen = action;
      return {
        status: 'ok',
        emitted: `{"go":${action}}`,
        output: '',
        diff: null,
        progress: true,
        stopReason: 'finished',
      };
    },
    async verify(): Promise<Verification> {
      const success = chosen === right;
      return {
        outcome: success ? 'success' : 'failure',
        terminalReward: success ? 1 : -1,
        evidence: { chosen: chosen ?? -1 },
        safetyViolation: null,
      };
    },
    close: async () => undefined,
  };
}

/** A provider of that environment. */
export function identityProvider(mischief?: Mischief): EnvironmentProvider {
  return {
    check: () => undefined,
    prepare: async () => new Map([['shell', identityEnvironment(mischief)]]),
    generateBenchmark: () => Promise.reject(new Error('the identity environment has no benchmark')),
    killWorker: () => undefined,
  };
}

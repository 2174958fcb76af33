/** The page of the soak measurement: episodes in a real shell worker, as many as it is told. */
import type { Task } from '../src/core/contracts.ts';
import { stream } from '../src/core/random.ts';
import { baselinePolicy, runEpisodes } from '../src/core/rollout.ts';
import { HOSTILE_TASKS } from '../src/environments/shell/hostile-tasks.fixture.ts';
import { parseShellOptions } from '../src/environments/shell/options.ts';
import { generateShellBenchmark } from '../src/environments/shell/shell-benchmark.ts';
import {
  createShellEnvironment,
  type ShellEnvironment,
} from '../src/environments/shell/shell-environment.ts';
import { workerConnection } from '../src/environments/shell/shell-worker-connection.ts';

/** Episodes that run in lockstep, under one policy: as many as a round of a campaign. */
const AT_ONCE = 32;
/** One task in so many is a hostile one. */
const HOSTILE_EVERY = 20;
/** Policies take turns. */
const POLICIES = ['oracle', 'random'];

/** Bytes in use after a collection of garbage, without the memories of WebAssembly instances. */
export interface SoakMemory {
  worker: number;
  page: number;
}

/** What the page was made ready with. */
export interface SoakTasks {
  modules: number;
  honest: number;
  hostile: number;
}

/** What the episodes of one call came to. */
export interface SoakEpisodes {
  steps: number;
  /** Honest episodes played and repaired, by policy. */
  honest: Record<string, { played: number; repaired: number }>;
  hostile: number;
  /** Workers started so far: one, unless one died. */
  workers: number;
}

declare global {
  interface Window {
    soak: {
      prepare(seed: number, tasksPerModule: number): Promise<SoakTasks>;
      /** Plays episodes number `from` to `to - 1`. @throws Error when one could not be played. */
      play(from: number, to: number): Promise<SoakEpisodes>;
      memory(): Promise<SoakMemory>;
    };
  }
}

let seed = 0;
let honest: readonly Task[] = [];
let environment: ShellEnvironment | null = null;
let workers = 0;

function connect() {
  workers += 1;
  return workerConnection(
    new Worker(new URL('../workers/shell.worker.ts', import.meta.url), { type: 'module' }),
  );
}

async function prepare(withSeed: number, tasksPerModule: number): Promise<SoakTasks> {
  seed = withSeed;
  const options = parseShellOptions({ tasksPerModule });
  const benchmark = await generateShellBenchmark({
    seed,
    options,
    connect,
    workers: navigator.hardwareConcurrency,
  });
  const hostile = HOSTILE_TASKS.map(({ task }) => task);
  workers = 0;
  environment = createShellEnvironment({
    benchmark: { ...benchmark, tasks: [...benchmark.tasks, ...hostile] },
    connect,
    workers: 1,
  });
  honest = benchmark.tasks;
  return {
    modules: new Set(benchmark.tasks.map(({ module }) => module)).size,
    honest: honest.length,
    hostile: hostile.length,
  };
}

/** The task of an episode: hostile ones in turn, honest ones at random. */
function taskOf(episode: number): Task {
  const turn = Math.floor(episode / HOSTILE_EVERY);
  return episode % HOSTILE_EVERY === 0
    ? (HOSTILE_TASKS[turn % HOSTILE_TASKS.length] as (typeof HOSTILE_TASKS)[number]).task
    : stream(seed, 'soak', 'task', episode).pick(honest);
}

async function play(from: number, to: number): Promise<SoakEpisodes> {
  if (environment === null) throw new TypeError('soak: prepare comes first');
  const sum: SoakEpisodes = { steps: 0, honest: {}, hostile: 0, workers: 0 };
  for (let start = from; start < to; start += AT_ONCE) {
    const name = POLICIES[Math.floor(start / AT_ONCE) % POLICIES.length] as string;
    const baseline = environment.baselines.find((candidate) => candidate.name === name);
    if (baseline === undefined) throw new TypeError(`soak: there is no baseline "${name}"`);
    const numbers = Array.from({ length: Math.min(AT_ONCE, to - start) }, (_, i) => start + i);
    const episodes = await runEpisodes({
      environment,
      policy: baselinePolicy(baseline, seed),
      tasks: numbers.map((i) => ({ task: taskOf(i), seed: i, episodeId: `soak-${i}` })),
      behaviour: 'scripted',
      purpose: 'baseline',
      campaignId: 'soak',
      epoch: 0,
      streamKey: ['soak'],
      hidden: true,
    });
    for (const { infrastructureFailure, taskId, taskFamily, trajectory, outcome } of episodes) {
      if (infrastructureFailure !== null) throw new TypeError(`soak: ${taskId}: ${infrastructureFailure}`);
      sum.steps += trajectory.length;
      if (taskFamily === 'hostile') {
        sum.hostile += 1;
        continue;
      }
      const { played, repaired } = sum.honest[name] ?? { played: 0, repaired: 0 };
      sum.honest[name] = { played: played + 1, repaired: repaired + (outcome === 'success' ? 1 : 0) };
    }
  }
  return { ...sum, workers };
}

/** What a page that is cross-origin isolated can measure; not in the DOM's types yet. */
interface MeasuringPerformance {
  measureUserAgentSpecificMemory(): Promise<{
    bytes: number;
    breakdown: { bytes: number; attribution: { scope: string }[] }[];
  }>;
}

async function memory(): Promise<SoakMemory> {
  const measuring = performance as unknown as MeasuringPerformance;
  const { bytes, breakdown } = await measuring.measureUserAgentSpecificMemory();
  const worker = breakdown
    .filter(({ attribution }) => attribution.some(({ scope }) => scope === 'DedicatedWorkerGlobalScope'))
    .reduce((sum, part) => sum + part.bytes, 0);
  return { worker, page: bytes - worker };
}

window.soak = { prepare, play, memory };

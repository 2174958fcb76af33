/** Where the time of a campaign's round goes: playing episodes, acting, learning, writing checkpoints. */
import { CampaignConfig } from '../src/core/campaign-config.ts';
import type { Episode } from '../src/core/contracts.ts';
import type { Policy } from '../src/core/policy.ts';
import { stream } from '../src/core/random.ts';
import { stepRewards } from '../src/core/reward-engine.ts';
import { runEpisodes } from '../src/core/rollout.ts';
import { generateBenchmark } from '../src/environments/shell/benchmark.ts';
import { createEmbeddedRuntime } from '../src/environments/shell/embedded-runtime.ts';
import { parseShellOptions } from '../src/environments/shell/options.ts';
import { seedModules } from '../src/environments/shell/seed-modules.ts';
import type { ShellEnvironment } from '../src/environments/shell/shell-environment.ts';
import { initialTrainingState } from '../src/student/policy-network.ts';
import { Trainer } from '../src/student/trainer.ts';
import { withShell } from './in-process-shell.ts';
import { type Effort, Stopwatch } from './timing.ts';

const ROUNDS = { short: 1, full: 4 };
const TASKS_PER_MODULE = { short: 1, full: 4 };

/** Seconds of all rounds by what they went into; the environment has what the others leave. */
export interface RoundSplit {
  environment: number;
  acting: number;
  update: number;
  checkpoint: number;
}

/** What was played and learnt from, on one thread. */
export interface RoundResult {
  rounds: number;
  episodes: number;
  steps: number;
  seconds: RoundSplit;
}

/** Rounds of a default campaign in the shell environment, with a fresh student on the WASM engine. */
export async function measureRounds(
  seed: number,
  effort: Effort,
  say: (text: string) => void,
): Promise<RoundResult> {
  return withRounds(seed, TASKS_PER_MODULE[effort], say, async (play) => {
    const total: RoundResult = {
      rounds: ROUNDS[effort],
      episodes: 0,
      steps: 0,
      seconds: { environment: 0, acting: 0, update: 0, checkpoint: 0 },
    };
    for (let round = 0; round < total.rounds; round += 1) {
      say(`round ${round + 1} of ${total.rounds}`);
      const { episodes, seconds } = await play(round);
      total.episodes += episodes.length;
      total.steps += episodes.reduce((sum, { trajectory }) => sum + trajectory.length, 0);
      for (const part of Object.keys(seconds) as (keyof RoundSplit)[]) total.seconds[part] += seconds[part];
    }
    return total;
  });
}

/** The episodes of a fresh student's first round. */
export function firstRound(seed: number, say: (text: string) => void): Promise<Episode[]> {
  return withRounds(seed, TASKS_PER_MODULE.short, say, async (play) => (await play(0)).episodes);
}

type PlayRound = (round: number) => Promise<{ episodes: Episode[]; seconds: RoundSplit }>;

async function withRounds<T>(
  seed: number,
  tasksPerModule: number,
  say: (text: string) => void,
  body: (play: PlayRound) => Promise<T>,
): Promise<T> {
  const runtime = await createEmbeddedRuntime();
  const benchmark = await generateBenchmark({
    seed,
    options: parseShellOptions({ tasksPerModule }),
    modules: seedModules(),
    runtime,
    onProgress: (done, total) => say(`making tasks ${done}/${total}`),
  });
  await runtime.dispose();
  const config = CampaignConfig.parse({ name: 'bench', seed, environments: { shell: {} } });
  const state = initialTrainingState(config.student, stream(seed, 'bench', 'init'));
  const trainer = await Trainer.create(config, state);
  try {
    return await withShell(benchmark, (environment) =>
      body((round) => playRound(environment, trainer, config, round)),
    );
  } finally {
    trainer.close();
  }
}

async function playRound(
  environment: ShellEnvironment,
  trainer: Trainer,
  config: CampaignConfig,
  round: number,
): Promise<{ episodes: Episode[]; seconds: RoundSplit }> {
  const [all, acting, update, checkpoint] = [
    new Stopwatch(),
    new Stopwatch(),
    new Stopwatch(),
    new Stopwatch(),
  ];
  const episodes = await all.time(async () => {
    const { checkpointId } = await checkpoint.time(() => trainer.checkpoint());
    const policy = trainer.policy(checkpointId);
    const timed: Policy = {
      checkpointId,
      act: (batch, behaviour) => acting.time(() => policy.act(batch, behaviour)),
    };
    const draws = stream(config.seed, 'bench', 'round', round);
    const tasks = draws.shuffle(environment.listTasks('train')).slice(0, config.episodesPerRound);
    const played = await runEpisodes({
      environment,
      policy: timed,
      tasks: tasks.map((task, i) => ({ task, seed: draws.uint32(), episodeId: `bench-${round}-${i}` })),
      behaviour: 'sampled',
      purpose: 'update',
      campaignId: 'bench',
      epoch: 0,
      streamKey: ['bench', round],
    });
    const broken = played.find(({ infrastructureFailure }) => infrastructureFailure !== null);
    if (broken) throw new Error(`round: ${broken.infrastructureFailure}`);
    await update.time(() =>
      trainer.trainOnline({
        episodes: played,
        rewards: played.map((episode) => stepRewards(episode, config.ppo.stepCost)),
        laneEpisodes: [],
        distil: config.teacher.labeller,
        laneStates: 0,
        learningRate: config.ppo.learningRate,
        ratios: {},
        stream: draws.child('ppo'),
      }),
    );
    return played;
  });
  const rest = all.seconds - acting.seconds - update.seconds - checkpoint.seconds;
  return {
    episodes,
    seconds: {
      environment: rest,
      acting: acting.seconds,
      update: update.seconds,
      checkpoint: checkpoint.seconds,
    },
  };
}

/**
 * The product's learner on CartPole: its student, its acting, its advantages and its update as they
 * are. Only the collecting differs, because episodes here are cut: fixed numbers of steps of
 * several carts, whose unfinished ends count by the value head's estimate.
 */
import { z } from 'zod';
import { PpoConfig, StudentConfig } from '../src/core/campaign-config.ts';
import type { Decision } from '../src/core/policy.ts';
import { type RandomStream, stream } from '../src/core/random.ts';
import { Encoder } from '../src/student/encoder.ts';
import { createEngine } from '../src/student/engine/create-engine.ts';
import { initialTrainingState } from '../src/student/policy-network.ts';
import { gae, learningRateAt, ppoUpdate, type TrainingRow } from '../src/student/ppo.ts';
import { StudentPolicy } from '../src/student/student-policy.ts';
import {
  CARTPOLE_STEPS,
  type CartPole,
  hasFallen,
  observeCartPole,
  startCartPole,
  stepCartPole,
} from './cartpole.ts';
import { askPython } from './python.ts';

/** How much is collected and how often is looked; beside the learner's own settings. */
const CARTPOLE_SETUP = {
  /** Carts that are driven at once. */
  carts: 8,
  /** Steps of each between two updates. */
  horizon: 128,
  /** Updates between two evaluations. */
  evaluateEvery: 2,
  evaluationEpisodes: 20,
  /** Mean return of an evaluation's episodes at which the task counts as solved. */
  solvedReturn: 475,
};
const { carts: CARTS, horizon: HORIZON } = CARTPOLE_SETUP;

/** This task's own: Stable-Baselines3's defaults but for the batch and the learning rate, which falls to nothing. */
const CARTPOLE_PPO = PpoConfig.parse({
  learningRate: 5e-4,
  learningRateEnd: 0,
  gamma: 0.99,
  gaeLambda: 0.95,
  clipRange: 0.2,
  updateEpochs: 10,
  minibatches: 4,
  entropyCoefficient: 0,
  valueCoefficient: 0.5,
  maxGradNorm: 0.5,
  tokenDropout: 0,
});

/** Every step's reward of 1 in units that keep discounted sums within [0, 1]: a fresh value head says about 0. */
const REWARD = 1 - CARTPOLE_PPO.gamma;

const CartPoleRun = z.strictObject({
  seed: z.number(),
  steps: z.number(),
  /** Environment steps taken when an evaluation first reached 475; null when none did. */
  solvedAfter: z.number().nullable(),
  /** Mean return of 20 greedy episodes under the last weights. */
  finalReturn: z.number(),
  /** Seconds of acting and learning, without evaluations. */
  seconds: z.number(),
  /** Seconds of all evaluations. */
  evaluationSeconds: z.number(),
});
/** One seed's run. */
export type CartPoleRun = z.infer<typeof CartPoleRun>;

/** Runs of our learner and of its peer. */
export interface CartPoleResult {
  runs: CartPoleRun[];
  /** The same seeds, steps and settings; null without Stable-Baselines3. */
  stableBaselines3: CartPoleRun[] | null;
}

/** What one cart did between two resets or updates. */
interface Segment {
  taken: { state: CartPole; decision: Decision }[];
  /** Where it was cut; null when the pole fell. */
  cutAt: CartPole | null;
}

/** Carts with random starts and how long each has been driven. */
class Carts {
  private readonly carts: { state: CartPole; age: number }[];

  constructor(private readonly starts: RandomStream) {
    this.carts = Array.from({ length: CARTS }, () => ({ state: startCartPole(starts), age: 0 }));
  }

  /** Drives every cart for `HORIZON` steps; the segments of a cart follow each other. */
  async drive(policy: StudentPolicy, round: number): Promise<Segment[]> {
    const ended: Segment[] = [];
    const running = this.carts.map((): Segment => ({ taken: [], cutAt: null }));
    for (let t = 0; t < HORIZON; t += 1) {
      const decisions = await policy.act(
        this.carts.map(({ state }, i) => ({
          observation: observeCartPole(state),
          streamKey: ['train', round, t, i],
          acceptable: null,
        })),
        'sampled',
      );
      for (const [i, cart] of this.carts.entries()) {
        const decision = decisions[i] as Decision;
        const segment = running[i] as Segment;
        segment.taken.push({ state: cart.state, decision });
        cart.state = stepCartPole(cart.state, decision.action);
        cart.age += 1;
        const fallen = hasFallen(cart.state);
        if (!fallen && cart.age < CARTPOLE_STEPS && t + 1 < HORIZON) continue;
        ended.push({ ...segment, cutAt: fallen ? null : cart.state });
        running[i] = { taken: [], cutAt: null };
        if (fallen || cart.age === CARTPOLE_STEPS) {
          cart.state = startCartPole(this.starts);
          cart.age = 0;
        }
      }
    }
    return ended;
  }
}

async function rowsOf(segments: readonly Segment[], policy: StudentPolicy, encoder: Encoder) {
  const cuts = segments.flatMap(({ cutAt }) => (cutAt === null ? [] : [observeCartPole(cutAt)]));
  const rest = await policy.evaluate(
    cuts,
    cuts.map(() => null),
  );
  return segments.flatMap(({ taken, cutAt }): TrainingRow[] => {
    const values = taken.map(({ decision }) => decision.value);
    // A value beyond the last reward is what `gae` bootstraps from.
    if (cutAt !== null) values.push((rest.shift() as { value: number }).value);
    const rewards = taken.map(() => REWARD);
    const { advantages, returns } = gae(rewards, values, CARTPOLE_PPO.gamma, CARTPOLE_PPO.gaeLambda);
    return taken.map(({ state, decision }, t) => ({
      environment: 'shell',
      state: encoder.encode(observeCartPole(state)),
      dropoutSeed: decision.dropoutSeed,
      action: decision.action,
      oldLogProbability: decision.logProbability,
      value: decision.value,
      advantage: advantages[t] as number,
      return: returns[t] as number,
      onPolicy: true,
      acceptable: null,
      reference: null,
    }));
  });
}

/** Mean return of greedy episodes from fresh starts. */
async function evaluate(policy: StudentPolicy, starts: RandomStream): Promise<number> {
  let standing = Array.from({ length: CARTPOLE_SETUP.evaluationEpisodes }, () => startCartPole(starts));
  let total = 0;
  for (let t = 0; t < CARTPOLE_STEPS && standing.length > 0; t += 1) {
    const decisions = await policy.act(
      standing.map((state) => ({ observation: observeCartPole(state), streamKey: [], acceptable: null })),
      'greedy',
    );
    total += standing.length;
    standing = standing
      .map((state, i) => stepCartPole(state, (decisions[i] as Decision).action))
      .filter((state) => !hasFallen(state));
  }
  return total / CARTPOLE_SETUP.evaluationEpisodes;
}

/**
 * Learns CartPole once.
 * @param steps Environment steps at most; whole rounds of 8 × 128 are taken.
 * @param onRound Told the steps taken and the last evaluation's mean return.
 * @throws RangeError when the steps do not suffice for a round.
 */
export async function learnCartPole(
  seed: number,
  steps: number,
  onRound: (taken: number, evaluated: number) => void,
): Promise<CartPoleRun> {
  const perRound = CARTS * HORIZON;
  const rounds = Math.floor(steps / perRound);
  if (rounds < 1) throw new RangeError(`cartpole: ${steps} steps are no round of ${perRound}`);
  const random = stream(seed, 'cartpole');
  const student = StudentConfig.parse({});
  const engine = await createEngine('wasm', initialTrainingState(student, random.child('init')));
  const encoder = new Encoder(student.buckets);
  const policy = new StudentPolicy('cartpole', engine, encoder, seed, CARTPOLE_PPO.tokenDropout);
  const carts = new Carts(random.child('starts'));
  let solvedAfter: number | null = null;
  let evaluated = 0;
  let evaluationSeconds = 0;
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const rows = await rowsOf(await carts.drive(policy, round), policy, encoder);
    await ppoUpdate(engine, rows, {
      config: CARTPOLE_PPO,
      learningRate: learningRateAt(CARTPOLE_PPO, round, rounds),
      ratios: {},
      stream: random.child('update', round),
    });
    const taken = (round + 1) * perRound;
    if ((round + 1) % CARTPOLE_SETUP.evaluateEvery === 0 || round + 1 === rounds) {
      const before = performance.now();
      evaluated = await evaluate(policy, random.child('evaluation', round));
      evaluationSeconds += (performance.now() - before) / 1000;
      if (evaluated >= CARTPOLE_SETUP.solvedReturn) solvedAfter ??= taken;
    }
    onRound(taken, evaluated);
  }
  engine.close();
  const seconds = (performance.now() - started) / 1000 - evaluationSeconds;
  return { seed, steps: rounds * perRound, solvedAfter, finalReturn: evaluated, seconds, evaluationSeconds };
}

/** Learns CartPole under `count` seeds from `seed` on, and so does Stable-Baselines3 where it is. */
export async function measureCartPole(
  seed: number,
  count: number,
  steps: number,
  say: (text: string) => void,
): Promise<CartPoleResult> {
  const seeds = Array.from({ length: count }, (_, i) => seed + i);
  const runs: CartPoleRun[] = [];
  for (const own of seeds) {
    const show = (taken: number, evaluated: number) =>
      say(`CartPole, seed ${own}: ${taken}/${steps} steps, return ${evaluated}`);
    runs.push(await learnCartPole(own, steps, show));
  }
  say('CartPole with Stable-Baselines3');
  const input = { seeds, steps, setup: CARTPOLE_SETUP, ppo: CARTPOLE_PPO };
  const stableBaselines3 = await askPython(
    'stable_baselines3',
    'cartpole_sb3.py',
    input,
    z.array(CartPoleRun),
  );
  return { runs, stableBaselines3 };
}

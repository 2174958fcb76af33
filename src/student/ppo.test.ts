import { beforeAll, describe, expect, it } from 'vitest';
import { PpoConfig, StudentConfig } from '../core/campaign-config.ts';
import { stream } from '../core/random.ts';
import { Encoder } from './encoder.ts';
import { startTfjs } from './engine/tfjs-backend.ts';
import { TfjsEngine } from './engine/tfjs-engine.ts';
import { identityEpisode, identityState } from './identity.fixture.ts';
import { initialTrainingState } from './policy-network.ts';
import {
  explainedVariance,
  gae,
  learningRateAt,
  normaliseAdvantages,
  onPolicyRows,
  ppoUpdate,
  type TrainingRow,
} from './ppo.ts';
import { StudentPolicy } from './student-policy.ts';

const ppo = PpoConfig.parse({ learningRate: 1e-2, tokenDropout: 0 });
// A tiny student with larger initial embeddings: it has a few thousand samples to learn from.
const small = StudentConfig.parse({
  buckets: 512,
  embeddingWidth: 8,
  trunk: [16, 12],
  scorer: 8,
  embeddingScale: 0.1,
});

beforeAll(() => startTfjs('wasm'));

/** Σ over l of (γλ)^l δ, written down as the paper states it. */
function naiveGae(rewards: number[], values: number[], gamma: number, lambda: number): number[] {
  return rewards.map((_, t) => {
    let sum = 0;
    for (let l = 0; t + l < rewards.length; l += 1) {
      const next = values[t + l + 1] ?? 0;
      const delta = (rewards[t + l] ?? 0) + gamma * next - (values[t + l] ?? 0);
      sum += (gamma * lambda) ** l * delta;
    }
    return sum;
  });
}

/** Trains on the identity environment and returns success rates before and after, and the policy. */
async function solveIdentity(seed: number, rounds: number) {
  const engine = new TfjsEngine(initialTrainingState(small, stream(seed, 'init')));
  const encoder = new Encoder(small.buckets);
  const policy = new StudentPolicy('identity', engine, encoder, seed, ppo.tokenDropout);
  const states = (name: string, n: number) =>
    Array.from({ length: n }, (_, i) => identityState(stream(seed, name, i)));
  const success = async () => {
    const batch = states('test', 200);
    const decisions = await policy.act(
      batch.map(({ observation }, i) => ({ observation, streamKey: ['test', i], acceptable: null })),
      'greedy',
    );
    return decisions.filter((d, i) => d.action === batch[i]?.right).length / batch.length;
  };
  const before = await success();
  const actions: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const batch = states(`train${round}`, 64);
    const decisions = await policy.act(
      batch.map(({ observation }, i) => ({ observation, streamKey: ['train', round, i], acceptable: null })),
      'sampled',
    );
    actions.push(...decisions.map((d) => d.action));
    const rows = batch.flatMap(({ observation, right }, i) => {
      const decision = decisions[i];
      if (!decision) return [];
      const reward = decision.action === right ? 1 : -1;
      return onPolicyRows(identityEpisode(i, observation, decision, reward), [reward], encoder, ppo, false);
    });
    await ppoUpdate(engine, rows, {
      config: ppo,
      learningRate: learningRateAt(ppo, round, rounds),
      ratios: {},
      stream: stream(seed, 'ppo', round),
    });
  }
  return { before, after: await success(), actions, engine };
}

describe('generalised advantage estimation', () => {
  it('equals the sum in the paper, written as a naive loop', () => {
    const random = stream(1, 'gae');
    for (let trial = 0; trial < 20; trial += 1) {
      const length = 1 + random.int(12);
      const rewards = Array.from({ length }, () => random.float() * 2 - 1);
      const values = Array.from({ length }, () => random.normal());
      const { advantages, returns } = gae(rewards, values, 0.98, 0.95);
      naiveGae(rewards, values, 0.98, 0.95).forEach((expected, t) => {
        expect(advantages[t]).toBeCloseTo(expected, 12);
        expect(returns[t]).toBeCloseTo(expected + (values[t] ?? 0), 12);
      });
    }
  });

  it('gives the hand-calculated advantages of a two-step episode', () => {
    // δ1 = 1 − 0.5 = 0.5; δ0 = −0.01 + 0.98·0.5 − 0.2 = 0.28; A0 = 0.28 + 0.931·0.5 = 0.7455.
    const { advantages } = gae([-0.01, 1], [0.2, 0.5], 0.98, 0.95);
    expect(advantages[1]).toBeCloseTo(0.5, 12);
    expect(advantages[0]).toBeCloseTo(0.7455, 12);
  });
});

describe('advantage normalisation', () => {
  const row = (environment: 'shell' | 'browser', advantage: number): TrainingRow => ({
    environment,
    state: new Encoder(8).encode(identityState(stream(1, 'n')).observation),
    dropoutSeed: null,
    action: 0,
    oldLogProbability: 0,
    value: 0,
    advantage,
    return: 0,
    onPolicy: true,
    acceptable: null,
    reference: null,
  });

  it('is done within each environment', () => {
    const rows = [row('shell', 10), row('shell', 12), row('browser', -1), row('browser', 1)];
    normaliseAdvantages(rows);
    expect(rows.map((r) => r.advantage)).toEqual([-1, 1, -1, 1]);
  });

  it('adds no noise where every episode went the same', () => {
    const rows = [row('shell', 0.5), row('shell', 0.5 + 1e-6)];
    normaliseAdvantages(rows);
    for (const r of rows) expect(Math.abs(r.advantage)).toBeLessThan(1e-4);
  });
});

describe('PPO', () => {
  it('solves the identity environment', async () => {
    const { before, after } = await solveIdentity(3, 60);
    expect(before).toBeLessThan(0.6);
    expect(after).toBeGreaterThan(0.95);
  });

  it('draws the same actions and reaches the same weights from the same seed', async () => {
    const first = await solveIdentity(5, 4);
    const second = await solveIdentity(5, 4);
    const other = await solveIdentity(6, 4);
    expect(second.actions).toEqual(first.actions);
    expect(second.engine.save().parameters).toEqual(first.engine.save().parameters);
    expect(other.actions).not.toEqual(first.actions);
  });

  it('moves every parameter that a gradient reaches', async () => {
    const { engine } = await solveIdentity(5, 1);
    const initial = initialTrainingState(small, stream(5, 'init'));
    for (const [i, { name, data }] of engine.save().parameters.entries()) {
      expect(data, name).not.toEqual(initial.parameters[i]?.data);
    }
  });
});

describe('diagnostics', () => {
  it('have no explained variance when returns do not vary', () => {
    expect(explainedVariance([1, 2], [3, 3])).toBeNaN();
    expect(explainedVariance([1, 2, 3], [1, 2, 3])).toBe(1);
    expect(explainedVariance([2, 2, 2], [1, 2, 3])).toBe(0);
  });

  it('anneal the learning rate linearly to its end', () => {
    expect(learningRateAt(ppo, 0, 11)).toBeCloseTo(1e-2, 12);
    expect(learningRateAt(ppo, 5, 11)).toBeCloseTo(1e-2 * 0.55, 12);
    expect(learningRateAt(ppo, 10, 11)).toBeCloseTo(1e-3, 12);
  });
});

describe('the weight of the clipped surrogate', () => {
  /** One gradient step on drawn rows whose advantages and old probabilities make some ratios clip. */
  async function oneStep(policyCoefficient: number, flip = false) {
    const engine = new TfjsEngine(initialTrainingState(small, stream(8, 'init')));
    const encoder = new Encoder(small.buckets);
    const draws = stream(8, 'rows');
    const rows = Array.from({ length: 24 }, (_, i): TrainingRow => {
      const { observation } = identityState(stream(8, 'weight', i));
      const advantage = draws.normal();
      return {
        environment: 'shell',
        state: encoder.encode(observation),
        dropoutSeed: null,
        action: draws.int(observation.candidates.length),
        oldLogProbability: Math.log(0.1 + 0.5 * draws.float()),
        value: 0,
        advantage: flip ? -advantage : advantage,
        return: 0,
        onPolicy: true,
        acceptable: null,
        reference: null,
      };
    });
    const config = {
      ...ppo,
      policyCoefficient,
      entropyCoefficient: 0,
      valueCoefficient: 0,
      updateEpochs: 1,
      minibatches: 1,
    };
    const metrics = await ppoUpdate(engine, rows, {
      config,
      learningRate: 1e-3,
      ratios: {},
      stream: stream(8, 'minibatches'),
    });
    const weights = engine.save().parameters;
    engine.close();
    return { metrics, weights };
  }

  it.each([0.25, 3])('multiplies that loss and its gradient by %d', async (c) => {
    const one = await oneStep(1);
    const weighted = await oneStep(c);
    expect(one.metrics['train/clip_fraction']).toBeGreaterThan(0);
    for (const name of ['train/policy_gradient_loss', 'train/grad_norm', 'train/loss']) {
      const [expected, actual] = [c * (one.metrics[name] ?? 0), weighted.metrics[name] ?? 0];
      // Float32: relative error of a sum of 24 terms.
      expect(Math.abs(actual - expected), name).toBeLessThan(1e-5 * Math.abs(expected));
    }
  });

  it('of 0 takes the advantages out of the update', async () => {
    const one = await oneStep(0);
    const other = await oneStep(0, true);
    expect(other.weights).toEqual(one.weights);
    expect((await oneStep(1)).weights).not.toEqual((await oneStep(1, true)).weights);
  });
});

describe('guidance', () => {
  const engine = () => new TfjsEngine(initialTrainingState(small, stream(3, 'init')));
  const encoder = new Encoder(small.buckets);
  const batch = Array.from({ length: 300 }, (_, i) => identityState(stream(3, 'guided', i)));
  const requests = (label: boolean) =>
    batch.map(({ observation, right }, i) => ({
      observation,
      streamKey: ['g', i],
      acceptable: label ? [right] : null,
    }));
  const decide = (guidance: number, behaviour: 'sampled' | 'greedy', label = true) =>
    new StudentPolicy('identity', engine(), encoder, 3, 0, guidance).act(requests(label), behaviour);

  it('has the labeller take its share of the sampled steps, and none without a label or greedily', async () => {
    const half = await decide(0.5, 'sampled');
    const guided = half.filter((decision) => decision.guided).length;
    // Five standard deviations of a binomial of 300.
    expect(Math.abs(guided - 150)).toBeLessThan(44);
    half.forEach((decision, i) => {
      if (decision.guided) expect(decision.action).toBe(batch[i]?.right);
      // It is the student's own probability all the same.
      expect(decision.logProbability).toBeCloseTo(Math.log(decision.probabilities[decision.action] ?? 0), 9);
    });
    for (const none of [await decide(0.5, 'greedy'), await decide(0.5, 'sampled', false)]) {
      expect(none.some((decision) => decision.guided)).toBe(false);
    }
  });

  it('leaves what the labeller chose out of the surrogate, and imitates it', () => {
    const { observation, right } = identityState(stream(3, 'one'));
    const decision = { action: right, logProbability: -1, value: 0, probabilities: [], dropoutSeed: null };
    const episode = identityEpisode(0, observation, decision, 1);
    const rowOf = (guided: boolean) => {
      const steps = episode.trajectory.map((step) => ({
        ...step,
        acceptable: [right],
        ...(guided ? { guided: true as const } : {}),
      }));
      return onPolicyRows({ ...episode, trajectory: steps }, [1], encoder, ppo, true)[0];
    };
    expect(rowOf(true)).toMatchObject({ onPolicy: false, acceptable: [right] });
    expect(rowOf(false)).toMatchObject({ onPolicy: true, acceptable: [right] });
  });
});

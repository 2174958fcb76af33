/** For tests: what every engine has to keep, wherever it runs. Call the two functions in a test file. */
import { describe, expect, it } from 'vitest';
import { type EngineName, StudentConfig } from '../../core/campaign-config.ts';
import { type RandomStream, stream } from '../../core/random.ts';
import { Encoder } from '../encoder.ts';
import { NonFiniteError, type ParameterSet, type TrainingState } from '../parameters.ts';
import { initialTrainingState } from '../policy-network.ts';
import { minibatchOf, type TrainingRow } from '../ppo.ts';
import { createEngine } from './create-engine.ts';
import type { Minibatch } from './engine.ts';
import { packStates } from './packed-batch.ts';
import { STEP_HYPERPARAMETERS as hyper, randomObservation, randomRows } from './random-minibatch.fixture.ts';

/** The engine that the others are compared with. */
export const ORACLE = 'tfjs-cpu';

/** No width is a multiple of 4, so that every engine's padding is exercised. */
const small = StudentConfig.parse({
  buckets: 64,
  embeddingWidth: 5,
  trunk: [7, 5],
  scorer: 6,
  embeddingScale: 0.5,
});
const product = StudentConfig.parse({});

/** Initial weights; the output layer and the biases, which start near zero, large, to exercise every path. */
function livelyState(student: StudentConfig, random: RandomStream): TrainingState {
  const state = initialTrainingState(student, random.child('init'));
  for (const { name, data } of state.parameters) {
    if (name === 'scorer.out' || name.endsWith('bias')) {
      for (let i = 0; i < data.length; i += 1) data[i] = 0.5 * random.normal();
    }
  }
  return state;
}

function norm(data: Float32Array): number {
  return Math.sqrt(data.reduce((sum, x) => sum + x * x, 0));
}

/**
 * ‖a − b‖ / ‖b‖ of the tensor where it is largest. A tensor whose norm is below a thousandth of the
 * whole's is measured against that: with one candidate, most gradients are 0 but for rounding.
 */
function relativeError(a: ParameterSet, b: ParameterSet): { error: number; tensor: string } {
  let worst = { error: 0, tensor: '' };
  const whole = Math.hypot(...b.map(({ data }) => norm(data)));
  for (const [p, { name, data }] of b.entries()) {
    const difference = data.map((x, i) => x - (a[p]?.data[i] as number));
    const error = norm(difference) / Math.max(norm(data), 1e-3 * whole);
    if (!(error <= worst.error)) worst = { error, tensor: name };
  }
  return worst;
}

const rows = (count: number, change: (row: TrainingRow) => TrainingRow, candidates?: number) => {
  return (random: RandomStream): Minibatch => {
    const set = candidates === undefined ? undefined : () => candidates;
    return minibatchOf(randomRows(random, count, small.buckets, set).map(change), { shell: 2 }, 0.2);
  };
};
const same = (row: TrainingRow): TrainingRow => row;

/** Batches at the edges of what a campaign makes. */
const shapes: [string, StudentConfig, (random: RandomStream) => Minibatch][] = [
  ['one state with one candidate', small, rows(1, same, 1)],
  ['one candidate per state', small, rows(9, same, 1)],
  ['small uneven sets', small, rows(16, same)],
  ['no state on policy', small, rows(8, (row) => ({ ...row, onPolicy: false }))],
  ['only states on policy', small, rows(8, (row) => ({ ...row, acceptable: null, reference: null }))],
  [
    'bags emptied by dropout',
    small,
    (random) =>
      minibatchOf(
        randomRows(random, 8, small.buckets).map((row) => ({ ...row, dropoutSeed: 3 })),
        {},
        1,
      ),
  ],
  [
    'the product’s widths, sets of up to 128',
    product,
    (random) =>
      minibatchOf(
        randomRows(random, 12, product.buckets, () => 1 + random.int(128)),
        {},
        0.2,
      ),
  ],
];

/** Gradients against finite differences, rows apart from their batch, copies, and broken numbers. */
export function describeEngine(name: EngineName): void {
  describe(`the ${name} engine`, () => {
    it('has the gradients of finite differences (relative error below 2e-2 in single precision)', async () => {
      const random = stream(11, 'gradients');
      const state = livelyState(small, random);
      const minibatch = minibatchOf(randomRows(random, 8, small.buckets), { shell: 2 }, 0.2);
      const engine = await createEngine(name, state);
      const { gradients } = await engine.gradients(minibatch, hyper);
      const lossAt = async (p: number, i: number, delta: number) => {
        const moved = engine.save();
        const data = moved.parameters[p]?.data as Float32Array;
        data[i] = (data[i] as number) + delta;
        return (await (await createEngine(name, moved)).gradients(minibatch, hyper)).statistics.loss;
      };
      // Larger steps cross the kink of a relu, smaller ones drown in rounding.
      const epsilon = 1e-3;
      let checked = 0;
      for (const [p, { name: tensor, data }] of gradients.entries()) {
        // Per tensor, the three entries with the largest gradients: the rest drown in rounding.
        const largest = Array.from(data, (g, i) => [Math.abs(g), i] as const)
          .sort((a, b) => b[0] - a[0])
          .slice(0, 3);
        for (const [magnitude, i] of largest) {
          const numeric = ((await lossAt(p, i, epsilon)) - (await lossAt(p, i, -epsilon))) / (2 * epsilon);
          const error = Math.abs(numeric - (data[i] as number)) / Math.max(magnitude, 1e-2);
          expect(error, `${tensor}[${i}]: ${numeric} against ${data[i]}`).toBeLessThan(2e-2);
          checked += 1;
        }
      }
      expect(checked).toBe(14 * 3 - 2);
    });

    it('gives a row the same bits in any batch', async () => {
      const random = stream(12, 'rows');
      const encoder = new Encoder(product.buckets);
      const engine = await createEngine(name, livelyState(product, random));
      const states = Array.from({ length: 13 }, () => encoder.encode(randomObservation(random)));
      states.push(encoder.encode(randomObservation(random, 128)));
      const together = packStates(
        states,
        states.map(() => 5),
        0.2,
      );
      const all = await engine.forward(together);
      for (const [s, state] of states.entries()) {
        const alone = await engine.forward(packStates([state], [5], 0.2));
        const row = all.logits.slice(together.candidateOffsets[s], together.candidateOffsets[s + 1]);
        expect(alone.logits).toEqual(row);
        expect(alone.values[0]).toBe(all.values[s]);
      }
    });

    it('saves and restores so that going on is the same as never having stopped', async () => {
      const [first, second] = ['first', 'second'].map((key) =>
        minibatchOf(randomRows(stream(13, key), 12, small.buckets), {}, 0.2),
      ) as [Minibatch, Minibatch];
      const straight = await createEngine(name, initialTrainingState(small, stream(13, 'init')));
      await straight.step(first, hyper);
      const restored = await createEngine(name, initialTrainingState(product, stream(99, 'other')));
      restored.restore(straight.save());
      await straight.step(second, hyper);
      await restored.step(second, hyper);
      expect(restored.save()).toEqual(straight.save());
    });

    it('shares no memory with the states it takes and gives', async () => {
      const state = initialTrainingState(small, stream(16, 'init'));
      const engine = await createEngine(name, structuredClone(state));
      const saved = engine.save();
      await engine.step(minibatchOf(randomRows(stream(16, 'rows'), 6, small.buckets), {}, 0), hyper);
      expect(saved).toEqual(state);
    });

    it('stops an update that would bring in a number that is not finite, naming the tensor', async () => {
      const state = initialTrainingState(small, stream(14, 'init'));
      (state.parameters[1]?.data as Float32Array)[0] = Number.NaN;
      const minibatch = minibatchOf(randomRows(stream(14, 'rows'), 4, small.buckets), {}, 0);
      const engine = await createEngine(name, state);
      await expect(engine.step(minibatch, hyper)).rejects.toThrow(NonFiniteError);
    });
  });
}

/** What is too slow for one of the engines can be made less. */
interface Extent {
  /** Names of `shapes`. */
  only?: readonly string[];
  steps?: number;
}

/** Gradients, statistics and several steps against the oracle's. */
export function describeAgainstOracle(name: EngineName, { only, steps = 10 }: Extent = {}): void {
  const chosen = shapes.filter(([shape]) => only?.includes(shape) ?? true);
  describe(`the ${name} engine against the oracle`, () => {
    it.each(chosen)('agrees to 1e-4 after a step: %s', async (shape, student, minibatchFrom) => {
      const random = stream(15, shape);
      const state = livelyState(student, random);
      const minibatch = minibatchFrom(random.child('rows'));
      const results = [];
      for (const which of [name, ORACLE] as const) {
        const engine = await createEngine(which, structuredClone(state));
        const { gradients, statistics } = await engine.gradients(minibatch, hyper);
        const copied = structuredClone(gradients);
        await engine.step(minibatch, hyper);
        results.push({ gradients: copied, statistics, parameters: engine.save().parameters });
      }
      const [ours, oracle] = results as [(typeof results)[0], (typeof results)[0]];
      for (const [key, value] of Object.entries(oracle.statistics)) {
        const error =
          Math.abs((ours.statistics[key as 'loss'] as number) - value) / Math.max(1, Math.abs(value));
        expect(error, key).toBeLessThan(1e-5);
      }
      for (const group of ['gradients', 'parameters'] as const) {
        const { error, tensor } = relativeError(ours[group], oracle[group]);
        expect(error, `${group}: ${tensor}`).toBeLessThan(1e-4);
      }
    });

    it(`agrees to 1e-5 after ${steps} steps on changing batches, moments included`, async () => {
      const state = livelyState(small, stream(17, 'init'));
      const results = [];
      for (const which of [name, ORACLE] as const) {
        const engine = await createEngine(which, structuredClone(state));
        for (let step = 0; step < steps; step += 1) {
          await engine.step(minibatchOf(randomRows(stream(17, step), 6, small.buckets), {}, 0.2), {
            ...hyper,
            learningRate: 1e-3,
          });
        }
        results.push(engine.save());
      }
      const [ours, oracle] = results as [TrainingState, TrainingState];
      expect(ours.optimiserStep).toBe(oracle.optimiserStep);
      for (const [a, b] of [
        [ours.parameters, oracle.parameters],
        [ours.moments.first, oracle.moments.first],
        [ours.moments.second, oracle.moments.second],
      ] as const) {
        const { error, tensor } = relativeError(a, b);
        expect(error, tensor).toBeLessThan(1e-5);
      }
    });
  });
}

import { beforeAll, describe, expect, it } from 'vitest';
import { StudentConfig } from '../../core/campaign-config.ts';
import type { Observation } from '../../core/contracts.ts';
import { type RandomStream, stream } from '../../core/random.ts';
import { Encoder } from '../encoder.ts';
import { NonFiniteError } from '../parameters.ts';
import { initialTrainingState } from '../policy-network.ts';
import { minibatchOf, type TrainingRow } from '../ppo.ts';
import type { StepHyperparameters } from './engine.ts';
import { packStates } from './packed-batch.ts';
import { startTfjs } from './tfjs-backend.ts';
import { TfjsEngine } from './tfjs-engine.ts';

const student = StudentConfig.parse({
  buckets: 64,
  embeddingWidth: 4,
  trunk: [7, 5],
  scorer: 6,
  embeddingScale: 0.5,
});
const hyper: StepHyperparameters = {
  learningRate: 1e-2,
  clipRange: 0.2,
  entropyCoefficient: 0.05,
  valueCoefficient: 0.5,
  imitationCoefficient: 0.5,
  referenceKlCoefficient: 0.3,
  maxGradNorm: 0.5,
  adamEpsilon: 1e-5,
};

function randomObservation(random: RandomStream): Observation {
  const words = () => Array.from({ length: random.int(6) }, () => `w${random.int(40)}`).join(' ');
  const numbers = (n: number) => Array.from({ length: n }, () => random.float() * 2 - 1);
  return {
    environment: random.pick(['shell', 'browser', 'orchestrator'] as const),
    fields: { goal: words(), seen: words(), trace: words(), errors: words() },
    numbers: numbers(random.int(17)),
    candidates: Array.from({ length: 1 + random.int(9) }, (_, i) => ({
      key: `${i}`,
      verb: random.pick(['read', 'run', 'patch']),
      text: words(),
      numbers: numbers(random.int(17)),
      label: '',
    })),
  };
}

function randomRows(random: RandomStream, count: number): TrainingRow[] {
  const encoder = new Encoder(student.buckets);
  return Array.from({ length: count }, (_, i) => {
    const observation = randomObservation(random);
    const n = observation.candidates.length;
    const raw = Array.from({ length: n }, () => random.float());
    const total = raw.reduce((a, b) => a + b, 0);
    return {
      environment: observation.environment,
      state: encoder.encode(observation),
      dropoutSeed: random.int(2) === 0 ? random.uint32() : null,
      action: random.int(n),
      oldLogProbability: Math.log(1 / n) + 0.3 * random.normal(),
      value: random.normal(),
      advantage: random.normal(),
      return: random.normal(),
      onPolicy: i % 4 !== 3,
      acceptable: i % 2 === 0 ? [random.int(n)] : null,
      reference: i % 4 === 3 ? raw.map((x) => x / total) : null,
    };
  });
}

describe.each(['cpu', 'wasm'] as const)('the tfjs engine on %s', (backend) => {
  beforeAll(() => startTfjs(backend));

  it('has the gradients of finite differences (relative error below 2e-2 in single precision)', async () => {
    const random = stream(11, 'gradients');
    const state = initialTrainingState(student, stream(11, 'init'));
    // The output layer starts near zero; larger weights exercise every path.
    for (const { name, data } of state.parameters) {
      if (name === 'scorer.out' || name.endsWith('bias')) {
        for (let i = 0; i < data.length; i += 1) data[i] = 0.5 * random.normal();
      }
    }
    const minibatch = minibatchOf(randomRows(random, 8), { shell: 2 }, 0.2);
    const engine = new TfjsEngine(state);
    const { gradients } = await engine.gradients(minibatch, hyper);
    const lossAt = async (p: number, i: number, delta: number) => {
      const moved = engine.save();
      const data = moved.parameters[p]?.data as Float32Array;
      data[i] = (data[i] as number) + delta;
      return (await new TfjsEngine(moved).gradients(minibatch, hyper)).statistics.loss;
    };
    const epsilon = 3e-3;
    let checked = 0;
    for (const [p, { name, data }] of gradients.entries()) {
      // Per tensor, the three entries with the largest gradients: the rest drown in rounding.
      const largest = Array.from(data, (g, i) => [Math.abs(g), i] as const)
        .sort((a, b) => b[0] - a[0])
        .slice(0, 3);
      for (const [magnitude, i] of largest) {
        const numeric = ((await lossAt(p, i, epsilon)) - (await lossAt(p, i, -epsilon))) / (2 * epsilon);
        const error = Math.abs(numeric - (data[i] as number)) / Math.max(magnitude, 1e-2);
        expect(error, `${name}[${i}]: ${numeric} against ${data[i]}`).toBeLessThan(2e-2);
        checked += 1;
      }
    }
    expect(checked).toBe(14 * 3 - 2);
  });

  it('gives a row the same bits in any batch', async () => {
    const random = stream(12, 'rows');
    const full = StudentConfig.parse({});
    const encoder = new Encoder(full.buckets);
    const engine = new TfjsEngine(initialTrainingState(full, stream(12, 'init')));
    const states = Array.from({ length: 13 }, () => encoder.encode(randomObservation(random)));
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
    const minibatch = minibatchOf(randomRows(stream(13, 'rows'), 12), {}, 0.2);
    const straight = new TfjsEngine(initialTrainingState(student, stream(13, 'init')));
    await straight.step(minibatch, hyper);
    const restored = new TfjsEngine(initialTrainingState(student, stream(99, 'other')));
    restored.restore(straight.save());
    await straight.step(minibatch, hyper);
    await restored.step(minibatch, hyper);
    expect(restored.save()).toEqual(straight.save());
  });

  it('stops an update that would bring in a number that is not finite, naming the tensor', async () => {
    const state = initialTrainingState(student, stream(14, 'init'));
    (state.parameters[1]?.data as Float32Array)[0] = Number.NaN;
    const minibatch = minibatchOf(randomRows(stream(14, 'rows'), 4), {}, 0);
    await expect(new TfjsEngine(state).step(minibatch, hyper)).rejects.toThrow(NonFiniteError);
  });
});

describe('the tfjs engine', () => {
  it('agrees between wasm and cpu to 1e-4 after a step', async () => {
    const results = [];
    for (const backend of ['cpu', 'wasm'] as const) {
      await startTfjs(backend);
      const engine = new TfjsEngine(initialTrainingState(student, stream(15, 'init')));
      const minibatch = minibatchOf(randomRows(stream(15, 'rows'), 16), {}, 0.2);
      results.push(await engine.gradients(minibatch, hyper));
    }
    const [cpu, wasm] = results;
    for (const [p, { name, data }] of (cpu?.gradients ?? []).entries()) {
      const other = wasm?.gradients[p]?.data as Float32Array;
      const scale = Math.max(...data.map(Math.abs), 1e-6);
      for (let i = 0; i < data.length; i += 1) {
        expect(Math.abs((data[i] as number) - (other[i] as number)) / scale, name).toBeLessThan(1e-4);
      }
    }
  });
});

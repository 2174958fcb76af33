import { it } from 'vitest';
import { StudentConfig } from '../../../core/campaign-config.ts';
import { type RandomStream, stream } from '../../../core/random.ts';
import { CANDIDATE_NUMBERS, type EncodedState, STATE_BAGS, STATE_NUMBERS } from '../../encoder.ts';
import { initialTrainingState } from '../../policy-network.ts';
import { minibatchOf, type TrainingRow } from '../../ppo.ts';
import { createEngine } from '../create-engine.ts';
import { type StepHyperparameters, takeSteps } from '../engine.ts';
import { packStates } from '../packed-batch.ts';

const STATES = 64,
  CANDIDATES = 52,
  CANDIDATE_TOKENS = 18,
  FIELD_TOKENS = 24,
  VOCABULARY = 3000;
const HYPER: StepHyperparameters = {
  learningRate: 1.5e-3,
  clipRange: 0.2,
  entropyCoefficient: 0.01,
  valueCoefficient: 0.5,
  imitationCoefficient: 0.5,
  referenceKlCoefficient: 0.5,
  maxGradNorm: 0.5,
  adamEpsilon: 1e-5,
};
function randomState(random: RandomStream): EncodedState {
  const words = (count: number) =>
    Int32Array.from({ length: count }, () => Math.floor(VOCABULARY * random.float() ** 3));
  const numbers = (count: number) => Float32Array.from({ length: count }, () => random.float() * 2 - 1);
  return {
    bags: [...Array.from({ length: STATE_BAGS - 1 }, () => words(FIELD_TOKENS)), words(1)],
    numbers: numbers(STATE_NUMBERS),
    candidates: CANDIDATES,
    verbs: words(CANDIDATES),
    texts: Array.from({ length: CANDIDATES }, () => words(CANDIDATE_TOKENS)),
    candidateNumbers: numbers(CANDIDATES * CANDIDATE_NUMBERS),
  };
}
function randomRow(random: RandomStream): TrainingRow {
  return {
    environment: 'shell',
    state: randomState(random),
    dropoutSeed: random.uint32(),
    action: random.int(CANDIDATES),
    oldLogProbability: -Math.log(CANDIDATES),
    value: 0,
    advantage: random.normal(),
    return: random.normal(),
    onPolicy: true,
    acceptable: [random.int(CANDIDATES)],
    reference: null,
  };
}
const median = (v: number[]) => [...v].sort((a, b) => a - b)[Math.floor(v.length / 2)] as number;
it('bench', async () => {
  const random = stream(1, 'engines');
  const state = initialTrainingState(StudentConfig.parse({}), random.child('init'));
  const minibatches = Array.from({ length: 16 }, () =>
    minibatchOf(
      Array.from({ length: STATES }, () => randomRow(random)),
      {},
      0.2,
    ),
  );
  for (const name of ['wasm', 'webgpu'] as const) {
    const t0 = performance.now();
    const engine = await createEngine(name, state);
    const started = performance.now() - t0;
    const per: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const t = performance.now();
      await takeSteps(engine, minibatches, HYPER);
      per.push((performance.now() - t) / 16);
    }
    const single: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const t = performance.now();
      await engine.step(minibatches[i]!, HYPER);
      single.push(performance.now() - t);
    }
    const act: string[] = [];
    for (const states of [1, 16, 64]) {
      const batch = packStates(
        Array.from({ length: states }, () => randomState(random)),
        Array.from({ length: states }, () => 1),
        0.2,
      );
      const f: number[] = [];
      for (let i = 0; i < 10; i += 1) {
        const t = performance.now();
        await engine.forward(batch);
        f.push(performance.now() - t);
      }
      act.push(`${states}: ${median(f).toFixed(2)}`);
    }
    console.log(
      name,
      'start',
      started.toFixed(0),
      'ms/step in update',
      per.map((x) => x.toFixed(2)).join(' '),
      'single',
      median(single).toFixed(2),
      'forward',
      act.join(' '),
    );
  }
  const t0 = performance.now();
  const fused = await createEngine('webgpu', state), tfjs = await createEngine('tfjs-webgpu', state);
  for (let i = 0; i < 4; i += 1) {
    const t = performance.now();
    await tfjs.step(minibatches[i]!, HYPER);
    const u = performance.now();
    await takeSteps(fused, minibatches.slice(0, 4), HYPER);
    console.log('tfjs-webgpu step', i, (u - t).toFixed(0), 'fused', ((performance.now() - u) / 4).toFixed(0), 'elapsed', ((performance.now() - t0) / 1000).toFixed(0));
  }
}, 1500000);

/** How long a gradient step and a forward pass take on each engine, side by side in one sitting. */
import { performance } from 'node:perf_hooks';
import { StudentConfig } from '../src/core/campaign-config.ts';
import { type RandomStream, stream } from '../src/core/random.ts';
import { CANDIDATE_NUMBERS, type EncodedState, STATE_BAGS, STATE_NUMBERS } from '../src/student/encoder.ts';
import type { Engine, Minibatch, StepHyperparameters } from '../src/student/engine/engine.ts';
import { packStates } from '../src/student/engine/packed-batch.ts';
import { startTfjs } from '../src/student/engine/tfjs-backend.ts';
import { TfjsEngine } from '../src/student/engine/tfjs-engine.ts';
import { WasmEngine } from '../src/student/engine/wasm/wasm-engine.ts';
import { initialTrainingState } from '../src/student/policy-network.ts';
import { minibatchOf, type TrainingRow } from '../src/student/ppo.ts';
import { denseProblem, tfjsDenseStep, wasmDenseStep } from './dense-step.ts';

/** What a round of the shell environment looks like. */
const STATES = 64;
const CANDIDATES = 52;
const CANDIDATE_TOKENS = 18;
const FIELD_TOKENS = 24;
const MINIBATCHES = 16;
/** Distinct words that occur, of the table's buckets. */
const VOCABULARY = 3000;
/** States per forward pass when acting. */
const ACTING = [1, 16, 64];
const DENSE_STEPS = 200;
const STUDENT_STEPS = 4 * MINIBATCHES;
const FORWARDS = 100;
/** Runs before the first that counts: by then WebAssembly has been compiled with optimisation. */
const WARM_UP = 20;

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

/** One line of the table: median milliseconds, and how many times faster the WASM engine is. */
export interface EngineRow {
  what: string;
  wasm: number;
  tfjsWasm: number;
  ratio: number;
}

/** All figures, of one thread. */
export interface EnginesResult {
  rows: EngineRow[];
  /** Of the dense step. */
  ratios: { wasmOverTfjsWasm: number };
}

/** A state of random words; frequent ones have small numbers, as in text. */
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

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** Median milliseconds of each body, run in turns so that a busy moment of the machine hits all. */
async function compare(
  times: number,
  bodies: readonly [(i: number) => unknown, (i: number) => unknown],
): Promise<[number, number]> {
  const spent: [number[], number[]] = [[], []];
  for (let i = -WARM_UP; i < times; i += 1) {
    for (const [b, body] of bodies.entries()) {
      const started = performance.now();
      await body(i + WARM_UP);
      if (i >= 0) (spent[b] as number[]).push(performance.now() - started);
    }
  }
  return [median(spent[0]), median(spent[1])];
}

function row(what: string, [wasm, tfjsWasm]: [number, number]): EngineRow {
  return { what, wasm, tfjsWasm, ratio: tfjsWasm / wasm };
}

/** Measures the student and the dense step on the WASM engine and on tfjs's wasm backend. */
export async function measureEngines(seed: number, say: (text: string) => void): Promise<EnginesResult> {
  const random = stream(seed, 'engines');
  await startTfjs('wasm');
  const state = initialTrainingState(StudentConfig.parse({}), random.child('init'));
  const engines: [Engine, Engine] = [await WasmEngine.create(state, 'simd128'), new TfjsEngine(state)];
  const rows: EngineRow[] = [];

  say('dense step');
  const problem = denseProblem(random.child('dense'));
  const dense = row(
    'dense step, 256 × 64-128-128-16',
    await compare(DENSE_STEPS, [await wasmDenseStep(problem, 'simd128'), tfjsDenseStep(problem)]),
  );
  rows.push(dense);

  say('student step');
  const minibatches = Array.from({ length: MINIBATCHES }, () =>
    minibatchOf(
      Array.from({ length: STATES }, () => randomRow(random)),
      {},
      0.2,
    ),
  );
  const stepOf = (engine: Engine) => (i: number) =>
    engine.step(minibatches[i % MINIBATCHES] as Minibatch, HYPER);
  rows.push(
    row(
      `student step, ${STATES} states × ${CANDIDATES} candidates`,
      await compare(STUDENT_STEPS, [stepOf(engines[0]), stepOf(engines[1])]),
    ),
  );

  for (const states of ACTING) {
    say(`student forward, ${states} states`);
    const batch = packStates(
      Array.from({ length: states }, () => randomState(random)),
      Array.from({ length: states }, () => 1),
      0.2,
    );
    const forwardOf = (engine: Engine) => () => engine.forward(batch);
    const what = `student forward, ${states} × ${CANDIDATES} candidates`;
    rows.push(row(what, await compare(FORWARDS, [forwardOf(engines[0]), forwardOf(engines[1])])));
  }
  for (const engine of engines) engine.close();
  return { rows, ratios: { wasmOverTfjsWasm: dense.ratio } };
}

/** How long a gradient step and acting take on each engine, side by side in one sitting. */
import { z } from 'zod';
import { StudentConfig } from '../src/core/campaign-config.ts';
import type { Observation } from '../src/core/contracts.ts';
import { type RandomStream, stream } from '../src/core/random.ts';
import { CANDIDATE_NUMBERS, Encoder, STATE_NUMBERS } from '../src/student/encoder.ts';
import type { Engine, Minibatch, StepHyperparameters } from '../src/student/engine/engine.ts';
import { packStates } from '../src/student/engine/packed-batch.ts';
import { startTfjs } from '../src/student/engine/tfjs-backend.ts';
import { TfjsEngine } from '../src/student/engine/tfjs-engine.ts';
import { WasmEngine } from '../src/student/engine/wasm/wasm-engine.ts';
import { initialTrainingState } from '../src/student/policy-network.ts';
import { minibatchOf } from '../src/student/ppo.ts';
import { StudentPolicy } from '../src/student/student-policy.ts';
import { DENSE_SETUP, type DenseProblem, denseProblem, tfjsDenseStep, wasmDenseStep } from './dense-step.ts';
import { askPython } from './python.ts';
import { type Effort, type Timing, timeInTurns, timingOf } from './timing.ts';

/** Seconds of CPU that a line of the table is taken for. */
const SECONDS = { short: 0.6, full: 2 };
/** Students by the width of their first layer. */
const STUDENTS: Record<string, Partial<StudentConfig>> = {
  '64': {},
  '128': { trunk: [128, 64], scorer: 64 },
  '512': { trunk: [512, 256], scorer: 256 },
};
/** The one that the product has unless told otherwise. */
const DEFAULT_STUDENT = '64';
/** What a minibatch of the shell environment looks like. */
const STATES = 64;
const CANDIDATES = 52;
const CANDIDATE_TOKENS = 18;
const FIELD_TOKENS = 24;
/** Different minibatches that take turns, so that the embeddings of one are not all there is in the cache. */
const MINIBATCHES = 8;
/** Distinct words that occur, of the table's buckets. */
const VOCABULARY = 3000;
const TOKEN_DROPOUT = 0.2;
/** Sizes that show how a step grows, beside the one above. */
const GROWING_STATES = [16, 256];
const GROWING_CANDIDATES = [8, 128];
/** States per call when acting. */
const ACTING = [1, 16, 64];
const PYTORCH_STEPS = { short: 200, full: 1000 };

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

/** One figure on both engines, in milliseconds of CPU; the ratio says how many times faster the WASM engine is. */
export interface EngineRow {
  what: string;
  wasm: Timing;
  tfjsWasm: Timing;
  ratio: number;
}

/** A call of the policy for a batch of states. */
export interface ActingRow extends EngineRow {
  states: number;
  /** The part of it that is the WASM engine's forward pass, measured alone. */
  forward: Timing;
}

/** All figures, of one thread. */
export interface EnginesResult {
  /** The dense step; `pytorch` is null without PyTorch. */
  dense: EngineRow & { pytorch: Timing | null };
  /** A gradient step of the student: its sizes, and of the default one other batches and candidate sets. */
  steps: EngineRow[];
  /** A call of the policy: encoding, forward pass and draw. */
  acting: ActingRow[];
}

/** A word of letters alone, so that it is one token. */
function word(n: number): string {
  return `w${[...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')}`;
}

/** A state of random words; frequent ones have small numbers, as in text. */
function randomObservation(random: RandomStream, candidates: number): Observation {
  const words = (count: number) =>
    Array.from({ length: count }, () => word(Math.floor(VOCABULARY * random.float() ** 3))).join(' ');
  const numbers = (count: number) => Array.from({ length: count }, () => random.float() * 2 - 1);
  const field = () => words(FIELD_TOKENS);
  return {
    environment: 'shell',
    fields: { goal: field(), seen: field(), trace: field(), errors: field() },
    numbers: numbers(STATE_NUMBERS),
    candidates: Array.from({ length: candidates }, (_, i) => ({
      key: `${i}`,
      verb: words(1),
      text: words(CANDIDATE_TOKENS),
      numbers: numbers(CANDIDATE_NUMBERS),
      label: '',
    })),
  };
}

function randomMinibatch(random: RandomStream, encoder: Encoder, states: number, candidates: number) {
  const rows = Array.from({ length: states }, () => ({
    environment: 'shell' as const,
    state: encoder.encode(randomObservation(random, candidates)),
    dropoutSeed: random.uint32(),
    action: random.int(candidates),
    oldLogProbability: -Math.log(candidates),
    value: 0,
    advantage: random.normal(),
    return: random.normal(),
    onPolicy: true,
    acceptable: [random.int(candidates)],
    reference: null,
  }));
  return minibatchOf(rows, {}, TOKEN_DROPOUT);
}

/** What all measurements of one sitting share. */
interface Sitting {
  seed: number;
  /** Seconds of one figure. */
  seconds: number;
  random: RandomStream;
  say(text: string): void;
}

/** One student on both engines: the WASM engine and tfjs's. */
interface Student {
  name: string;
  encoder: Encoder;
  engines: readonly [Engine, Engine];
}

async function startStudent(hidden: string, { random }: Sitting): Promise<Student> {
  const sizes = StudentConfig.parse(STUDENTS[hidden]);
  const state = initialTrainingState(sizes, random.child('init'));
  return {
    name: `student of ${hidden}`,
    encoder: new Encoder(sizes.buckets),
    engines: [await WasmEngine.create(state, 'simd128'), new TfjsEngine(state)],
  };
}

function rowOf(what: string, wasm: Timing, tfjsWasm: Timing): EngineRow {
  return { what, wasm, tfjsWasm, ratio: tfjsWasm.median / wasm.median };
}

async function denseRow({ seconds, say }: Sitting, problem: DenseProblem): Promise<EngineRow> {
  say('dense step');
  const bodies = [await wasmDenseStep(problem, 'simd128'), tfjsDenseStep(problem)] as const;
  return rowOf('dense step, 256 × 64-128-128-16', ...(await timeInTurns(seconds, bodies)));
}

async function stepRow(
  { seconds, random, say }: Sitting,
  { name, encoder, engines }: Student,
  states: number,
  candidates: number,
): Promise<EngineRow> {
  const what = `${name}: step, ${states} states × ${candidates} candidates`;
  say(what);
  const minibatches = Array.from({ length: MINIBATCHES }, () =>
    randomMinibatch(random, encoder, states, candidates),
  );
  const stepOf = (engine: Engine) => (run: number) =>
    engine.step(minibatches[run % MINIBATCHES] as Minibatch, HYPER);
  return rowOf(what, ...(await timeInTurns(seconds, [stepOf(engines[0]), stepOf(engines[1])])));
}

async function actingRow(
  { seed, seconds, random, say }: Sitting,
  { name, encoder, engines }: Student,
  states: number,
): Promise<ActingRow> {
  const what = `${name}: acting, ${states} states × ${CANDIDATES} candidates`;
  say(what);
  const observations = Array.from({ length: states }, () => randomObservation(random, CANDIDATES));
  const requests = observations.map((observation, i) => ({
    observation,
    streamKey: ['bench', i],
    acceptable: null,
  }));
  const actOn = (engine: Engine) => {
    const policy = new StudentPolicy('bench', engine, encoder, seed, TOKEN_DROPOUT);
    return () => policy.act(requests, 'sampled');
  };
  const batch = packStates(
    observations.map((observation) => encoder.encode(observation)),
    observations.map((_, i) => i),
    TOKEN_DROPOUT,
  );
  const [wasm, tfjsWasm, forward] = await timeInTurns(seconds, [
    actOn(engines[0]),
    actOn(engines[1]),
    () => engines[0].forward(batch),
  ]);
  return { ...rowOf(what, wasm, tfjsWasm), states, forward };
}

const PytorchAnswer = z.object({ losses: z.array(z.number()), milliseconds: z.array(z.number()) });

/** @throws Error when PyTorch's losses are not ours: it would be another step that was timed. */
async function pytorchDenseStep(problem: DenseProblem, runs: number): Promise<Timing | null> {
  const { weights, ...rest } = problem;
  const arrays = Object.fromEntries(Object.entries(rest).map(([name, data]) => [name, Array.from(data)]));
  const input = { ...arrays, weights: weights.map((data) => Array.from(data)), setup: DENSE_SETUP, runs };
  const answer = await askPython('torch', 'dense_step.py', input, PytorchAnswer);
  if (answer === null) return null;
  const ours = await wasmDenseStep(problem, 'simd128');
  for (const theirs of answer.losses) {
    const loss = await ours();
    if (Math.abs(loss - theirs) > 1e-3) {
      throw new Error(`dense_step.py does not take our step: its loss is ${theirs}, ours ${loss}`);
    }
  }
  return timingOf(answer.milliseconds);
}

/** Measures the dense step, the student's steps and its acting on both engines. */
export async function measureEngines(
  seed: number,
  effort: Effort,
  say: (text: string) => void,
): Promise<EnginesResult> {
  const sitting: Sitting = { seed, seconds: SECONDS[effort], random: stream(seed, 'engines'), say };
  await startTfjs('wasm');
  const problem = denseProblem(sitting.random.child('dense'));
  const dense = await denseRow(sitting, problem);
  const pytorch = await pytorchDenseStep(problem, PYTORCH_STEPS[effort]);

  const steps: EngineRow[] = [];
  const acting: EnginesResult['acting'] = [];
  for (const hidden of Object.keys(STUDENTS)) {
    const student = await startStudent(hidden, sitting);
    steps.push(await stepRow(sitting, student, STATES, CANDIDATES));
    if (hidden === DEFAULT_STUDENT) {
      for (const states of GROWING_STATES) steps.push(await stepRow(sitting, student, states, CANDIDATES));
      for (const candidates of GROWING_CANDIDATES) {
        steps.push(await stepRow(sitting, student, STATES, candidates));
      }
    }
    for (const states of ACTING) acting.push(await actingRow(sitting, student, states));
    for (const engine of student.engines) engine.close();
  }
  return { dense: { ...dense, pytorch }, steps, acting };
}

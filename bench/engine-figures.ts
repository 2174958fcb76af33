/**
 * How long gradient steps and acting take on each engine, side by side in one sitting: in Node, or in
 * a page, where the GPU is.
 */
import type { EngineName } from '../src/core/campaign-config.ts';
import type { AdapterDescription } from '../src/core/engine-calibration.ts';
import { type RandomStream, stream } from '../src/core/random.ts';
import { Encoder } from '../src/student/encoder.ts';
import { describeAdapter } from '../src/student/engine/adapter.ts';
import { createEngine } from '../src/student/engine/create-engine.ts';
import { type Engine, type Minibatch, takeSteps } from '../src/student/engine/engine.ts';
import { packStates } from '../src/student/engine/packed-batch.ts';
import { startTfjs } from '../src/student/engine/tfjs-backend.ts';
import { type Gpu, sharedGpu } from '../src/student/engine/webgpu/gpu.ts';
import { initialTrainingState } from '../src/student/policy-network.ts';
import { StudentPolicy } from '../src/student/student-policy.ts';
import {
  type DenseProblem,
  type DenseStep,
  denseProblem,
  tfjsDenseStep,
  wasmDenseStep,
} from './dense-step.ts';
import {
  CANDIDATES,
  HYPER,
  randomMinibatch,
  randomObservation,
  STATES,
  STUDENTS,
  TOKEN_DROPOUT,
} from './engine-workload.ts';
import { type Clock, type Effort, type TimedBody, type Timing, timeInTurns } from './timing.ts';
import { webgpuDenseStep } from './webgpu-dense-step.ts';

/** Seconds that a line of the table is taken for. */
const SECONDS = { short: 0.6, full: 2 };
/** Different minibatches that take turns, so that the embeddings of one are not all there is in the cache. */
const MINIBATCHES = 8;
/** Sizes that show how a step grows, beside 64 states of 52 candidates. */
const GROWING_STATES = [16, 256];
const GROWING_CANDIDATES = [8, 128];
/** States per call when acting. */
const ACTING = [1, 16, 64];
const [DEFAULT_STUDENT] = Object.keys(STUDENTS);
const WIDEST_STUDENT = Object.keys(STUDENTS).at(-1);
/** Runs of a line that is computed by a GPU in software, which takes seconds, and steps of such a run. */
const SOFTWARE_RUNS = { short: 1, full: 2 };
const SOFTWARE_STEPS = 2;

/** Those that are compared; the stock one beside each of ours. */
export type BenchEngine = Extract<EngineName, 'wasm' | 'tfjs-wasm' | 'webgpu' | 'tfjs-webgpu'>;
const ON_CPU = ['wasm', 'tfjs-wasm'] as const;
const ON_GPU = ['webgpu', 'tfjs-webgpu'] as const;

/** One figure on every engine, in milliseconds; an engine is missing where it would have taken minutes. */
export interface EngineRow {
  what: string;
  times: Partial<Record<BenchEngine, Timing>>;
}

/** How many times faster `ours` is than `other`; null where one of them was not measured. */
export function ratioOf(row: EngineRow | undefined, ours: BenchEngine, other: BenchEngine): number | null {
  const [own, theirs] = [row?.times[ours], row?.times[other]];
  return own && theirs ? theirs.median / own.median : null;
}

/** A call of the policy for a batch of states. */
export interface ActingRow extends EngineRow {
  states: number;
  /** The part of it that is the WASM engine's forward pass, measured alone. */
  forward: Timing;
}

/** All figures of one place. */
export interface EngineFigures {
  clock: Clock;
  engines: BenchEngine[];
  /** Null where no engine was on a GPU. */
  adapter: AdapterDescription | null;
  dense: EngineRow;
  /** A gradient step of the student: its sizes, and of the default one other batches and candidate sets. */
  steps: EngineRow[];
  /** A call of the policy: encoding, forward pass and draw. */
  acting: ActingRow[];
}

/** What is to be measured. */
export interface FiguresRequest {
  seed: number;
  effort: Effort;
  clock: Clock;
  /** Also the engines on the GPU. @throws WebGpuUnavailableError where there is none. */
  gpu: boolean;
}

/** What all lines share. */
interface Sitting {
  request: FiguresRequest;
  engines: BenchEngine[];
  gpu: Gpu | null;
  adapter: AdapterDescription | null;
  random: RandomStream;
  say(text: string): void;
}

/** One student on all engines. */
interface Student {
  hidden: string;
  encoder: Encoder;
  engines: Map<BenchEngine, Engine>;
}

/** tfjs has one backend at a time. */
function activate(engine: BenchEngine): () => Promise<void> {
  if (engine === 'tfjs-wasm') return () => startTfjs('wasm');
  if (engine === 'tfjs-webgpu') return () => startTfjs('webgpu');
  return async () => undefined;
}

/** Times what is made of each engine; null leaves the engine out. Beside them, bodies of other names. */
async function timeEngines(
  { request: { clock, effort }, adapter }: Sitting,
  bodies: readonly (readonly [BenchEngine, Pick<TimedBody, 'run' | 'units'>])[],
  beside: readonly TimedBody[] = [],
): Promise<{ times: EngineRow['times']; beside: Timing[] }> {
  const timed = bodies.map(([engine, body]): TimedBody => {
    const most = isSlow(engine, adapter) ? { most: SOFTWARE_RUNS[effort] } : {};
    return { ...body, prepare: activate(engine), ...most };
  });
  const timings = await timeInTurns(clock, SECONDS[effort], [...timed, ...beside]);
  const times = Object.fromEntries(bodies.map(([engine], i) => [engine, timings[i] as Timing]));
  return { times, beside: timings.slice(bodies.length) };
}

function isOnGpu(engine: BenchEngine): boolean {
  return ON_GPU.some((name) => name === engine);
}

/** Whether an engine is on a GPU that is none. */
function isSlow(engine: BenchEngine, adapter: AdapterDescription | null): boolean {
  return adapter?.fallback === true && isOnGpu(engine);
}

/** Steps that an engine takes before the host waits: on a GPU several, as in an update. */
function stepsAtOnce(engine: BenchEngine, { adapter }: Sitting): number {
  if (!isOnGpu(engine)) return 1;
  return isSlow(engine, adapter) ? SOFTWARE_STEPS : MINIBATCHES;
}

/** Whether an engine takes part in a line: one on a GPU in software does not where that takes minutes. */
function takesPart(engine: BenchEngine, { adapter }: Sitting, hidden: string, isGrowth: boolean): boolean {
  if (!isSlow(engine, adapter)) return true;
  if (engine === 'tfjs-webgpu') return hidden === DEFAULT_STUDENT && !isGrowth;
  return hidden !== WIDEST_STUDENT;
}

async function denseStepOn(engine: BenchEngine, problem: DenseProblem, gpu: Gpu | null): Promise<DenseStep> {
  await activate(engine)();
  if (engine === 'wasm') return wasmDenseStep(problem, 'simd128');
  if (engine === 'webgpu') return webgpuDenseStep(problem, gpu as Gpu);
  return tfjsDenseStep(problem);
}

/** @throws Error when the engines do not take the same step: their first losses say. */
async function denseRow(sitting: Sitting): Promise<EngineRow> {
  const { engines, gpu, random, say } = sitting;
  const problem = denseProblem(random.child('dense'));
  say('dense step');
  const bodies = [];
  let expected: number | undefined;
  for (const engine of engines) {
    const step = await denseStepOn(engine, problem, gpu);
    const [loss] = (await step(1)) as [number];
    expected ??= loss;
    if (Math.abs(loss - expected) > 1e-4) {
      throw new Error(`dense step: the loss of ${engine} is ${loss}, that of ${engines[0]} ${expected}`);
    }
    const units = stepsAtOnce(engine, sitting);
    bodies.push([engine, { run: () => step(units), units }] as const);
  }
  const { times } = await timeEngines(sitting, bodies);
  return { what: 'dense step, 256 × 64-128-128-16', times };
}

async function startStudent(hidden: string, sitting: Sitting): Promise<Student> {
  const config = STUDENTS[hidden] as (typeof STUDENTS)[string];
  const state = initialTrainingState(config, sitting.random.child('init'));
  const engines = new Map<BenchEngine, Engine>();
  for (const engine of sitting.engines) {
    if (takesPart(engine, sitting, hidden, false)) engines.set(engine, await createEngine(engine, state));
  }
  return { hidden, encoder: new Encoder(config.buckets), engines };
}

async function stepRow(
  sitting: Sitting,
  { hidden, encoder, engines }: Student,
  states: number,
  candidates: number,
): Promise<EngineRow> {
  const what = `student of ${hidden}: ${states} states × ${candidates} candidates`;
  sitting.say(what);
  const minibatches = Array.from({ length: MINIBATCHES }, () =>
    randomMinibatch(sitting.random, encoder, states, candidates),
  );
  const isGrowth = states !== STATES || candidates !== CANDIDATES;
  const bodies = [...engines]
    .filter(([name]) => takesPart(name, sitting, hidden, isGrowth))
    .map(([name, engine]) => {
      const units = stepsAtOnce(name, sitting);
      const run = (turn: number) => {
        const taken = Array.from(
          { length: units },
          (_, i) => minibatches[(turn * units + i) % MINIBATCHES] as Minibatch,
        );
        return takeSteps(engine, taken, HYPER);
      };
      return [name, { run, units }] as const;
    });
  const { times } = await timeEngines(sitting, bodies);
  return { what, times };
}

async function actingRow(
  sitting: Sitting,
  { hidden, encoder, engines }: Student,
  states: number,
): Promise<ActingRow> {
  const { request, random, say } = sitting;
  const what = `student of ${hidden}: ${states} × ${CANDIDATES} candidates`;
  say(what);
  const observations = Array.from({ length: states }, () => randomObservation(random, CANDIDATES));
  const requests = observations.map((observation, i) => ({
    observation,
    streamKey: ['bench', i],
    acceptable: null,
  }));
  const bodies = [...engines].map(([name, engine]) => {
    const policy = new StudentPolicy('bench', engine, encoder, request.seed, TOKEN_DROPOUT);
    return [name, { run: () => policy.act(requests, 'sampled') }] as const;
  });
  const batch = packStates(
    observations.map((observation) => encoder.encode(observation)),
    observations.map((_, i) => i),
    TOKEN_DROPOUT,
  );
  const alone = { run: () => engines.get('wasm')?.forward(batch) };
  const { times, beside } = await timeEngines(sitting, bodies, [alone]);
  return { what, times, states, forward: beside[0] as Timing };
}

/** Measures the dense step, the students' steps and their acting. @throws WebGpuUnavailableError. */
export async function measureFigures(
  request: FiguresRequest,
  say: (text: string) => void,
): Promise<EngineFigures> {
  const gpu = request.gpu ? await sharedGpu() : null;
  const engines: BenchEngine[] = gpu ? [...ON_CPU, ...ON_GPU] : [...ON_CPU];
  const adapter = gpu && describeAdapter(gpu.adapter);
  const sitting = { request, engines, gpu, adapter, random: stream(request.seed, 'engines'), say };
  const dense = await denseRow(sitting);
  const steps: EngineRow[] = [];
  const acting: ActingRow[] = [];
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
    for (const engine of student.engines.values()) engine.close();
  }
  return { clock: request.clock, engines, adapter, dense, steps, acting };
}

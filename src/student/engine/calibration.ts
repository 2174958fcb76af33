/**
 * Measures the engines that start here on the shapes of a campaign, and chooses. It takes about a
 * second, and one engine never more than its limit: a slow one is cut, and the result says so.
 */
import type { CampaignConfig, EngineName } from '../../core/campaign-config.ts';
import type { AdapterDescription, Calibration, CalibrationRow } from '../../core/engine-calibration.ts';
import { stream } from '../../core/random.ts';
import { initialTrainingState } from '../policy-network.ts';
import { adapterOf } from './adapter.ts';
import { ACTING_STATES, type CalibrationBatches, calibrationBatches } from './calibration-batches.ts';
import { createEngine } from './create-engine.ts';
import { type Engine, takeSteps } from './engine.ts';
import { chooseEngines } from './engine-choice.ts';

/**
 * Those that can win, the one to prefer first. The tfjs engines cannot: they do the same arithmetic
 * with many times the overhead, and take seconds to start.
 */
const CANDIDATES: readonly EngineName[] = ['wasm', 'wasm-relaxed', 'webgpu'];
/** One engine may take this long in all, its start included. */
const LIMIT_MS = 3000;
/** Before the first figure counts, its code has to be compiled with optimisation. */
const WARM_UP_MS = 40;
/** A repetition lasts at least this long, because clocks in browsers are coarse. */
const REPETITION_MS = 5;
const REPETITIONS = 5;

/**
 * A software GPU is never preferred to WASM, so that measuring it would only hold the start up: what
 * it is asked to compile takes the campaign's cores even after the engine was cut.
 */
const SOFTWARE_NOTE = 'not measured: the GPU is software, which is never preferred to WASM';

/** An engine took longer than a start may be held up. */
class CutError extends Error {
  override name = 'CutError';
}

/** Gives up waiting at a time; what was waited for goes on. */
class Deadline {
  private readonly at: number;
  private readonly passed: Promise<never>;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly limitMs: number) {
    this.at = performance.now() + limitMs;
    this.passed = new Promise((_, reject) => {
      this.timer = setTimeout(() => reject(this.error()), limitMs);
    });
    this.passed.catch(() => undefined);
  }

  get isOver(): boolean {
    return performance.now() >= this.at;
  }

  /** @throws CutError when the time is over before the work is; also for work that never lets go of the thread. */
  async wait<T>(work: Promise<T>): Promise<T> {
    const result = await Promise.race([work, this.passed]);
    if (this.isOver) throw this.error();
    return result;
  }

  clear(): void {
    clearTimeout(this.timer);
  }

  private error(): CutError {
    return new CutError(`cut after ${(this.limitMs / 1000).toFixed(1)} s`);
  }
}

/** Milliseconds of one call, from as many as make a repetition. */
async function repetition(call: () => Promise<unknown>, leastMs: number): Promise<number> {
  const started = performance.now();
  for (let calls = 1; ; calls += 1) {
    await call();
    const elapsed = performance.now() - started;
    if (elapsed >= leastMs) return elapsed / calls;
  }
}

async function medianTime(call: () => Promise<unknown>): Promise<number> {
  await repetition(call, WARM_UP_MS);
  const times: number[] = [];
  while (times.length < REPETITIONS) times.push(await repetition(call, REPETITION_MS));
  return times.sort((a, b) => a - b)[Math.floor(REPETITIONS / 2)] as number;
}

function unmeasured(engine: EngineName): CalibrationRow {
  return { engine, actingMs: { 1: null, 16: null, 64: null }, updateMs: null, note: null };
}

/** Starts an engine and measures it. What it did not reach within the limit is null, and the note says why. */
export async function measureEngine(
  engine: EngineName,
  start: () => Promise<Engine>,
  { acting, minibatches, hyper }: CalibrationBatches,
  limitMs: number,
): Promise<CalibrationRow> {
  const row = unmeasured(engine);
  const deadline = new Deadline(limitMs);
  const starting = start();
  let work: Promise<unknown> = starting;
  let doing = 'starting';
  const call = (begin: () => Promise<unknown>) => () => {
    work = begin();
    return deadline.wait(work);
  };
  try {
    const running = await deadline.wait(starting);
    for (const states of ACTING_STATES) {
      doing = `acting on ${states}`;
      row.actingMs[states] = await medianTime(call(() => running.forward(acting[states])));
    }
    doing = 'updating';
    const update = await medianTime(call(() => takeSteps(running, minibatches, hyper)));
    row.updateMs = update / minibatches.length;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    row.note = error instanceof CutError ? `${reason}, while ${doing}` : reason;
  } finally {
    deadline.clear();
    // Closed when nothing of it goes on any more: that is now, unless it was cut.
    void Promise.allSettled([starting, work]).then(([started]) => {
      if (started.status === 'fulfilled') started.value.close();
    });
  }
  return row;
}

/** The GPU that there is; null without one, or when even that takes too long to find out. */
async function findAdapter(): Promise<AdapterDescription | null> {
  const deadline = new Deadline(LIMIT_MS);
  const asked = adapterOf({ acting: 'webgpu', updating: 'webgpu' });
  const found = await deadline.wait(asked).catch(() => null);
  deadline.clear();
  return found;
}

/** How a calibration is followed and stopped. */
export interface CalibrationOptions {
  onProgress?(done: number, total: number): void;
  signal?: AbortSignal;
}

/**
 * Measures the engines on a campaign's shapes and chooses the fastest for acting and for updating.
 * @throws the signal's reason when it was aborted; Error when no engine could be measured.
 */
export async function calibrate(
  config: CampaignConfig,
  { onProgress, signal }: CalibrationOptions = {},
): Promise<Calibration> {
  const batches = calibrationBatches(config);
  const state = initialTrainingState(config.student, stream(config.seed, 'calibration', 'init'));
  const rows: CalibrationRow[] = [];
  const adapter = await findAdapter();
  for (const engine of CANDIDATES) {
    onProgress?.(rows.length, CANDIDATES.length);
    // Lets messages in: a measurement does not let go of the thread.
    await new Promise((resume) => setTimeout(resume));
    signal?.throwIfAborted();
    rows.push(
      engine === 'webgpu' && adapter?.fallback
        ? { ...unmeasured(engine), note: SOFTWARE_NOTE }
        : await measureEngine(engine, () => createEngine(engine, state), batches, LIMIT_MS),
    );
  }
  onProgress?.(rows.length, CANDIDATES.length);
  return { ...chooseEngines(rows, adapter, config.episodesPerRound), adapter, rows };
}

/** How figures are taken: repeated runs, of which the median counts and the spread is shown. */

/** How much is measured: all parts in one sitting, or one part for its own sake. */
export type Effort = 'short' | 'full';

/** Milliseconds of repeated runs. */
export interface Timing {
  median: number;
  /** The 10th and the 90th percentile. */
  low: number;
  high: number;
  runs: number;
}

/** Runs that are always taken and counted, however long they are. */
const LEAST_RUNS = 5;
/** Runs before the first that counts: by then WebAssembly has been compiled with optimisation. */
const WARM_UP_RUNS = 20;
/** Seconds after which warming up is over at the latest. */
const WARM_UP_SECONDS = 1;

/** The nearest-rank quantile of numbers in ascending order. */
function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] as number;
}

/** Median and spread of at least one time. */
export function timingOf(milliseconds: readonly number[]): Timing {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.1),
    high: quantile(sorted, 0.9),
    runs: sorted.length,
  };
}

/**
 * `cpu`: what this process has used. Bodies that wait for nothing take as long by any clock; by this
 * one, programs that want the same cores do not count. `wall`: for what waits for a GPU, and in a page.
 */
export type Clock = 'cpu' | 'wall';

const CLOCKS: Record<Clock, () => number> = {
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  wall: () => performance.now(),
};

/** What is timed. */
export interface TimedBody {
  /** Told how often it has been run. */
  run(run: number): unknown;
  /** How many of what is timed one run does. */
  units?: number;
  /** Done before each run, and not timed. */
  prepare?(): unknown;
  /** Runs that count at most, after one that does not: for what takes seconds. */
  most?: number;
}

/**
 * The time of bodies, each run for about `seconds` divided by their number. They take turns, so that
 * what slows the machine down slows all of them. Those with a `most` take none of the others' time.
 */
export async function timeInTurns<const Bodies extends readonly TimedBody[]>(
  clock: Clock,
  seconds: number,
  bodies: Bodies,
): Promise<{ -readonly [B in keyof Bodies]: Timing }> {
  const now = CLOCKS[clock];
  const spent = bodies.map((): number[] => []);
  /** Milliseconds of the bodies without a `most`. */
  let used = 0;
  const turn = async (run: number, counts: boolean) => {
    for (const [b, { run: body, units = 1, prepare, most = Number.POSITIVE_INFINITY }] of bodies.entries()) {
      const times = spent[b] as number[];
      const isOver = counts ? times.length >= most : run > 0 && most < Number.POSITIVE_INFINITY;
      if (isOver) continue;
      await prepare?.();
      const started = now();
      await body(run);
      const taken = now() - started;
      if (most === Number.POSITIVE_INFINITY) used += taken;
      if (counts) times.push(taken / units);
    }
  };
  let run = 0;
  for (; run < WARM_UP_RUNS && used < 1000 * WARM_UP_SECONDS; run += 1) await turn(run, false);
  const end = used + 1000 * seconds;
  for (let counted = 0; counted < LEAST_RUNS || used < end; counted += 1) await turn(run + counted, true);
  return spent.map(timingOf) as { -readonly [B in keyof Bodies]: Timing };
}

/** Adds up the seconds that its calls took. */
export class Stopwatch {
  seconds = 0;

  async time<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.seconds += (performance.now() - started) / 1000;
    }
  }
}

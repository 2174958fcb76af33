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
/** Seconds of CPU after which warming up is over at the latest. */
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
 * Milliseconds of CPU that this process has used. Bodies that wait for nothing take as long by any
 * clock; by this one, programs that want the same cores do not count.
 */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The CPU time of bodies that compute and wait for nothing, each run for about `seconds` divided by
 * their number. They take turns, so that what slows the machine down slows all of them; a body is
 * told how often it has been run.
 */
export async function timeInTurns<const Bodies extends readonly ((run: number) => unknown)[]>(
  seconds: number,
  bodies: Bodies,
): Promise<{ -readonly [B in keyof Bodies]: Timing }> {
  const spent = bodies.map((): number[] => []);
  const turn = async (run: number, counts: boolean) => {
    for (const [b, body] of bodies.entries()) {
      const started = cpuMilliseconds();
      await body(run);
      if (counts) spent[b]?.push(cpuMilliseconds() - started);
    }
  };
  let run = 0;
  const warmUpEnd = cpuMilliseconds() + 1000 * WARM_UP_SECONDS;
  for (; run < WARM_UP_RUNS && cpuMilliseconds() < warmUpEnd; run += 1) await turn(run, false);
  const end = cpuMilliseconds() + 1000 * seconds;
  for (let counted = 0; counted < LEAST_RUNS || cpuMilliseconds() < end; counted += 1) {
    await turn(run + counted, true);
  }
  return spent.map(timingOf) as { -readonly [B in keyof Bodies]: Timing };
}

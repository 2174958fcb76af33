/** Intervals for rates. Names and formulas as in the literature, see docs/metrics.md. */
import type { RandomStream } from '../core/random.ts';

/** z for a two-sided 95 % interval. */
const Z95 = 1.959963984540054;

/** Wilson's score interval for a binomial rate (Wilson 1927). [0, 1] when nothing was observed. */
export function wilsonInterval(successes: number, n: number): [number, number] {
  if (n === 0) return [0, 1];
  const p = successes / n;
  const z2 = (Z95 * Z95) / n;
  const centre = (p + z2 / 2) / (1 + z2);
  const half = (Z95 * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n))) / (1 + z2);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** Resamples of a bootstrap: enough for a stable second digit of an interval's ends. */
const RESAMPLES = 2000;

/**
 * Percentile bootstrap 95 % interval of a mean, resampling whole clusters (modules, templates):
 * tasks made from one module are not independent. Falls back to Wilson's interval with fewer than
 * two clusters. `values` are 0 or 1.
 */
export function clusterBootstrap(
  rows: readonly { cluster: string; value: number }[],
  stream: RandomStream,
): [number, number] {
  const clusters = new Map<string, { sum: number; n: number }>();
  for (const { cluster, value } of rows) {
    const known = clusters.get(cluster) ?? { sum: 0, n: 0 };
    clusters.set(cluster, { sum: known.sum + value, n: known.n + 1 });
  }
  const groups = [...clusters.values()];
  if (groups.length < 2) {
    return wilsonInterval(
      rows.reduce((sum, row) => sum + row.value, 0),
      rows.length,
    );
  }
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    let n = 0;
    for (let i = 0; i < groups.length; i += 1) {
      const group = stream.pick(groups);
      sum += group.sum;
      n += group.n;
    }
    return sum / n;
  }).sort((a, b) => a - b);
  const at = (q: number) =>
    means[Math.min(RESAMPLES - 1, Math.max(0, Math.round(q * RESAMPLES - 0.5)))] as number;
  return [at(0.025), at(0.975)];
}

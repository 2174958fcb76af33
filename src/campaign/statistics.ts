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

/** The values of one module's or template's tasks, added up. */
interface Cluster {
  sum: number;
  n: number;
}

/** One cluster per name, in order of first appearance. */
function clustersOf(rows: readonly { cluster: string; value: number }[]): Cluster[] {
  const clusters = new Map<string, Cluster>();
  for (const { cluster, value } of rows) {
    const known = clusters.get(cluster) ?? { sum: 0, n: 0 };
    clusters.set(cluster, { sum: known.sum + value, n: known.n + 1 });
  }
  return [...clusters.values()];
}

const sumOf = (rows: readonly { value: number }[]) => rows.reduce((sum, { value }) => sum + value, 0);

/** Percentile 95 % interval of the mean over all values (Efron 1979), resampling whole clusters. */
function bootstrapMean(clusters: readonly Cluster[], stream: RandomStream): [number, number] {
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    let n = 0;
    for (let i = 0; i < clusters.length; i += 1) {
      const cluster = stream.pick(clusters);
      sum += cluster.sum;
      n += cluster.n;
    }
    return sum / n;
  }).sort((a, b) => a - b);
  const at = (q: number) =>
    means[Math.min(RESAMPLES - 1, Math.max(0, Math.round(q * RESAMPLES - 0.5)))] as number;
  return [at(0.025), at(0.975)];
}

/**
 * Percentile bootstrap 95 % interval of a mean, resampling whole clusters (modules, templates):
 * tasks made from one module are not independent. Falls back to Wilson's interval with fewer than
 * two clusters. `values` are 0 or 1.
 */
export function clusterBootstrap(
  rows: readonly { cluster: string; value: number }[],
  stream: RandomStream,
): [number, number] {
  const clusters = clustersOf(rows);
  return clusters.length < 2 ? wilsonInterval(sumOf(rows), rows.length) : bootstrapMean(clusters, stream);
}

/** A mean difference with its 95 % interval. */
export interface PairedDifference {
  difference: number;
  ci95: [number, number];
}

/**
 * Mean of a − b over tasks that both policies were scored on, with a percentile bootstrap 95 %
 * interval that resamples whole clusters; a and b stay paired. Values are in [0, 1], so with fewer
 * than two clusters, of which nothing can be learned about others, the interval is [−1, 1].
 */
export function pairedClusterDifference(
  rows: readonly { cluster: string; a: number; b: number }[],
  stream: RandomStream,
): PairedDifference {
  const differences = rows.map(({ cluster, a, b }) => ({ cluster, value: a - b }));
  const clusters = clustersOf(differences);
  return {
    difference: sumOf(differences) / Math.max(1, rows.length),
    ci95: clusters.length < 2 ? [-1, 1] : bootstrapMean(clusters, stream),
  };
}

/**
 * Rates, means and differences of one evaluation, with 95 % intervals. Names and formulas as in the
 * literature, see docs/evaluation.md. Tasks made from one module or template are not independent, so
 * what is resampled are these clusters.
 */
import { signTestWorse } from '../../core/epoch-ledger.ts';
import type { RandomStream } from '../../core/random.ts';

/** z for a two-sided 95 % interval. */
export const Z95 = 1.959963984540054;

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

/** As many resamples as a bootstrap takes. */
export function bootstrapDraws<T>(draw: () => T): T[] {
  return Array.from({ length: RESAMPLES }, draw);
}

/** Percentile 95 % interval (Efron 1979) of a statistic's values on the resamples. */
export function percentileInterval(drawn: readonly number[]): [number, number] {
  const sorted = drawn.toSorted((a, b) => a - b);
  const at = (q: number) =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(q * sorted.length - 0.5)))] as number;
  return [at(0.025), at(0.975)];
}

/** Percentile bootstrap 95 % interval of a statistic; `resampled` draws it once. */
export function bootstrapInterval(resampled: () => number): [number, number] {
  return percentileInterval(bootstrapDraws(resampled));
}

/** One task's part in a ratio of two sums. The ratio is a mean where every `weight` is 1. */
interface Row {
  cluster: string;
  value: number;
  weight: number;
}

/** One row per cluster name, in order of first appearance: its sums. */
function clustersOf(rows: readonly Row[]): Row[] {
  const clusters = new Map<string, Row>();
  for (const { cluster, value, weight } of rows) {
    const known = clusters.get(cluster) ?? { cluster, value: 0, weight: 0 };
    clusters.set(cluster, { cluster, value: known.value + value, weight: known.weight + weight });
  }
  return [...clusters.values()];
}

const ratioOf = (rows: readonly Row[]) =>
  rows.reduce((sum, { value }) => sum + value, 0) / rows.reduce((sum, { weight }) => sum + weight, 0);

/** Interval of the ratio of sums over all rows, resampling whole clusters. */
function bootstrapRatio(clusters: readonly Row[], stream: RandomStream): [number, number] {
  return bootstrapInterval(() => {
    let value = 0;
    let weight = 0;
    for (let i = 0; i < clusters.length; i += 1) {
      const cluster = stream.pick(clusters);
      value += cluster.value;
      weight += cluster.weight;
    }
    return value / weight;
  });
}

const weighed = (rows: readonly { cluster: string; value: number }[]): Row[] =>
  rows.map(({ cluster, value }) => ({ cluster, value, weight: 1 }));

/**
 * Percentile bootstrap 95 % interval of a mean, resampling whole clusters (modules, templates):
 * tasks made from one module are not independent. Falls back to Wilson's interval with fewer than
 * two clusters. `values` are 0 or 1.
 */
export function clusterBootstrap(
  rows: readonly { cluster: string; value: number }[],
  stream: RandomStream,
): [number, number] {
  const clusters = clustersOf(weighed(rows));
  const successes = rows.reduce((sum, { value }) => sum + value, 0);
  return clusters.length < 2 ? wilsonInterval(successes, rows.length) : bootstrapRatio(clusters, stream);
}

/** A figure with its 95 % interval; null where fewer than two clusters leave none. */
export interface Estimate {
  value: number;
  ci95: [number, number] | null;
}

/** Mean of any numbers, with the bootstrap over clusters. Null of no rows. */
export function clusterMean(
  rows: readonly { cluster: string; value: number }[],
  stream: RandomStream,
): Estimate | null {
  return clusterRatio(weighed(rows), stream);
}

/**
 * Σ value / Σ weight over tasks, with the bootstrap over clusters; value and weight of a task stay
 * together. Null where a sum of weights, also of a resample, is zero.
 */
export function clusterRatio(rows: readonly Row[], stream: RandomStream): Estimate | null {
  const clusters = clustersOf(rows);
  const value = ratioOf(rows);
  const ci95 = clusters.length < 2 ? null : bootstrapRatio(clusters, stream);
  return [value, ...(ci95 ?? [])].every(Number.isFinite) ? { value, ci95 } : null;
}

/** A mean difference with its 95 % interval. */
export interface PairedDifference {
  difference: number;
  ci95: [number, number];
}

/** One task on which two policies were scored. */
export interface Pair {
  cluster: string;
  a: number;
  b: number;
}

/**
 * Mean of a − b over tasks that both policies were scored on, with a percentile bootstrap 95 %
 * interval that resamples whole clusters; a and b stay paired. Values are in [0, 1], so with fewer
 * than two clusters, of which nothing can be learned about others, the interval is [−1, 1].
 */
export function pairedClusterDifference(rows: readonly Pair[], stream: RandomStream): PairedDifference {
  const differences = weighed(rows.map(({ cluster, a, b }) => ({ cluster, value: a - b })));
  const clusters = clustersOf(differences);
  return {
    difference: rows.length === 0 ? 0 : ratioOf(differences),
    ci95: clusters.length < 2 ? [-1, 1] : bootstrapRatio(clusters, stream),
  };
}

/**
 * Two-sided p value of McNemar's exact test for paired successes (McNemar 1947; Mosteller 1952): of the
 * tasks that only one policy solved, half would be each one's if they were equal. 1 without any.
 */
export function exactMcNemar(onlyA: number, onlyB: number): number {
  return Math.min(1, 2 * signTestWorse(Math.min(onlyA, onlyB), Math.max(onlyA, onlyB)));
}

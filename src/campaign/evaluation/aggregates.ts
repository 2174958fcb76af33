/**
 * Aggregates over runs and strata, as Agarwal et al. 2021 (rliable) recommend for a few runs of many
 * tasks: interquartile mean, optimality gap, performance profiles and probability of improvement, with
 * stratified bootstrap intervals.
 */
import type { RandomStream } from '../../core/random.ts';
import { bootstrapDraws, bootstrapInterval, percentileInterval } from './statistics.ts';

/** Scores in [0, 1]: for each stratum (a task family) its mean in every run. */
export type ScoreTable = readonly (readonly number[])[];

/** Scores, and how others like them are drawn. */
export interface ScoreSample {
  table: ScoreTable;
  resample(stream: RandomStream): ScoreTable;
}

/** Scores of several runs: every stratum draws runs on its own, so that all keep their weight. */
export function sampleOfRuns(table: ScoreTable): ScoreSample {
  return { table, resample: (stream) => table.map((scores) => scores.map(() => stream.pick(scores))) };
}

/**
 * Scores of one run, which says nothing about other runs: whole clusters are drawn, and the strata take the
 * means of what was drawn. A stratum of which nothing was drawn is left out of that resample.
 */
export function sampleOfClusters(
  rows: readonly { stratum: string; cluster: string; value: number }[],
): ScoreSample {
  const strata = [...new Set(rows.map(({ stratum }) => stratum))];
  const clusters = [...groupBy(rows, ({ cluster }) => cluster).values()].map((own) =>
    [...groupBy(own, ({ stratum }) => stratum)].map(([stratum, some]) => ({
      stratum: strata.indexOf(stratum),
      sum: some.reduce((sum, { value }) => sum + value, 0),
      n: some.length,
    })),
  );
  const tableOf = (drawn: typeof clusters): ScoreTable => {
    const sums = strata.map(() => 0);
    const counts = strata.map(() => 0);
    for (const part of drawn.flat()) {
      sums[part.stratum] = (sums[part.stratum] as number) + part.sum;
      counts[part.stratum] = (counts[part.stratum] as number) + part.n;
    }
    return sums.flatMap((sum, i) => (counts[i] === 0 ? [] : [[sum / (counts[i] as number)]]));
  };
  return {
    table: tableOf(clusters),
    resample: (stream) => tableOf(clusters.map(() => stream.pick(clusters))),
  };
}

/** Items by key, keys in order of first appearance. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const own = groups.get(keyOf(item));
    if (own) own.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** A figure with its stratified bootstrap 95 % interval. */
export interface AggregateEstimate {
  value: number;
  ci95: [number, number];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Interquartile mean over all scores: the mean without the ⌊n/4⌋ smallest and the ⌊n/4⌋ largest.
 * @throws RangeError when there is no score.
 */
export function interquartileMean(table: ScoreTable): number {
  const sorted = table.flat().sort((a, b) => a - b);
  if (sorted.length === 0) throw new RangeError('an interquartile mean needs a score');
  const cut = Math.floor(sorted.length / 4);
  return mean(sorted.slice(cut, sorted.length - cut));
}

/** Mean amount by which scores fall short of 1; what lies above does not make up for it. */
export function optimalityGap(table: ScoreTable): number {
  return mean(table.flat().map((score) => Math.max(0, 1 - score)));
}

/** A statistic with its interval. */
export function stratifiedEstimate(
  sample: ScoreSample,
  statistic: (table: ScoreTable) => number,
  stream: RandomStream,
): AggregateEstimate {
  return {
    value: statistic(sample.table),
    ci95: bootstrapInterval(() => statistic(sample.resample(stream))),
  };
}

/**
 * Probability that a score of x is above one of y in the same stratum, ties counting half (Mann, Whitney
 * 1947), averaged over strata. The interval resamples both on their own.
 * @throws RangeError when the strata are not the same, or one has no score.
 */
export function probabilityOfImprovement(
  x: ScoreSample,
  y: ScoreSample,
  stream: RandomStream,
): AggregateEstimate {
  const tables = [...x.table, ...y.table];
  if (x.table.length !== y.table.length || tables.some((scores) => scores.length === 0)) {
    throw new RangeError('a probability of improvement needs scores of both policies in every stratum');
  }
  return {
    value: superiority(x.table, y.table),
    ci95: bootstrapInterval(() => superiority(x.resample(stream), y.resample(stream))),
  };
}

function superiority(x: ScoreTable, y: ScoreTable): number {
  const ofStratum = (own: readonly number[], others: readonly number[]) =>
    mean(own.flatMap((a) => others.map((b) => (a > b ? 1 : a === b ? 0.5 : 0))));
  return mean(x.map((scores, stratum) => ofStratum(scores, y[stratum] as readonly number[])));
}

/** One point of a performance profile. */
export interface ProfilePoint {
  threshold: number;
  /** Share of the scores that are above the threshold. */
  above: number;
  ci95: [number, number];
}

/** Performance profile (Dolan, Moré 2002): the share of scores above each threshold, with pointwise bands. */
export function performanceProfile(
  sample: ScoreSample,
  thresholds: readonly number[],
  stream: RandomStream,
): ProfilePoint[] {
  // The same draws at every threshold, so that a band falls as the profile does.
  const draws = bootstrapDraws(() => sample.resample(stream).flat());
  const above = (scores: readonly number[], threshold: number) =>
    mean(scores.map((score) => (score > threshold ? 1 : 0)));
  return thresholds.map((threshold) => ({
    threshold,
    above: above(sample.table.flat(), threshold),
    ci95: percentileInterval(draws.map((scores) => above(scores, threshold))),
  }));
}

/** One point of a sample-efficiency curve. */
export interface EfficiencyPoint extends AggregateEstimate {
  /** Steps sampled for updates so far. */
  steps: number;
}

/** Interquartile mean with its interval at each number of steps. */
export function sampleEfficiency(
  checkpoints: readonly { steps: number; sample: ScoreSample }[],
  stream: RandomStream,
): EfficiencyPoint[] {
  return checkpoints.map(({ steps, sample }) => ({
    steps,
    ...stratifiedEstimate(sample, interquartileMean, stream.child('steps', steps)),
  }));
}

/**
 * Aggregates over runs and strata, as Agarwal et al. 2021 (rliable) recommend for a few runs of many
 * tasks: interquartile mean, optimality gap, performance profiles and probability of improvement, with
 * stratified bootstrap intervals.
 */
import type { RandomStream } from '../../core/random.ts';
import { bootstrapInterval } from './statistics.ts';

/**
 * Scores in [0, 1], one list per stratum (a task family). What is in a list is exchangeable: a stratum's
 * mean in each run or, when there is only one run, in each of its clusters.
 */
export type ScoreTable = readonly (readonly number[])[];

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

/** A statistic with its interval; each list is resampled on its own, so that every stratum keeps its weight. */
export function stratifiedEstimate(
  table: ScoreTable,
  statistic: (table: ScoreTable) => number,
  stream: RandomStream,
): AggregateEstimate {
  return {
    value: statistic(table),
    ci95: bootstrapInterval(() => statistic(resample(table, stream))),
  };
}

const resample = (table: ScoreTable, stream: RandomStream): number[][] =>
  table.map((scores) => scores.map(() => stream.pick(scores)));

/**
 * Probability that a score of x is above one of y in the same stratum, ties counting half (Mann, Whitney
 * 1947), averaged over strata. The interval resamples both on their own.
 * @throws RangeError when the strata are not the same, or one has no score.
 */
export function probabilityOfImprovement(
  x: ScoreTable,
  y: ScoreTable,
  stream: RandomStream,
): AggregateEstimate {
  if (x.length !== y.length || [...x, ...y].some((scores) => scores.length === 0)) {
    throw new RangeError('a probability of improvement needs scores of both policies in every stratum');
  }
  return {
    value: superiority(x, y),
    ci95: bootstrapInterval(() => superiority(resample(x, stream), resample(y, stream))),
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
  table: ScoreTable,
  thresholds: readonly number[],
  stream: RandomStream,
): ProfilePoint[] {
  return thresholds.map((threshold, i) => {
    const { value, ci95 } = stratifiedEstimate(
      table,
      (scores) => mean(scores.flat().map((score) => (score > threshold ? 1 : 0))),
      stream.child('profile', i),
    );
    return { threshold, above: value, ci95 };
  });
}

/** One point of a sample-efficiency curve. */
export interface EfficiencyPoint extends AggregateEstimate {
  /** Steps sampled for updates so far. */
  steps: number;
}

/** Interquartile mean with its interval at each number of steps. */
export function sampleEfficiency(
  checkpoints: readonly { steps: number; table: ScoreTable }[],
  stream: RandomStream,
): EfficiencyPoint[] {
  return checkpoints.map(({ steps, table }) => ({
    steps,
    ...stratifiedEstimate(table, interquartileMean, stream.child('steps', steps)),
  }));
}

import { describe, expect, it } from 'vitest';
import { stream } from '../../core/random.ts';
import {
  interquartileMean,
  optimalityGap,
  performanceProfile,
  probabilityOfImprovement,
  sampleEfficiency,
  sampleOfClusters,
  sampleOfRuns,
  stratifiedEstimate,
} from './aggregates.ts';

/** Five strata of four runs. The references below are of these, by NumPy and SciPy (docs/evaluation.md). */
const X = [
  [0.1, 0.55, 0.3, 0.8],
  [0.9, 0.95, 0.7, 0.99],
  [0.4, 0.45, 0.62, 0.2],
  [0.05, 0, 0.15, 0.33],
  [0.75, 0.6, 0.88, 0.5],
];
const Y = [
  [0.2, 0.35, 0.1, 0.3],
  [0.85, 0.9, 0.6, 0.95],
  [0.3, 0.45, 0.52, 0.1],
  [0.05, 0.1, 0, 0.2],
  [0.7, 0.4, 0.8, 0.55],
];

/** NumPy drew 200,000 resamples, we draw 2,000: ends agree to two hundredths. */
function expectInterval(ci95: readonly number[], reference: readonly [number, number]): void {
  expect(Math.abs((ci95[0] ?? NaN) - reference[0])).toBeLessThan(0.02);
  expect(Math.abs((ci95[1] ?? NaN) - reference[1])).toBeLessThan(0.02);
}

describe('the interquartile mean', () => {
  it("is SciPy's trimmed mean with a quarter off each end, whatever the number of scores", () => {
    const scores = [0.1, 0.4, 0.35, 0.8, 0.95, 0.2, 0.6, 0.7, 0.5, 0.05];
    expect(interquartileMean([scores])).toBeCloseTo(0.4583333333333333, 12);
    expect(interquartileMean([scores.slice(0, 4)])).toBeCloseTo(0.375, 12);
    expect(interquartileMean([scores.slice(0, 5)])).toBeCloseTo(0.5166666666666667, 12);
    expect(interquartileMean([scores.slice(0, 7)])).toBeCloseTo(0.47, 12);
    expect(interquartileMean([[3]])).toBe(3);
    expect(() => interquartileMean([[], []])).toThrow(/needs a score/);
  });

  it('does not move with the best and the worst quarter', () => {
    expect(
      interquartileMean([
        [0, 0.4],
        [0.6, 1],
      ]),
    ).toBe(
      interquartileMean([
        [-9, 0.4],
        [0.6, 9],
      ]),
    );
  });

  it('has the stratified bootstrap interval', () => {
    const { value, ci95 } = stratifiedEstimate(sampleOfRuns(X), interquartileMean, stream(1, 'iqm'));
    expect(value).toBeCloseTo(0.52, 12);
    expectInterval(ci95, [0.41, 0.627]);
  });
});

describe('the optimality gap', () => {
  it('has the reference value and interval', () => {
    const { value, ci95 } = stratifiedEstimate(sampleOfRuns(X), optimalityGap, stream(1, 'gap'));
    expect(value).toBeCloseTo(0.489, 12);
    expectInterval(ci95, [0.4155, 0.562]);
  });

  it('does not let a score above 1 make up for one below', () => {
    expect(optimalityGap([[1.5, 0.5]])).toBe(0.25);
  });
});

describe('the stratified bootstrap', () => {
  it('keeps what separates the strata out of the interval', () => {
    const { ci95 } = stratifiedEstimate(
      sampleOfRuns([
        [0.2, 0.2, 0.2],
        [0.9, 0.9],
      ]),
      optimalityGap,
      stream(1, 's'),
    );
    expect(ci95[1] - ci95[0]).toBeCloseTo(0, 12);
  });

  it('is the same for the same stream', () => {
    const once = () => stratifiedEstimate(sampleOfRuns(X), interquartileMean, stream(2, 's'));
    expect(once()).toEqual(once());
  });
});

describe('the bootstrap over the clusters of one run', () => {
  const rows = Array.from({ length: 24 }, (_, i) => ({
    stratum: `f${i % 3}`,
    cluster: `c${Math.floor(i / 3)}`,
    value: i % 3 === 0 ? 1 : Math.floor(i / 3) % 2,
  }));

  it('has the means of strata for scores', () => {
    expect(sampleOfClusters(rows).table).toEqual([[1], [0.5], [0.5]]);
  });

  it('draws whole clusters', () => {
    const sample = sampleOfClusters(rows);
    for (let i = 0; i < 50; i += 1) {
      const [first = [], second = [], third = []] = sample.resample(stream(i, 'clusters'));
      // Two families of a cluster go together, and one is always solved.
      expect(first).toEqual([1]);
      expect(second).toEqual(third);
    }
    // Of eight fair clusters: 0.5 ± 1.96 · 0.5 / √8.
    const { ci95 } = stratifiedEstimate(sample, ([, scores = []]) => scores[0] ?? NaN, stream(1, 'c'));
    expect(Math.abs(ci95[0] - 0.15)).toBeLessThan(0.05);
    expect(Math.abs(ci95[1] - 0.85)).toBeLessThan(0.05);
  });

  it('leaves out a stratum of which nothing was drawn', () => {
    const apart = rows.map((row) => ({ ...row, cluster: row.stratum }));
    const sizes = Array.from(
      { length: 50 },
      (_, i) => sampleOfClusters(apart).resample(stream(i, 'c')).length,
    );
    expect(Math.min(...sizes)).toBeLessThan(3);
    expect(Math.max(...sizes)).toBe(3);
  });
});

describe('the probability of improvement', () => {
  it('is the Mann–Whitney statistic of a textbook over its pairs', () => {
    // Hollander and Wolfe, Nonparametric Statistical Methods, table 4.1: U = 35 of 10 · 5 pairs.
    const x = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    const y = [1.15, 0.88, 0.9, 0.74, 1.21];
    expect(probabilityOfImprovement(sampleOfRuns([x]), sampleOfRuns([y]), stream(1, 'p')).value).toBeCloseTo(
      35 / 50,
      12,
    );
  });

  it('is the mean over strata, ties counting half, with the reference interval', () => {
    const { value, ci95 } = probabilityOfImprovement(sampleOfRuns(X), sampleOfRuns(Y), stream(1, 'p'));
    expect(value).toBeCloseTo(0.63125, 12);
    expectInterval(ci95, [0.44375, 0.8]);
    expect(probabilityOfImprovement(sampleOfRuns(Y), sampleOfRuns(X), stream(1, 'p')).value).toBeCloseTo(
      1 - 0.63125,
      12,
    );
    expect(probabilityOfImprovement(sampleOfRuns(X), sampleOfRuns(X), stream(1, 'p')).value).toBe(0.5);
  });

  it('refuses strata that cannot be compared', () => {
    expect(() => probabilityOfImprovement(sampleOfRuns(X), sampleOfRuns(X.slice(1)), stream(1, 'p'))).toThrow(
      RangeError,
    );
    expect(() => probabilityOfImprovement(sampleOfRuns([[1]]), sampleOfRuns([[]]), stream(1, 'p'))).toThrow(
      RangeError,
    );
  });
});

describe('a performance profile', () => {
  it('falls from all scores to none and has the reference band', () => {
    const points = performanceProfile(sampleOfRuns(X), [-0.01, 0.5, 1], stream(1, 'profile'));
    expect(points.map(({ above }) => above)).toEqual([1, 0.5, 0]);
    expectInterval(points[1]?.ci95 ?? [], [0.35, 0.65]);
  });
});

describe('a sample-efficiency curve', () => {
  it('has the interquartile mean at every number of steps', () => {
    const points = sampleEfficiency(
      [
        { steps: 100, sample: sampleOfRuns(Y) },
        { steps: 200, sample: sampleOfRuns(X) },
      ],
      stream(1, 'curve'),
    );
    expect(points.map(({ steps, value }) => [steps, value])).toEqual([
      [100, interquartileMean(Y)],
      [200, interquartileMean(X)],
    ]);
    expectInterval(points[1]?.ci95 ?? [], [0.41, 0.627]);
  });
});

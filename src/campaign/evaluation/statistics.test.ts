import { describe, expect, it } from 'vitest';
import { stream } from '../../core/random.ts';
import {
  clusterBootstrap,
  clusterMean,
  clusterRatio,
  exactMcNemar,
  pairedClusterDifference,
  wilsonInterval,
} from './statistics.ts';

describe("Wilson's interval", () => {
  it('has the published values', () => {
    // Newcombe 1998, table I: 81 of 263 and 15 of 148.
    expect(wilsonInterval(81, 263)[0]).toBeCloseTo(0.2553, 4);
    expect(wilsonInterval(81, 263)[1]).toBeCloseTo(0.3662, 4);
    expect(wilsonInterval(15, 148)[0]).toBeCloseTo(0.0624, 4);
    expect(wilsonInterval(15, 148)[1]).toBeCloseTo(0.1605, 4);
  });

  it('stays within [0, 1] at the ends and says nothing about nothing', () => {
    expect(wilsonInterval(0, 10)[0]).toBeCloseTo(0, 12);
    expect(wilsonInterval(10, 10)[1]).toBeCloseTo(1, 12);
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
  });
});

describe('the cluster bootstrap', () => {
  const rows = (clusters: number, perCluster: number, value: (c: number, i: number) => number) =>
    Array.from({ length: clusters * perCluster }, (_, k) => {
      const c = Math.floor(k / perCluster);
      return { cluster: `c${c}`, value: value(c, k % perCluster) };
    });

  it('is wider when tasks of a module go together than when they are independent', () => {
    const together = clusterBootstrap(
      rows(20, 10, (c) => c % 2),
      stream(1, 'b'),
    );
    const apart = clusterBootstrap(
      rows(20, 10, (c, i) => (c + i) % 2),
      stream(1, 'b'),
    );
    expect(together[1] - together[0]).toBeGreaterThan(0.3);
    expect(apart[1] - apart[0]).toBeLessThan(0.05);
  });

  it('agrees with the normal approximation for many clusters of one', () => {
    const [low, high] = clusterBootstrap(
      rows(400, 1, (c) => (c % 4 === 0 ? 1 : 0)),
      stream(2, 'b'),
    );
    const half = 1.96 * Math.sqrt((0.25 * 0.75) / 400);
    expect(low).toBeCloseTo(0.25 - half, 1);
    expect(high).toBeCloseTo(0.25 + half, 1);
  });

  it('is the same for the same stream', () => {
    const data = rows(10, 5, (c, i) => (c * i) % 2);
    expect(clusterBootstrap(data, stream(3, 'b'))).toEqual(clusterBootstrap(data, stream(3, 'b')));
  });
});

describe('the paired difference', () => {
  it('has the hand-calculated interval of two clusters', () => {
    // One cluster differs by 1, one by 0. Resampled means are 0, 1/2 and 1 with probabilities 1/4,
    // 1/2 and 1/4, so the 2.5 % quantile is 0 and the 97.5 % quantile is 1.
    const rows = [
      { cluster: 'x', a: 1, b: 0 },
      { cluster: 'y', a: 1, b: 1 },
    ];
    expect(pairedClusterDifference(rows, stream(1, 'p'))).toEqual({ difference: 0.5, ci95: [0, 1] });
  });

  it('is a point where every task differs by the same, however much the rates vary', () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({ cluster: `c${i % 6}`, a: i % 2, b: i % 2 }));
    expect(pairedClusterDifference(rows, stream(1, 'p'))).toEqual({ difference: 0, ci95: [0, 0] });
  });

  it('of a and b is minus that of b and a', () => {
    const rows = drawnRows(9);
    const { difference, ci95 } = pairedClusterDifference(rows, stream(4, 'p'));
    const turned = pairedClusterDifference(
      rows.map(({ cluster, a, b }) => ({ cluster, a: b, b: a })),
      stream(4, 'p'),
    );
    expect(turned.difference).toBe(-difference);
    expect(turned.ci95[0]).toBeCloseTo(-ci95[1], 1);
    expect(turned.ci95[1]).toBeCloseTo(-ci95[0], 1);
  });

  it('agrees with a bootstrap that copies whole clusters, to one hundredth', () => {
    const rows = drawnRows(20);
    const { difference, ci95 } = pairedClusterDifference(rows, stream(5, 'p'));
    const naive = naiveBootstrap(rows, meanDifference, 20_000);
    expect(difference).toBeCloseTo(meanDifference(rows), 12);
    expect(Math.abs(ci95[0] - naive[0])).toBeLessThan(0.01);
    expect(Math.abs(ci95[1] - naive[1])).toBeLessThan(0.01);
  });

  it('says nothing about other clusters when there is only one', () => {
    expect(pairedClusterDifference([{ cluster: 'x', a: 1, b: 0 }], stream(1, 'p')).ci95).toEqual([-1, 1]);
    expect(pairedClusterDifference([], stream(1, 'p'))).toEqual({ difference: 0, ci95: [-1, 1] });
  });
});

describe('a ratio of sums', () => {
  it('has the interval of a bootstrap that copies whole clusters, to one hundredth', () => {
    const rows = drawnRows(20).map(({ cluster, a, b }) => ({ cluster, value: a, weight: 1 + b }));
    const ratio = (some: typeof rows) =>
      some.reduce((sum, { value }) => sum + value, 0) / some.reduce((sum, { weight }) => sum + weight, 0);
    const estimate = clusterRatio(rows, stream(5, 'r'));
    const [low, high] = naiveBootstrap(rows, ratio, 20_000);
    expect(estimate?.value).toBeCloseTo(ratio(rows), 12);
    expect(Math.abs((estimate?.ci95?.[0] ?? NaN) - low)).toBeLessThan(0.01);
    expect(Math.abs((estimate?.ci95?.[1] ?? NaN) - high)).toBeLessThan(0.01);
  });

  it('is a mean where all weights are one, and has no interval of one cluster', () => {
    const rows = [0.5, 2, 3.5].map((value) => ({ cluster: 'x', value }));
    expect(clusterMean(rows, stream(1, 'r'))).toEqual({ value: 2, ci95: null });
  });

  it('is nothing where there is nothing to divide by', () => {
    expect(clusterMean([], stream(1, 'r'))).toBeNull();
    const rows = [
      { cluster: 'x', value: 1, weight: 0 },
      { cluster: 'y', value: 1, weight: 1 },
    ];
    expect(clusterRatio(rows.slice(0, 1), stream(1, 'r'))).toBeNull();
    expect(clusterRatio(rows, stream(1, 'r'))).toBeNull();
  });
});

describe("McNemar's exact test", () => {
  it("has the p values of SciPy's binomtest, and of a symmetric pair", () => {
    expect(exactMcNemar(3, 10)).toBeCloseTo(0.09228515625, 12);
    expect(exactMcNemar(9, 1)).toBeCloseTo(0.021484375, 12);
    expect(exactMcNemar(12, 33)).toBeCloseTo(0.002458900322096724, 12);
    expect(exactMcNemar(59, 6)).toBeCloseTo(4.964650327128616e-12, 20);
    expect(exactMcNemar(5, 5)).toBe(1);
    expect(exactMcNemar(0, 0)).toBe(1);
  });
});

type Pair = { cluster: string; a: number; b: number };

/** Clusters of one to seven tasks, in each of which a is better than b by another amount. */
function drawnRows(clusters: number): Pair[] {
  return Array.from({ length: clusters }, (_, c) => {
    const own = stream(11, 'rows', c);
    const advantage = own.float() * 0.4;
    return Array.from({ length: 1 + (c % 7) }, () => ({
      cluster: `c${c}`,
      a: own.float() < 0.4 + advantage ? 1 : 0,
      b: own.float() < 0.4 ? 1 : 0,
    }));
  }).flat();
}

const meanDifference = (rows: readonly Pair[]) =>
  rows.reduce((sum, { a, b }) => sum + a - b, 0) / rows.length;

/** The definition, word for word: draw clusters with replacement, take all their rows, take the statistic. */
function naiveBootstrap<T extends { cluster: string }>(
  rows: readonly T[],
  statistic: (rows: T[]) => number,
  resamples: number,
): [number, number] {
  const names = [...new Set(rows.map(({ cluster }) => cluster))];
  const draws = stream(12, 'naive');
  const drawn = Array.from({ length: resamples }, () =>
    statistic(
      names.flatMap(() => {
        const name = names[draws.int(names.length)];
        return rows.filter(({ cluster }) => cluster === name);
      }),
    ),
  ).sort((x, y) => x - y);
  return [drawn[Math.floor(0.025 * resamples)] as number, drawn[Math.floor(0.975 * resamples)] as number];
}

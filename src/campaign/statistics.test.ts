import { describe, expect, it } from 'vitest';
import { stream } from '../core/random.ts';
import { clusterBootstrap, wilsonInterval } from './statistics.ts';

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

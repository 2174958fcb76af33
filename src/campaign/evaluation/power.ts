/** How small a difference an evaluation can see: power of comparisons of two rates. */
import { type Pair, Z95 } from './statistics.ts';

/** z of a power of 0.8. */
export const Z80 = 0.8416212335729143;

/**
 * Smallest difference between two rates, one of which is given and the other on its wider side, that a
 * two-sided test at α = 0.05 finds with power 0.8 in independent groups of n (Fleiss, Levin, Paik 2003,
 * without continuity correction).
 * @returns the whole width of that side where none can be found.
 */
export function minimumDetectableDifference(rate: number, n: number): number {
  // A rise from p is the fall of the failures' rate from 1 − p.
  const from = Math.max(rate, 1 - rate);
  return smallest(from, (difference) => {
    const other = from - difference;
    const pooled = (from + other) / 2;
    const underNull = Z95 * Math.sqrt(2 * pooled * (1 - pooled));
    return underNull + Z80 * Math.sqrt(from * (1 - from) + other * (1 - other)) <= difference * Math.sqrt(n);
  });
}

/**
 * The same for one group of n pairs (Connor 1987). `discordant` is the share of pairs that differ in success
 * now; a larger difference than that makes as many pairs differ.
 * @returns 1 where no difference can be found.
 */
export function minimumDetectablePairedDifference(discordant: number, n: number): number {
  return smallest(1, (difference) => {
    const differing = Math.max(discordant, difference);
    const spread = Math.sqrt(Math.max(0, differing - difference * difference));
    return Z95 * Math.sqrt(differing) + Z80 * spread <= difference * Math.sqrt(n);
  });
}

/** The smallest value in [0, limit] that is enough, by bisection; enough has to stay so above it. */
function smallest(limit: number, isEnough: (value: number) => boolean): number {
  let [low, high] = [0, limit];
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * How many times as large the variance of the mean of a − b is as it would be with independent tasks
 * (Kish 1965), from the cluster-robust variance; at least 1, so that few clusters claim no gain.
 */
export function designEffect(pairs: readonly Pair[]): number {
  const mean = pairs.reduce((sum, { a, b }) => sum + a - b, 0) / Math.max(1, pairs.length);
  const byCluster = new Map<string, number>();
  let independent = 0;
  for (const { cluster, a, b } of pairs) {
    const residual = a - b - mean;
    independent += residual * residual;
    byCluster.set(cluster, (byCluster.get(cluster) ?? 0) + residual);
  }
  const clustered = [...byCluster.values()].reduce((sum, residual) => sum + residual * residual, 0);
  return independent === 0 ? 1 : Math.max(1, clustered / independent);
}

/** How small a difference an evaluation can see: power of comparisons of two rates. */
import { type Pair, Z95 } from './statistics.ts';

/** z of a power of 0.8. */
export const Z80 = 0.8416212335729143;

/**
 * Smallest fall below a rate that a two-sided test at α = 0.05 finds with power 0.8 in two independent
 * groups of n (Fleiss, Levin, Paik 2003, without continuity correction).
 * @returns the whole rate where no fall can be found.
 */
export function minimumDetectableDifference(rate: number, n: number): number {
  return smallest(rate, (difference) => {
    const other = rate - difference;
    const pooled = (rate + other) / 2;
    const underNull = Z95 * Math.sqrt(2 * pooled * (1 - pooled));
    return underNull + Z80 * Math.sqrt(rate * (1 - rate) + other * (1 - other)) <= difference * Math.sqrt(n);
  });
}

/**
 * The same for one group of n pairs, a share `discordant` of which differs in success (Connor 1987).
 * Two rates cannot differ by more than that share, so it is what is returned where n is too small.
 */
export function minimumDetectablePairedDifference(discordant: number, n: number): number {
  return smallest(discordant, (difference) => {
    const spread = Math.sqrt(Math.max(0, discordant - difference * difference));
    return Z95 * Math.sqrt(discordant) + Z80 * spread <= difference * Math.sqrt(n);
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

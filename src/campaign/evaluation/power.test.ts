import { describe, expect, it } from 'vitest';
import { stream } from '../../core/random.ts';
import { designEffect, minimumDetectableDifference, minimumDetectablePairedDifference } from './power.ts';

describe('the minimum detectable difference', () => {
  it('of two groups inverts the published sample size', () => {
    // 388 in each group find 0.6 against 0.5 with power 0.8; 387 do not.
    expect(minimumDetectableDifference(0.6, 388)).toBeLessThan(0.1);
    expect(minimumDetectableDifference(0.6, 387)).toBeGreaterThan(0.1);
  });

  it("agrees with SciPy's root finder", () => {
    expect(minimumDetectableDifference(0.8, 200)).toBeCloseTo(0.12273340001382985, 10);
    expect(minimumDetectableDifference(0.9, 200)).toBeCloseTo(0.0997011150004395, 10);
    expect(minimumDetectablePairedDifference(0.3, 200)).toBeCloseTo(0.10786657961449506, 10);
    expect(minimumDetectablePairedDifference(0.15, 208)).toBeCloseTo(0.074809007951336, 10);
    expect(minimumDetectablePairedDifference(0.1, 1040)).toBeCloseTo(0.027440673241047767, 10);
  });

  it('of pairs is found in four of five samples', () => {
    const [n, discordant] = [200, 0.3];
    const difference = minimumDetectablePairedDifference(discordant, n);
    const draws = stream(1, 'power');
    const found = Array.from({ length: 4000 }, () => {
      let [onlyA, onlyB] = [0, 0];
      for (let i = 0; i < n; i += 1) {
        const u = draws.float();
        if (u < (discordant + difference) / 2) onlyA += 1;
        else if (u < discordant) onlyB += 1;
      }
      // McNemar's test without correction.
      return Math.abs(onlyA - onlyB) / Math.sqrt(onlyA + onlyB) > 1.96;
    }).filter(Boolean).length;
    expect(found / 4000).toBeGreaterThan(0.77);
    expect(found / 4000).toBeLessThan(0.83);
  });

  it('is the same for a rate and for its complement', () => {
    expect(minimumDetectableDifference(0.05, 100)).toBeCloseTo(0.12428285160764817, 10);
    expect(minimumDetectableDifference(0.95, 100)).toBeCloseTo(0.12428285160764817, 10);
  });

  it('of pairs may be larger than the share that differs now', () => {
    expect(minimumDetectablePairedDifference(0.05, 10)).toBeCloseTo(0.6158377170969115, 10);
    expect(minimumDetectablePairedDifference(1 / 14, 12)).toBeCloseTo(0.5350339211889291, 10);
  });

  it('is all that there can be where n is too small', () => {
    expect(minimumDetectableDifference(0.5, 2)).toBeCloseTo(0.5, 10);
    expect(minimumDetectablePairedDifference(0.5, 2)).toBeCloseTo(1, 10);
  });
});

describe('the design effect', () => {
  it('is the size of a cluster when its tasks go together, and never below 1', () => {
    const pairs = (differs: (cluster: number, i: number) => boolean) =>
      Array.from({ length: 200 }, (_, k) => {
        const [c, i] = [Math.floor(k / 5), k % 5];
        return { cluster: `c${c}`, a: differs(c, i) ? 1 : 0, b: 0 };
      });
    expect(designEffect(pairs((c) => c % 2 === 0))).toBeCloseTo(5, 12);
    expect(designEffect(pairs((_c, i) => i === 0))).toBe(1);
    expect(designEffect(pairs(() => true))).toBe(1);
  });
});

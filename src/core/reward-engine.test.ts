import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodeOf, trajectoryStepOf } from './episode.fixture.ts';
import { fuseReward, stepRewards } from './reward-engine.ts';

describe('the fused reward', () => {
  it.each([
    // [terminal, shaping, fused]
    [1, 1, 1],
    [1, -1, 0.8],
    [0.25, 0.5, 0.35],
    [0.1, -1, 0.05],
    [0, 1, 0.2],
    [0, -0.5, -0.1],
    [-0.1, 1, -0.05],
    [-1, -1, -1],
    [-1, 1, -0.8],
  ])('of terminal %f and shaping %f is %f', (terminal, shaping, fused) => {
    expect(fuseReward(terminal, { shaping })).toBeCloseTo(fused, 12);
  });

  it('is the terminal reward when no teacher was asked', () => {
    for (const terminal of [-1, -0.5, 0, 0.25, 1]) expect(fuseReward(terminal, null)).toBe(terminal);
  });

  it('never flips a sign and stays in [-1, 1], whatever the teacher says', () => {
    const terminal = fc.double({ min: -1, max: 1, noNaN: true });
    const shaping = fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ noNaN: true }));
    fc.assert(
      fc.property(terminal, shaping, (t, s) => {
        const fused = fuseReward(t, { shaping: s });
        expect(Math.abs(fused)).toBeLessThanOrEqual(1);
        if (t > 0) expect(fused).toBeGreaterThanOrEqual(0.05);
        else if (t < 0) expect(fused).toBeLessThanOrEqual(-0.05);
        else expect(Math.abs(fused)).toBeLessThanOrEqual(0.2);
      }),
    );
  });

  it('ranks: better shaping never gives less', () => {
    const number = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(number, number, number, (t, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(fuseReward(t, { shaping: low })).toBeLessThanOrEqual(fuseReward(t, { shaping: high }));
      }),
    );
  });

  it('refuses a terminal reward that is none', () => {
    expect(() => fuseReward(Number.NaN, null)).toThrow(RangeError);
    expect(() => fuseReward(1.5, null)).toThrow(RangeError);
  });
});

describe('the step rewards', () => {
  it('cost every step and pay on the last', () => {
    const trajectory = [trajectoryStepOf(), trajectoryStepOf(), trajectoryStepOf()];
    const rewards = stepRewards(episodeOf({ trajectory, reward: 0.5 }), 0.01);
    expect(rewards).toEqual([-0.01, -0.01, 0.49]);
  });

  it('are none for an episode without steps', () => {
    expect(stepRewards(episodeOf({ trajectory: [] }), 0.01)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { Observation } from '../src/core/contracts.ts';
import { stream } from '../src/core/random.ts';
import { type CartPole, hasFallen, observeCartPole, startCartPole, stepCartPole } from './cartpole.ts';
import { learnCartPole } from './cartpole-ppo.ts';

const AT_REST: CartPole = { position: 0, velocity: 0, angle: 0, angularVelocity: 0 };

function expectClose(state: CartPole, expected: CartPole): void {
  for (const key of Object.keys(expected) as (keyof CartPole)[]) {
    expect(state[key], key).toBeCloseTo(expected[key], 12);
  }
}

describe('the dynamics', () => {
  it('push an upright pole the other way: by hand, all sines are 0 and all cosines 1', () => {
    // push = 10 / 1.1; angular: −push / (0.5 · (4/3 − 0.1/1.1)) = −14.634146…
    // linear: push + 0.05 · 14.634146… / 1.1 = 9.756097…; times 0.02 s.
    const right = { position: 0, velocity: 8 / 41, angle: 0, angularVelocity: -12 / 41 };
    expectClose(stepCartPole(AT_REST, 1), right);
    expectClose(stepCartPole(AT_REST, 0), { ...right, velocity: -8 / 41, angularVelocity: 12 / 41 });
  });

  it('move by the old speeds, as Euler does: by hand, the second push right', () => {
    const first = stepCartPole(AT_REST, 1);
    const second = stepCartPole(first, 1);
    // The pole is still upright after one step, so the accelerations are those of rest.
    expectClose(second, {
      position: (0.02 * 8) / 41,
      velocity: 16 / 41,
      angle: (-0.02 * 12) / 41,
      angularVelocity: -24 / 41,
    });
  });

  it('let a leaning pole fall: by hand, with sin 0.1 = 0.0998334166 and cos 0.1 = 0.9950041653', () => {
    // push = (10 + 0.05 · 0.25 · sin) / 1.1 = 9.0920435616
    // angular: (9.8 · sin − cos · push) / (0.5 · (4/3 − 0.1 · cos² / 1.1)) = −12.9784558224
    // linear: push + 0.05 · 12.9784558224 · cos / 1.1 = 9.6790261798
    const leaning = { position: 1, velocity: -1, angle: 0.1, angularVelocity: 0.5 };
    const next = stepCartPole(leaning, 1);
    expect(next.position).toBeCloseTo(0.98, 12);
    expect(next.angle).toBeCloseTo(0.11, 12);
    expect(next.velocity).toBeCloseTo(-1 + 0.02 * 9.6790261798, 10);
    expect(next.angularVelocity).toBeCloseTo(0.5 - 0.02 * 12.9784558224, 10);
  });
});

it('ends beyond 2.4 m and beyond 12°, not at them', () => {
  const twelve = (12 * Math.PI) / 180;
  expect(hasFallen({ ...AT_REST, position: 2.4, angle: -twelve })).toBe(false);
  expect(hasFallen({ ...AT_REST, position: -2.41 })).toBe(true);
  expect(hasFallen({ ...AT_REST, angle: twelve + 1e-9 })).toBe(true);
});

it('starts within ±0.05, and shows states that the contract admits', () => {
  const random = stream(1, 'starts');
  for (let i = 0; i < 100; i += 1) {
    const start = startCartPole(random);
    for (const value of Object.values(start)) expect(Math.abs(value)).toBeLessThanOrEqual(0.05);
    expect(() => Observation.parse(observeCartPole(start))).not.toThrow();
  }
  const wild = { position: -9, velocity: 9, angle: 1, angularVelocity: -9 };
  expect(observeCartPole(wild).numbers).toEqual([-1, 1, 1, -1]);
});

it('learns a round: the same seed gives the same return, another seed another', async () => {
  const play = (seed: number) => learnCartPole(seed, 1024, () => undefined);
  const [first, again, other] = [await play(1), await play(1), await play(2)];
  expect(first.steps).toBe(1024);
  expect(first.finalReturn).toBeGreaterThan(0);
  expect(again.finalReturn).toBe(first.finalReturn);
  expect(other.finalReturn).not.toBe(first.finalReturn);
});

it('refuses fewer steps than one update needs', async () => {
  await expect(learnCartPole(1, 100, () => undefined)).rejects.toThrow('100 steps are no round of 1024');
});

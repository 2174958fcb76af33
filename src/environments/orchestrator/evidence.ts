/** Evidence: noisy readings of the hidden truth, and what an observer who knows the noise believes. */
import type { RandomStream } from '../../core/random.ts';
import type { FamilyRules } from './rules.ts';
import type { Taken, World } from './world.ts';

/** What one sentence of a packet speaks for. */
export interface Reading {
  /** Firm statements are right more often than remarks; a packet keeps them apart. */
  readonly kind: 'firm' | 'remark';
  readonly says: number;
}

/** An index drawn with these probabilities. */
export function drawIndex(probabilities: readonly number[], draws: RandomStream): number {
  let left = draws.float();
  for (const [index, probability] of probabilities.entries()) {
    left -= probability;
    if (left < 0) return index;
  }
  return probabilities.length - 1;
}

/** Probability that a reading says `says` under a hypothesis: right with its accuracy, else any other. */
function likelihood(rules: FamilyRules, { kind, says }: Reading, hypothesis: number): number {
  const accuracy = rules.accuracy[kind];
  return says === hypothesis ? accuracy : (1 - accuracy) / (rules.hypotheses.length - 1);
}

/** The readings of a packet, firm statements first, each drawn on its own given the truth. */
export function drawReadings(rules: FamilyRules, truth: number, draws: RandomStream): Reading[] {
  return (['firm', 'remark'] as const).flatMap((kind) =>
    Array.from({ length: rules.statements[kind] }, () => {
      const shares = rules.hypotheses.map((_, says) => likelihood(rules, { kind, says }, truth));
      return { kind, says: drawIndex(shares, draws) };
    }),
  );
}

/** Posterior over the hypotheses after prior, readings and what was seen since; sums to 1. */
export function beliefOf(
  world: World,
  readings: readonly Reading[],
  history: readonly Taken[] = [],
): number[] {
  const weights = world.prior.map((prior, hypothesis) => {
    const read = readings.reduce((product, r) => product * likelihood(world.rules, r, hypothesis), prior);
    return history.reduce((product, taken) => product * signProbability(world, taken, hypothesis), read);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function signProbability({ moves }: World, { move, sign }: Taken, hypothesis: number): number {
  const branches = moves[move]?.branches[hypothesis] ?? [];
  return branches.reduce((sum, b) => sum + (b.sign === sign && b.end === null ? b.probability : 0), 0);
}

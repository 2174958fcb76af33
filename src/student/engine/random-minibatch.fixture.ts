/** For tests: one step's coefficients and training rows of random content, so that engines can be compared on any shape. */
import type { Observation } from '../../core/contracts.ts';
import type { RandomStream } from '../../core/random.ts';
import { Encoder } from '../encoder.ts';
import type { TrainingRow } from '../ppo.ts';
import type { StepHyperparameters } from './engine.ts';

/** Coefficients with which every term of the loss weighs, and the gradient is clipped. */
export const STEP_HYPERPARAMETERS: StepHyperparameters = {
  learningRate: 1e-2,
  clipRange: 0.2,
  entropyCoefficient: 0.05,
  valueCoefficient: 0.5,
  imitationCoefficient: 0.5,
  referenceKlCoefficient: 0.3,
  maxGradNorm: 0.5,
  adamEpsilon: 1e-5,
};

/** A state with `candidates` candidates; its texts are short, often empty, and repeat words. */
export function randomObservation(random: RandomStream, candidates = 1 + random.int(9)): Observation {
  const words = () => Array.from({ length: random.int(6) }, () => `w${random.int(40)}`).join(' ');
  const numbers = (n: number) => Array.from({ length: n }, () => random.float() * 2 - 1);
  return {
    environment: random.pick(['shell', 'browser', 'orchestrator'] as const),
    fields: { goal: words(), seen: words(), trace: words(), errors: words() },
    numbers: numbers(random.int(17)),
    candidates: Array.from({ length: candidates }, (_, i) => ({
      key: `${i}`,
      verb: random.pick(['read', 'run', 'patch']),
      text: words(),
      numbers: numbers(random.int(17)),
      label: '',
    })),
  };
}

/** Rows of which three in four are on policy, one in two is labelled and one in four has a reference. */
export function randomRows(
  random: RandomStream,
  count: number,
  buckets: number,
  candidates: () => number = () => 1 + random.int(9),
): TrainingRow[] {
  const encoder = new Encoder(buckets);
  return Array.from({ length: count }, (_, i) => {
    const observation = randomObservation(random, candidates());
    const n = observation.candidates.length;
    const raw = Array.from({ length: n }, () => random.float());
    const total = raw.reduce((a, b) => a + b, 0);
    return {
      environment: observation.environment,
      state: encoder.encode(observation),
      dropoutSeed: random.int(2) === 0 ? random.uint32() : null,
      action: random.int(n),
      oldLogProbability: Math.log(1 / n) + 0.3 * random.normal(),
      value: random.normal(),
      advantage: random.normal(),
      return: random.normal(),
      onPolicy: i % 4 !== 3,
      acceptable: i % 2 === 0 ? [random.int(n)] : null,
      reference: i % 4 === 3 ? raw.map((x) => x / total) : null,
    };
  });
}

/** What engines are timed on: students of three sizes, and random states like those of the shell environment. */
import { StudentConfig } from '../src/core/campaign-config.ts';
import type { Observation } from '../src/core/contracts.ts';
import type { RandomStream } from '../src/core/random.ts';
import { CANDIDATE_NUMBERS, type Encoder, STATE_NUMBERS } from '../src/student/encoder.ts';
import type { Minibatch, StepHyperparameters } from '../src/student/engine/engine.ts';
import { minibatchOf, type TrainingRow } from '../src/student/ppo.ts';

/** Students by the width of their first layer; the first is the product's unless it is told otherwise. */
export const STUDENTS: Readonly<Record<string, StudentConfig>> = {
  '64': StudentConfig.parse({}),
  '128': StudentConfig.parse({ trunk: [128, 64], scorer: 64 }),
  '512': StudentConfig.parse({ trunk: [512, 256], scorer: 256 }),
};
/** What a minibatch of the shell environment looks like. */
export const STATES = 64;
export const CANDIDATES = 52;
const CANDIDATE_TOKENS = 18;
const FIELD_TOKENS = 24;
/** Distinct words that occur, of the table's buckets. */
const VOCABULARY = 3000;
export const TOKEN_DROPOUT = 0.2;

/** The product's. */
export const HYPER: StepHyperparameters = {
  learningRate: 1.5e-3,
  clipRange: 0.2,
  entropyCoefficient: 0.01,
  valueCoefficient: 0.5,
  imitationCoefficient: 0.5,
  referenceKlCoefficient: 0.5,
  maxGradNorm: 0.5,
  adamEpsilon: 1e-5,
};

/** A word of letters alone, so that it is one token. */
function word(n: number): string {
  return `w${[...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')}`;
}

/** A state of random words; frequent ones have small numbers, as in text. */
export function randomObservation(random: RandomStream, candidates: number): Observation {
  const words = (count: number) =>
    Array.from({ length: count }, () => word(Math.floor(VOCABULARY * random.float() ** 3))).join(' ');
  const numbers = (count: number) => Array.from({ length: count }, () => random.float() * 2 - 1);
  const field = () => words(FIELD_TOKENS);
  return {
    environment: 'shell',
    fields: { goal: field(), seen: field(), trace: field(), errors: field() },
    numbers: numbers(STATE_NUMBERS),
    candidates: Array.from({ length: candidates }, (_, i) => ({
      key: `${i}`,
      verb: words(1),
      text: words(CANDIDATE_TOKENS),
      numbers: numbers(CANDIDATE_NUMBERS),
      label: '',
    })),
  };
}

/** States to learn from, all labelled. */
export function randomRows(
  random: RandomStream,
  encoder: Encoder,
  states: number,
  candidates: number,
): TrainingRow[] {
  return Array.from({ length: states }, () => ({
    environment: 'shell' as const,
    state: encoder.encode(randomObservation(random, candidates)),
    dropoutSeed: random.uint32(),
    action: random.int(candidates),
    oldLogProbability: -Math.log(candidates),
    value: 0,
    advantage: random.normal(),
    return: random.normal(),
    onPolicy: true,
    acceptable: [random.int(candidates)],
    reference: null,
  }));
}

/** A minibatch of such rows. */
export function randomMinibatch(...of: Parameters<typeof randomRows>): Minibatch {
  return minibatchOf(randomRows(...of), {}, TOKEN_DROPOUT);
}

/** What a calibration computes on: states and an update of the sizes that the campaign's will have. */
import type { CampaignConfig } from '../../core/campaign-config.ts';
import { type RandomStream, stream } from '../../core/random.ts';
import { CANDIDATE_NUMBERS, type EncodedState, STATE_BAGS, STATE_NUMBERS } from '../encoder.ts';
import { minibatchOf } from '../ppo.ts';
import type { Minibatch, StepHyperparameters } from './engine.ts';
import { type PackedBatch, packStates } from './packed-batch.ts';

/** States per call of acting that are measured. */
export const ACTING_STATES = [1, 16, 64] as const;

/** Means of the shell environment: steps of an episode, tokens of a text field and of a candidate. */
const EPISODE_STEPS = 7;
const FIELD_TOKENS = 24;
const CANDIDATE_TOKENS = 18;
/** Sets differ in size; the shell's have about fifty candidates on average. */
const CANDIDATES = { least: 8, most: 96 };
/** Distinct tokens that occur, of the table's buckets. */
const VOCABULARY = 3000;
/** As many as an engine that takes several at once can show it with. */
const MINIBATCHES = 4;

/** The work of one calibration. */
export interface CalibrationBatches {
  acting: Record<(typeof ACTING_STATES)[number], PackedBatch>;
  minibatches: Minibatch[];
  hyper: StepHyperparameters;
}

/** Buckets of random tokens; frequent ones have small numbers, as in text, and are strewn over the table. */
function randomBag(random: RandomStream, length: number, buckets: number): Int32Array {
  return Int32Array.from({ length }, () => {
    const token = Math.floor(VOCABULARY * random.float() ** 3);
    return (Math.imul(token + 1, 0x9e3779b1) >>> 0) % buckets;
  });
}

function randomState(random: RandomStream, buckets: number): EncodedState {
  const candidates = CANDIDATES.least + random.int(CANDIDATES.most - CANDIDATES.least + 1);
  const numbers = (length: number) => Float32Array.from({ length }, () => random.float() * 2 - 1);
  return {
    bags: Array.from({ length: STATE_BAGS }, (_, b) =>
      // The last names the environment, by one token.
      randomBag(random, b === STATE_BAGS - 1 ? 1 : FIELD_TOKENS, buckets),
    ),
    numbers: numbers(STATE_NUMBERS),
    candidates,
    verbs: randomBag(random, candidates, buckets),
    texts: Array.from({ length: candidates }, () => randomBag(random, CANDIDATE_TOKENS, buckets)),
    candidateNumbers: numbers(candidates * CANDIDATE_NUMBERS),
  };
}

function randomMinibatch(random: RandomStream, states: number, config: CampaignConfig): Minibatch {
  const rows = Array.from({ length: states }, () => {
    const state = randomState(random, config.student.buckets);
    return {
      environment: 'shell' as const,
      state,
      dropoutSeed: random.uint32(),
      action: random.int(state.candidates),
      oldLogProbability: -Math.log(state.candidates),
      value: 0,
      advantage: random.normal(),
      return: random.normal(),
      onPolicy: true,
      acceptable: [random.int(state.candidates)],
      reference: null,
    };
  });
  return minibatchOf(rows, {}, config.ppo.tokenDropout);
}

/** Random batches of a campaign's sizes; its seed decides them. */
export function calibrationBatches(config: CampaignConfig): CalibrationBatches {
  const { ppo, lanes, episodesPerRound, student } = config;
  const random = stream(config.seed, 'calibration');
  const actingBatch = (states: number) =>
    packStates(
      Array.from({ length: states }, () => randomState(random, student.buckets)),
      Array.from({ length: states }, () => random.uint32()),
      ppo.tokenDropout,
    );
  const rows = episodesPerRound * EPISODE_STEPS + lanes.statesPerRound;
  const states = Math.ceil(rows / ppo.minibatches);
  return {
    acting: { 1: actingBatch(1), 16: actingBatch(16), 64: actingBatch(64) },
    minibatches: Array.from({ length: MINIBATCHES }, () => randomMinibatch(random, states, config)),
    hyper: { ...ppo },
  };
}

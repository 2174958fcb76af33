/**
 * Observations to numbers: words and code tokens are lower-cased and hashed into the rows of one
 * embedding table (the hashing trick, Weinberger et al. 2009); numbers are padded to a fixed width.
 */
import { FIELD_NAMES, OBSERVATION_LIMITS, type Observation } from '../core/contracts.ts';

/** Text fields of a state plus its environment's name: bags per state, in this order. */
export const STATE_BAGS = FIELD_NAMES.length + 1;
/** Bags per candidate: its verb and its text. */
export const CANDIDATE_BAGS = 2;
/** Width of a state's number vector. */
export const STATE_NUMBERS = OBSERVATION_LIMITS.stateNumbers;
/** Width of a candidate's number vector. */
export const CANDIDATE_NUMBERS = OBSERVATION_LIMITS.candidateNumbers;

/** An observation as bucket ids and numbers. */
export interface EncodedState {
  /** STATE_BAGS bags: goal, seen, trace, errors, environment. */
  bags: Int32Array[];
  /** Float32[STATE_NUMBERS], zero-padded. */
  numbers: Float32Array;
  candidates: number;
  /** One bucket per candidate. */
  verbs: Int32Array;
  /** One bag per candidate. */
  texts: Int32Array[];
  /** Float32[candidates × CANDIDATE_NUMBERS], zero-padded rows. */
  candidateNumbers: Float32Array;
}

/** `kind:value` stays whole, words split at case changes, every other sign is a token of its own. */
const TOKEN = /[a-z]+:\S+|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\sA-Za-z\d]/g;

/** The tokens of a text, lower-cased, in order. */
export function tokenize(text: string): string[] {
  return (text.match(TOKEN) ?? []).map((token) => token.toLowerCase());
}

/** FNV-1a with a final avalanche (MurmurHash3's fmix32), so that similar words do not collide. */
function hashToken(token: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < token.length; i += 1) {
    h = Math.imul(h ^ token.charCodeAt(i), 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Texts repeat from state to state: their bags are kept, up to this many. */
const CACHE_LIMIT = 40_000;

/** Turns observations into encoded states. Pure; the cache only saves work. */
export class Encoder {
  private readonly cache = new Map<string, Int32Array>();

  constructor(private readonly buckets: number) {}

  /** Bucket ids of a text's tokens, in order. Callers must not change the array. */
  bag(text: string): Int32Array {
    const known = this.cache.get(text);
    if (known) return known;
    const bag = Int32Array.from(tokenize(text), (token) => hashToken(token) % this.buckets);
    if (this.cache.size >= CACHE_LIMIT) this.cache.clear();
    this.cache.set(text, bag);
    return bag;
  }

  encode(observation: Observation): EncodedState {
    const numbers = new Float32Array(STATE_NUMBERS);
    numbers.set(observation.numbers);
    const { candidates } = observation;
    const verbs = new Int32Array(candidates.length);
    const candidateNumbers = new Float32Array(candidates.length * CANDIDATE_NUMBERS);
    const texts = candidates.map((candidate, i) => {
      verbs[i] = this.bag(`verb:${candidate.verb}`)[0] as number;
      candidateNumbers.set(candidate.numbers, i * CANDIDATE_NUMBERS);
      return this.bag(candidate.text);
    });
    return {
      bags: [
        ...FIELD_NAMES.map((name) => this.bag(observation.fields[name])),
        this.bag(`env:${observation.environment}`),
      ],
      numbers,
      candidates: candidates.length,
      verbs,
      texts,
      candidateNumbers,
    };
  }
}

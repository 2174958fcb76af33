/**
 * Observations to numbers: words and code tokens are lower-cased and hashed into the rows of one
 * embedding table (the hashing trick, Weinberger et al. 2009); numbers are padded to a fixed width.
 */
import {
  type CandidateAction,
  FIELD_NAMES,
  OBSERVATION_LIMITS,
  type Observation,
} from '../core/contracts.ts';

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

/** Turns observations into encoded states. Pure; the caches only save work. */
export class Encoder {
  private readonly texts = new Map<string, Int32Array>();
  private readonly verbs = new Map<string, number>();

  constructor(private readonly buckets: number) {}

  /** Bucket ids of a text's tokens, in order. Callers must not change the array. */
  bag(text: string): Int32Array {
    const known = this.texts.get(text);
    if (known) return known;
    const bag = Int32Array.from(tokenize(text), (token) => hashToken(token) % this.buckets);
    if (this.texts.size >= CACHE_LIMIT) this.texts.clear();
    this.texts.set(text, bag);
    return bag;
  }

  /** Bucket of a verb. A map of their own: to look up `verb:…` would be to build it for every candidate. */
  private verb(verb: string): number {
    const known = this.verbs.get(verb);
    if (known !== undefined) return known;
    const bucket = this.bag(`verb:${verb}`)[0] as number;
    if (this.verbs.size >= CACHE_LIMIT) this.verbs.clear();
    this.verbs.set(verb, bucket);
    return bucket;
  }

  encode(observation: Observation): EncodedState {
    const { candidates } = observation;
    const numbers = new Float32Array(STATE_NUMBERS);
    const verbs = new Int32Array(candidates.length);
    const texts = new Array<Int32Array>(candidates.length);
    const candidateNumbers = new Float32Array(candidates.length * CANDIDATE_NUMBERS);
    copyInto(numbers, observation.numbers, 0);
    for (let i = 0; i < candidates.length; i += 1) {
      const candidate = candidates[i] as CandidateAction;
      verbs[i] = this.verb(candidate.verb);
      texts[i] = this.bag(candidate.text);
      copyInto(candidateNumbers, candidate.numbers, i * CANDIDATE_NUMBERS);
    }
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

/** `target.set(numbers, at)`, which takes many times as long for a plain array of a few numbers. */
function copyInto(target: Float32Array, numbers: readonly number[], at: number): void {
  for (let i = 0; i < numbers.length; i += 1) target[at + i] = numbers[i] as number;
}

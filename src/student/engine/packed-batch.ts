/**
 * A batch of states laid out flat: candidates of all states one after the other (no padding), and
 * the embedding bags as a sparse matrix in CSR form, dropout already applied.
 */
import { CANDIDATE_NUMBERS, type EncodedState, STATE_BAGS, STATE_NUMBERS } from '../encoder.ts';

/** CSR rows of token weights: row r holds entries offsets[r] to offsets[r + 1]. */
export interface EmbeddingBags {
  rows: number;
  offsets: Int32Array;
  tokens: Int32Array;
  weights: Float32Array;
}

/** States packed for an engine. S states, C candidates in all. */
export interface PackedBatch {
  states: number;
  candidates: number;
  /** Int32[S + 1]: candidates of state s are candidateOffsets[s] to candidateOffsets[s + 1]. */
  candidateOffsets: Int32Array;
  /** Rows 0 … S·STATE_BAGS - 1 are the states' bags, then C verb rows, then C text rows. */
  bags: EmbeddingBags;
  /** Float32[S × STATE_NUMBERS]. */
  stateNumbers: Float32Array;
  /** Float32[C × CANDIDATE_NUMBERS]. */
  candidateNumbers: Float32Array;
}

/**
 * 1 for a token that stays under a dropout seed, 0 for one that is hidden. A token is hidden in the
 * whole state or not at all, which is what an unseen word looks like. `threshold` is the rate on
 * the scale of signed 32-bit integers, so that the comparison is one of integers.
 */
function stays(token: number, seed: number, threshold: number): number {
  let h = Math.imul(token ^ seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15) ^ seed, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae3d);
  return Number((h ^ (h >>> 16) ^ -0x8000_0000) >= threshold);
}

/**
 * One state's rows of a batch, dropout applied: its bags, then its candidates' verbs, then their
 * texts. A state that is in many batches is packed once; `joinStates` only copies.
 */
export interface PackedState {
  candidates: number;
  /** Int32[STATE_BAGS + 2 · candidates + 1], as in `EmbeddingBags`. */
  offsets: Int32Array;
  tokens: Int32Array;
  weights: Float32Array;
  numbers: Float32Array;
  candidateNumbers: Float32Array;
}

/** Where the tokens of the state being packed are gathered; grows and is used again. */
let scratch = new Int32Array(2 ** 12);

/**
 * Packs a state. `dropoutSeed` null means that nothing is hidden in it; verbs and the environment
 * are never hidden.
 */
export function packState(state: EncodedState, dropoutSeed: number | null, dropoutRate: number): PackedState {
  const { bags, verbs, texts, candidates, numbers, candidateNumbers } = state;
  let most = candidates;
  for (const bag of bags) most += bag.length;
  for (const text of texts) most += text.length;
  if (scratch.length < most) scratch = new Int32Array(2 * most);
  const offsets = new Int32Array(STATE_BAGS + 2 * candidates + 1);
  const threshold = Math.floor(dropoutRate * 0x1_0000_0000) - 0x8000_0000;
  let end = 0;
  for (let b = 0; b < STATE_BAGS; b += 1) {
    const seed = b === STATE_BAGS - 1 ? null : dropoutSeed;
    end = appendBag(bags[b] as Int32Array, seed, threshold, end);
    offsets[b + 1] = end;
  }
  for (let c = 0; c < candidates; c += 1) {
    scratch[end] = verbs[c] as number;
    end += 1;
    offsets[STATE_BAGS + c + 1] = end;
  }
  for (let c = 0; c < candidates; c += 1) {
    end = appendBag(texts[c] as Int32Array, dropoutSeed, threshold, end);
    offsets[STATE_BAGS + candidates + c + 1] = end;
  }
  const weights = new Float32Array(end);
  for (let r = 0; r + 1 < offsets.length; r += 1) {
    const first = offsets[r] as number;
    const last = offsets[r + 1] as number;
    const weight = 1 / Math.sqrt(Math.max(1, last - first));
    for (let i = first; i < last; i += 1) weights[i] = weight;
  }
  return { candidates, offsets, tokens: scratch.slice(0, end), weights, numbers, candidateNumbers };
}

/** Appends a bag's tokens that are not hidden to `scratch` from `start` on; returns their end. */
function appendBag(bag: Int32Array, seed: number | null, threshold: number, start: number): number {
  if (seed === null) {
    scratch.set(bag, start);
    return start + bag.length;
  }
  const target = scratch;
  let end = start;
  for (let i = 0; i < bag.length; i += 1) {
    const token = bag[i] as number;
    target[end] = token;
    end += stays(token, seed, threshold);
  }
  return end;
}

/** Lays packed states out as one batch. */
export function joinStates(states: readonly PackedState[]): PackedBatch {
  const candidateOffsets = new Int32Array(states.length + 1);
  let tokenTotal = 0;
  for (let s = 0; s < states.length; s += 1) {
    const { candidates, tokens } = states[s] as PackedState;
    candidateOffsets[s + 1] = (candidateOffsets[s] as number) + candidates;
    tokenTotal += tokens.length;
  }
  const candidates = candidateOffsets[states.length] as number;
  const rows = states.length * STATE_BAGS + 2 * candidates;
  const offsets = new Int32Array(rows + 1);
  const tokens = new Int32Array(tokenTotal);
  const weights = new Float32Array(tokenTotal);
  let row = 0;
  let end = 0;
  const append = (state: PackedState, firstRow: number, count: number) => {
    const first = state.offsets[firstRow] as number;
    const last = state.offsets[firstRow + count] as number;
    tokens.set(state.tokens.subarray(first, last), end);
    weights.set(state.weights.subarray(first, last), end);
    const shift = end - first;
    for (let r = 1; r <= count; r += 1) offsets[row + r] = (state.offsets[firstRow + r] as number) + shift;
    row += count;
    end += last - first;
  };
  for (const state of states) append(state, 0, STATE_BAGS);
  for (const state of states) append(state, STATE_BAGS, state.candidates);
  for (const state of states) append(state, STATE_BAGS + state.candidates, state.candidates);

  const stateNumbers = new Float32Array(states.length * STATE_NUMBERS);
  const candidateNumbers = new Float32Array(candidates * CANDIDATE_NUMBERS);
  states.forEach((state, s) => {
    stateNumbers.set(state.numbers, s * STATE_NUMBERS);
    candidateNumbers.set(state.candidateNumbers, (candidateOffsets[s] as number) * CANDIDATE_NUMBERS);
  });
  return {
    states: states.length,
    candidates,
    candidateOffsets,
    bags: { rows, offsets, tokens, weights },
    stateNumbers,
    candidateNumbers,
  };
}

/** Packs states into one batch; `dropoutSeeds[s]` is state s's, as in `packState`. */
export function packStates(
  states: readonly EncodedState[],
  dropoutSeeds: readonly (number | null)[],
  dropoutRate: number,
): PackedBatch {
  return joinStates(states.map((state, s) => packState(state, dropoutSeeds[s] ?? null, dropoutRate)));
}

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
 * Whether a token is hidden under a dropout seed. A token is hidden in the whole state or not at
 * all, which is what an unseen word looks like.
 */
function isDropped(token: number, seed: number, threshold: number): boolean {
  let h = Math.imul(token ^ seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15) ^ seed, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae3d);
  return (h ^ (h >>> 16)) >>> 0 < threshold;
}

/**
 * Packs states. `dropoutSeeds[s]` null means that nothing is hidden in state s; the verb and the
 * environment are never hidden.
 */
export function packStates(
  states: readonly EncodedState[],
  dropoutSeeds: readonly (number | null)[],
  dropoutRate: number,
): PackedBatch {
  const stateCount = states.length;
  const candidateOffsets = new Int32Array(stateCount + 1);
  let tokenTotal = 0;
  states.forEach((state, s) => {
    candidateOffsets[s + 1] = (candidateOffsets[s] as number) + state.candidates;
    for (const bag of state.bags) tokenTotal += bag.length;
    for (const text of state.texts) tokenTotal += text.length;
    tokenTotal += state.candidates;
  });
  const candidates = candidateOffsets[stateCount] as number;
  const rows = stateCount * STATE_BAGS + 2 * candidates;
  const offsets = new Int32Array(rows + 1);
  const tokens = new Int32Array(tokenTotal);
  const weights = new Float32Array(tokenTotal);
  const threshold = Math.floor(dropoutRate * 0x1_0000_0000);
  let row = 0;
  let end = 0;
  const append = (bag: Int32Array, seed: number | null) => {
    const start = end;
    for (let i = 0; i < bag.length; i += 1) {
      const token = bag[i] as number;
      if (seed === null || !isDropped(token, seed, threshold)) {
        tokens[end] = token;
        end += 1;
      }
    }
    weights.fill(1 / Math.sqrt(Math.max(1, end - start)), start, end);
    row += 1;
    offsets[row] = end;
  };
  states.forEach((state, s) => {
    state.bags.forEach((bag, b) => {
      append(bag, b === STATE_BAGS - 1 ? null : (dropoutSeeds[s] ?? null));
    });
  });
  for (const state of states) {
    for (let c = 0; c < state.candidates; c += 1) append(state.verbs.subarray(c, c + 1), null);
  }
  states.forEach((state, s) => {
    for (const text of state.texts) append(text, dropoutSeeds[s] ?? null);
  });

  const stateNumbers = new Float32Array(stateCount * STATE_NUMBERS);
  const candidateNumbers = new Float32Array(candidates * CANDIDATE_NUMBERS);
  states.forEach((state, s) => {
    stateNumbers.set(state.numbers, s * STATE_NUMBERS);
    candidateNumbers.set(state.candidateNumbers, (candidateOffsets[s] as number) * CANDIDATE_NUMBERS);
  });
  return {
    states: stateCount,
    candidates,
    candidateOffsets,
    bags: { rows, offsets, tokens: tokens.subarray(0, end), weights: weights.subarray(0, end) },
    stateNumbers,
    candidateNumbers,
  };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scatterBags } from '../embedding-bag.ts';
import type { EmbeddingBags } from '../packed-batch.ts';
import { TokenIndex } from './token-index.ts';

const BUCKETS = 7;

/** Bags of random tokens; with few buckets some tokens have hundreds of entries. */
const bags = fc.array(fc.array(fc.nat(BUCKETS - 1), { maxLength: 60 }), { maxLength: 12 }).map(
  (rows): EmbeddingBags => ({
    rows: rows.length,
    offsets: Int32Array.from([0, ...rows.map((_, r) => rows.slice(0, r + 1).flat().length)]),
    tokens: Int32Array.from(rows.flat()),
    weights: Float32Array.from(rows.flat(), (token, i) => 1 + token + (i % 5)),
  }),
);

/** The table's gradient by way of an index: segments, then rows, as the kernels do it. Width 1. */
function throughIndex(index: TokenIndex, gradient: (place: number) => number): Float32Array {
  const table = new Float32Array(BUCKETS);
  for (let slot = 0; slot < index.tokenCount; slot += 1) {
    const token = index.tokens[slot] as number;
    expect(index.slots[token]).toBe(slot);
    for (let s = index.rowSegments[slot] as number; s < (index.rowSegments[slot + 1] as number); s += 1) {
      const [first, end] = [index.segmentOffsets[s], index.segmentOffsets[s + 1]] as [number, number];
      expect(end - first).toBeLessThanOrEqual(32);
      for (let entry = first; entry < end; entry += 1) {
        const weight = index.weights[entry] as number;
        table[token] = (table[token] as number) + weight * gradient(index.places[entry] as number);
      }
    }
  }
  return table;
}

describe('the token index', () => {
  it('scatters what the bags scatter, batch after batch', () => {
    const index = new TokenIndex(BUCKETS);
    fc.assert(
      fc.property(bags, (batch) => {
        // Integers below 2^24: sums are exact in any order.
        const gradient = Float32Array.from({ length: batch.rows }, (_, row) => row - 5);
        const expected = new Float32Array(BUCKETS);
        scatterBags(gradient, 1, batch, expected);
        index.build(batch, (row) => row + 100);
        expect(throughIndex(index, (place) => gradient[place - 100] as number)).toEqual(expected);
        expect(index.slots.filter((slot) => slot >= 0)).toHaveLength(index.tokenCount);
      }),
    );
  });
});

/**
 * The embedding bags by token instead of by bag, so that a kernel can add up what reaches a row of
 * the table without two threads writing to it: the bags' matrix in CSC form.
 */
import type { EmbeddingBags } from '../packed-batch.ts';

/** Entries one thread adds up; a token that has more is split. */
const SEGMENT = 32;

/** The index of one batch after another; its arrays are reused. */
export class TokenIndex {
  /** Tokens of the batch in the order of their first appearance; a token's place is its slot. */
  readonly tokens: Int32Array;
  tokenCount = 0;
  /** Slot of every token of the vocabulary, -1 for those that do not appear. */
  readonly slots: Int32Array;
  /** Int32[tokenCount + 1]: a slot's segments. */
  readonly rowSegments: Int32Array;
  /** Int32[segments + 1]: a segment's entries. */
  segmentOffsets = new Int32Array(0);
  segmentCount = 0;
  /** Per entry: where the gradient of its bag is, and the token's weight in it. */
  places = new Uint32Array(0);
  weights = new Float32Array(0);
  private readonly counts: Int32Array;

  constructor(buckets: number) {
    this.tokens = new Int32Array(buckets);
    this.slots = new Int32Array(buckets).fill(-1);
    this.rowSegments = new Int32Array(buckets + 1);
    this.counts = new Int32Array(buckets);
  }

  /** Indexes a batch. `placeOf` says where the gradient of a bag will be. */
  build(bags: EmbeddingBags, placeOf: (row: number) => number): void {
    this.count(bags);
    this.divide(bags.tokens.length);
    this.fill(bags, placeOf);
  }

  private count({ tokens }: EmbeddingBags): void {
    const { counts, slots } = this;
    for (let slot = 0; slot < this.tokenCount; slot += 1) slots[this.tokens[slot] as number] = -1;
    this.tokenCount = 0;
    for (let i = 0; i < tokens.length; i += 1) {
      const token = tokens[i] as number;
      let slot = slots[token] as number;
      if (slot < 0) {
        slot = this.tokenCount;
        slots[token] = slot;
        this.tokens[slot] = token;
        counts[slot] = 0;
        this.tokenCount += 1;
      }
      counts[slot] = (counts[slot] as number) + 1;
    }
  }

  /** Cuts the slots' entries into segments and turns the counts into the slots' first entries. */
  private divide(entries: number): void {
    const { counts, rowSegments } = this;
    const most = this.tokenCount + Math.ceil(entries / SEGMENT) + 1;
    if (this.segmentOffsets.length < most) this.segmentOffsets = new Int32Array(2 * most);
    let first = 0;
    this.segmentCount = 0;
    for (let slot = 0; slot < this.tokenCount; slot += 1) {
      const end = first + (counts[slot] as number);
      rowSegments[slot] = this.segmentCount;
      counts[slot] = first;
      for (; first < end; first = Math.min(end, first + SEGMENT)) {
        this.segmentOffsets[this.segmentCount] = first;
        this.segmentCount += 1;
      }
    }
    rowSegments[this.tokenCount] = this.segmentCount;
    this.segmentOffsets[this.segmentCount] = entries;
  }

  private fill(bags: EmbeddingBags, placeOf: (row: number) => number): void {
    const { counts, slots } = this;
    if (this.places.length < bags.tokens.length) {
      this.places = new Uint32Array(2 * bags.tokens.length);
      this.weights = new Float32Array(2 * bags.tokens.length);
    }
    for (let row = 0; row < bags.rows; row += 1) {
      const place = placeOf(row);
      const end = bags.offsets[row + 1] as number;
      for (let i = bags.offsets[row] as number; i < end; i += 1) {
        const slot = slots[bags.tokens[i] as number] as number;
        const entry = counts[slot] as number;
        this.places[entry] = place;
        this.weights[entry] = bags.weights[i] as number;
        counts[slot] = entry + 1;
      }
    }
  }
}

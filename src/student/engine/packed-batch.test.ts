import { expect, it } from 'vitest';
import { type RandomStream, stream } from '../../core/random.ts';
import { type EncodedState, Encoder, STATE_BAGS } from '../encoder.ts';
import { joinStates, packState, packStates } from './packed-batch.ts';
import { randomObservation } from './random-minibatch.fixture.ts';

const encoder = new Encoder(64);
const states = (random: RandomStream, count: number) =>
  Array.from({ length: count }, () => encoder.encode(randomObservation(random)));

/** Whether a token is hidden, by the definition: its hash is below the rate’s share of 2³². */
function isHidden(token: number, seed: number | null, rate: number): boolean {
  if (seed === null) return false;
  let h = Math.imul(token ^ seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15) ^ seed, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae3d);
  return (h ^ (h >>> 16)) >>> 0 < rate * 2 ** 32;
}

/** The bags of a batch in order, hidden tokens left out. */
function bagsOf(batch: readonly EncodedState[], seeds: readonly (number | null)[], rate: number): number[][] {
  const shown = (bag: Int32Array, seed: number | null) =>
    Array.from(bag).filter((token) => !isHidden(token, seed, rate));
  return [
    ...batch.flatMap(({ bags }, s) =>
      bags.map((bag, b) => shown(bag, b === STATE_BAGS - 1 ? null : (seeds[s] as number | null))),
    ),
    ...batch.flatMap(({ verbs }) => Array.from(verbs, (verb) => [verb])),
    ...batch.flatMap(({ texts }, s) => texts.map((text) => shown(text, seeds[s] as number | null))),
  ];
}

it.each([0, 0.2, 0.5, 1])('bags are packed in order and hidden tokens left out, at a rate of %d', (rate) => {
  const random = stream(1, 'pack', rate);
  const batch = states(random, 20);
  const seeds = batch.map(() => (random.int(3) === 0 ? null : random.uint32()));
  const { bags, candidateOffsets } = packStates(batch, seeds, rate);
  const packed = Array.from({ length: bags.rows }, (_, r) =>
    Array.from(bags.tokens.subarray(bags.offsets[r], bags.offsets[r + 1])),
  );
  const expected = bagsOf(batch, seeds, rate);
  expect(packed).toEqual(expected);
  const weights = expected.flatMap((bag) => bag.map(() => Math.fround(1 / Math.sqrt(bag.length))));
  expect(Array.from(bags.weights)).toEqual(weights);
  expect(candidateOffsets.at(-1)).toBe(batch.reduce((sum, { candidates }) => sum + candidates, 0));
});

it('a state packed once is the same in every batch it is put into', () => {
  const random = stream(2, 'join');
  const [first, second, third] = states(random, 3).map((state, s) => ({ state, seed: s === 1 ? null : s }));
  const rows = [first, second, third, second, first] as { state: EncodedState; seed: number | null }[];
  const packed = new Map(rows.map((row) => [row, packState(row.state, row.seed, 0.3)]));
  expect(joinStates(rows.map((row) => packed.get(row) as ReturnType<typeof packState>))).toEqual(
    packStates(
      rows.map(({ state }) => state),
      rows.map(({ seed }) => seed),
      0.3,
    ),
  );
});

import { expect, it } from 'vitest';
import { stream } from '../core/random.ts';
import { CANDIDATE_NUMBERS, Encoder, STATE_NUMBERS } from './encoder.ts';
import { randomObservation } from './engine/random-minibatch.fixture.ts';

const BUCKETS = 512;

it('an encoder that has seen much encodes as a fresh one does', () => {
  const random = stream(1, 'encode');
  const used = new Encoder(BUCKETS);
  for (let i = 0; i < 30; i += 1) {
    const observation = randomObservation(random);
    expect(used.encode(observation)).toEqual(new Encoder(BUCKETS).encode(observation));
  }
});

it('a verb has the bucket of its marked word, not that of the word in a text', () => {
  const observation = randomObservation(stream(2, 'encode'), 3);
  const encoder = new Encoder(BUCKETS);
  const { verbs } = encoder.encode(observation);
  const marked = observation.candidates.map(({ verb }) => encoder.bag(`verb:${verb}`)[0]);
  expect(Array.from(verbs)).toEqual(marked);
  expect(marked).not.toEqual(observation.candidates.map(({ verb }) => encoder.bag(verb)[0]));
});

it('numbers are padded with zeros to their width', () => {
  const observation = randomObservation(stream(3, 'encode'), 2);
  const [one, two] = observation.candidates;
  const { numbers, candidateNumbers } = new Encoder(BUCKETS).encode({
    ...observation,
    numbers: [0.5],
    candidates: [
      { ...(one as NonNullable<typeof one>), numbers: [0.25, -1] },
      { ...(two as NonNullable<typeof two>), numbers: [0.75] },
    ],
  });
  const padded = (values: readonly number[], width: number) =>
    Array.from({ length: width }, (_, i) => values[i] ?? 0);
  expect(Array.from(numbers)).toEqual(padded([0.5], STATE_NUMBERS));
  expect(Array.from(candidateNumbers)).toEqual([
    ...padded([0.25, -1], CANDIDATE_NUMBERS),
    ...padded([0.75], CANDIDATE_NUMBERS),
  ]);
});

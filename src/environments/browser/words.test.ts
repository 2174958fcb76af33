import { expect, test } from 'vitest';
import { stream } from '../../core/random.ts';
import { negatedStems, partialReader, READER, stem, switchMeaning, wordsOf } from './words.ts';

const concepts = (text: string) => [...wordsOf(text).concepts].sort();

test('forms of a word have the same stem', () => {
  for (const [a, b] of [
    ['publish', 'publishing'],
    ['subscribe', 'subscription'],
    ['categories', 'category'],
    ['fields', 'field'],
    ['saved', 'save'],
    ['deleting', 'delete'],
    ['addresses', 'address'],
  ] as const) {
    expect(stem(a)).toBe(stem(b));
  }
  expect(stem('accept')).not.toBe(stem('account'));
});

test('words are split at case changes and signs, and stop words have no stem', () => {
  expect(wordsOf('Your e-mail-address firstName').all).toEqual(['your', 'email', 'address', 'first', 'name']);
  expect(wordsOf('the of your').stems.size).toBe(0);
});

test('different words for the same thing have the same stem', () => {
  expect([...wordsOf('Surname').stems]).toEqual([...wordsOf('Lastname').stems]);
  expect([...wordsOf('Telephone').stems]).toEqual([...wordsOf('phone').stems]);
});

test('words and phrases of the web mean something, whatever their form', () => {
  expect(concepts('Log in')).toEqual(['enter']);
  expect(concepts('Deleting your account')).toEqual(['danger']);
  expect(concepts('Only necessary cookies')).toEqual(['minimal']);
  expect(concepts('×')).toEqual(['dismiss']);
  expect(concepts('Prove that you are human')).toEqual(['challenge']);
  expect(concepts('Blue kettle')).toEqual([]);
});

test('that something was done is another thing than to do it', () => {
  expect(concepts('Save')).toEqual(['commit']);
  expect(concepts('Your choices were saved.')).toEqual(['commit', 'success']);
  expect(concepts('Sign in')).not.toContain('success');
});

test('a goal negates the rest of the part in which it says "not"', () => {
  const negated = negatedStems(
    'Save the draft, but don’t publish it. Tick the box without newsletter.',
    READER,
  );
  expect([...negated]).toEqual([stem('publish'), stem('newsletter')]);
});

test('yes and off are switches, other texts are none', () => {
  expect(['Yes', 'off', 'Ada'].map(switchMeaning)).toEqual([true, false, null]);
});

test('a partial reader lacks some of the lexicon and errs on a few words, always the same', () => {
  const names = ['Save', 'Send', 'Next', 'Continue', 'Close', 'Skip', 'Back', 'Delete', 'Search', 'Cancel'];
  const readers = Array.from({ length: 200 }, (_, i) => partialReader(stream(i, 'reader')));
  const known = readers.flatMap((reader) =>
    names.map((name) =>
      [...wordsOf(name).concepts].every((concept) => reader.words(name).concepts.has(concept)),
    ),
  );
  const share = known.filter(Boolean).length / known.length;
  expect(share).toBeGreaterThan(0.5);
  expect(share).toBeLessThan(0.7);
  const wrong = readers.filter((reader) => reader.words('Blotter').concepts.size > 0).length / 200;
  expect(wrong).toBeGreaterThan(0);
  expect(wrong).toBeLessThan(0.15);
  const [one, again] = [partialReader(stream(1, 'reader')), partialReader(stream(1, 'reader'))];
  for (const name of names.reverse()) expect(one.words(name)).toEqual(again.words(name));
});

test('approving is no challenge, an approval is one', () => {
  expect(concepts('Approve and send')).toEqual(['commit']);
  expect(concepts('Waiting for approval')).toContain('challenge');
});

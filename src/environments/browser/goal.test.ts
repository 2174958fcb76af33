import { expect, test } from 'vitest';
import { measureOf, readGoal } from './goal.ts';

const value = (label: string, text: string) => ({ label, value: text });

test('values have kinds, by their text and by their label', () => {
  const { values } = readGoal({
    goal: '',
    values: [
      value('Contact', 'ada@example.org'),
      value('Arrival', '2026-03-05'),
      value('Arrival', '5 March 2026'),
      value('Guests', '4'),
      value('Access PIN', '1234'),
      value('Mobile', '555 0199'),
      value('Newsletter', 'no'),
      value('Name', 'Ada'),
    ],
  });
  expect(values.map(({ kind }) => kind)).toEqual([
    ...['email', 'date', 'date', 'number', 'secret', 'phone', 'switch', 'text'],
  ]);
  expect(values[6]?.on).toBe(false);
});

test('the masked goal has kinds in place of values', () => {
  const { masked, instruction } = readGoal({
    goal: 'Write to ada@example.org, subject Ada.',
    values: [value('To', 'ada@example.org'), value('Subject', 'Ada')],
  });
  expect(masked.replace(/\s+/g, ' ')).toBe('Write to value:email , subject value:text .');
  expect(instruction.stems.has('ada')).toBe(false);
});

test('a superlative says which way and of what', () => {
  const superlative = (goal: string) => readGoal({ goal, values: [] }).superlative;
  expect(superlative('Add the cheapest blue kettle.')).toEqual({ direction: 'least', measure: 'money' });
  expect(superlative('Open the newest invoice.')).toEqual({ direction: 'most', measure: 'date' });
  expect(superlative('Choose the lamp with the highest rating.')).toEqual({
    direction: 'most',
    measure: 'number',
  });
  expect(superlative('Add a kettle.')).toBeNull();
});

test('what a goal calls by name is in quotes, in capitals, or a value', () => {
  const { names } = readGoal({
    goal: 'Go to Exports in the area Data Privacy and press “keep an eye on it” for "Hay ride" of 2026-05-01. Save it.',
    values: [value('Name', 'Ada Byron'), value('Day', '2026-03-05')],
  });
  expect(names.map(({ all }) => all.join(' '))).toEqual([
    ...['keep an eye on it', 'hay ride', 'exports', 'data privacy', '2026 05 01', 'ada byron'],
  ]);
});

test('sizes are read in the usual spellings', () => {
  expect(measureOf('Kettle 1.7 l, €1,299.00', 'money')).toBe(1299);
  expect(measureOf('Kessel 1.299,50 EUR', 'money')).toBe(1299.5);
  expect(measureOf('4.5 stars', 'number')).toBe(4.5);
  expect(measureOf('no price', 'money')).toBeNull();
  const dates = ['2026-03-05', '05.03.2026', '5 March 2026', 'Mar 5, 2026'];
  expect(new Set(dates.map((text) => measureOf(text, 'date'))).size).toBe(1);
  expect(measureOf('2026-03-05', 'date')).toBeLessThan(measureOf('2026-11-01', 'date') as number);
});

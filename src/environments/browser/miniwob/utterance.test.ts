import { expect, test } from 'vitest';
import { readUtterance } from './utterance.ts';

const read = (utterance: string) => readUtterance(utterance).map(({ label, value }) => [label, value]);

test('quoted values have the name that stands before or after them', () => {
  expect(
    read('Enter the username "kim" and the password "Xy 3" into the text fields and press login.'),
  ).toEqual([
    ['username', 'kim'],
    ['password', 'Xy 3'],
  ]);
  expect(read('Enter "Ada" into the text field and press Submit.')).toEqual([['field', 'Ada']]);
  expect(read('Click on the "Ok" button.')).toEqual([['button', 'Ok']]);
});

test('a list without quotation marks is several values, each with a label of its own', () => {
  expect(read('Select q8w, Zx and click Submit.')).toEqual([
    ['choice', 'q8w'],
    ['choice 2', 'Zx'],
  ]);
  expect(read('Select Sao Tome from the list and click Submit.')).toEqual([['list', 'Sao Tome']]);
});

test('dates and times are as fields of these types take them', () => {
  expect(read('Enter 03/9/2016 as the date and hit submit.')).toEqual([['date', '2016-03-09']]);
  expect(read('Enter 12:05 AM as the time and press submit.')).toEqual([['time', '00:05']]);
  expect(read('Enter 3:24 PM as the time and press submit.')).toEqual([['time', '15:24']]);
});

test('an instruction that gives no value has none', () => {
  for (const utterance of [
    '',
    'Focus into the textbox.',
    'Select nothing and click Submit.',
    'Select all the shades of red and press Submit.',
    'Enter the value that corresponds with each label into the form and submit when done.',
  ]) {
    expect(read(utterance), utterance).toEqual([]);
  }
});

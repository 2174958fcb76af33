import assert from 'node:assert/strict';
import test from 'node:test';
import { counted, enumerate, ordinal, plural } from '../src/ordinal-words.js';

test('the endings of one to thirty', () => {
  const endings = Array.from({ length: 30 }, (_word, index) =>
    ordinal(index + 1).replace(String(index + 1), ''),
  );
  assert.deepEqual(
    endings.map((ending, index) => [ending, index + 1]).filter(([ending]) => ending !== 'th'),
    [
      ['st', 1],
      ['nd', 2],
      ['rd', 3],
      ['st', 21],
      ['nd', 22],
      ['rd', 23],
    ],
  );
});

test('hundreds repeat the pattern', () => {
  for (let number = 0; number < 100; number++) {
    assert.equal(ordinal(300 + number).slice(-2), ordinal(number).slice(-2));
    assert.equal(ordinal(-number - 1), `-${ordinal(number + 1)}`);
  }
});

test('plurals of further nouns', () => {
  assert.deepEqual(
    ['fly', 'toy', 'gas', 'fox', 'match', 'wish', 'path', 'buzz', 'guy', 'sheep', 'table'].map(plural),
    ['flies', 'toys', 'gases', 'foxes', 'matches', 'wishes', 'paths', 'buzzes', 'guys', 'sheep', 'tables'],
  );
});

test('counting irregular nouns', () => {
  assert.equal(counted(1, 'mouse'), '1 mouse');
  assert.equal(counted(3, 'person'), '3 people');
  assert.equal(counted(0, 'city'), 'no cities');
  assert.equal(counted(-4, 'dish'), '-4 dishes');
  assert.equal(counted(0.5, 'mile'), '0.5 miles');
});

test('enumerating lists of several lengths', () => {
  assert.equal(enumerate(['tea', 'milk'], 'or'), 'tea or milk');
  assert.equal(enumerate(['x'], 'nor'), 'x');
  assert.equal(enumerate(['p', 'q', 'r', 's', 't'], '&'), 'p, q, r, s & t');
});

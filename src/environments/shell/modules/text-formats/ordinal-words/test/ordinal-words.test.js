import assert from 'node:assert/strict';
import test from 'node:test';
import { counted, enumerate, ordinal, plural } from '../src/ordinal-words.js';

test('the first three ordinals are special', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 9].map(ordinal), ['0th', '1st', '2nd', '3rd', '4th', '9th']);
});

test('eleven to thirteen end in th', () => {
  assert.deepEqual([10, 11, 12, 13, 14].map(ordinal), ['10th', '11th', '12th', '13th', '14th']);
});

test('larger and negative numbers follow their last digits', () => {
  assert.deepEqual([21, 102, 111, 113, 1012, -1, -12].map(ordinal), [
    '21st',
    '102nd',
    '111th',
    '113th',
    '1012th',
    '-1st',
    '-12th',
  ]);
});

test('regular plurals add s or es', () => {
  assert.deepEqual(['cat', 'bus', 'box', 'waltz', 'church', 'dish'].map(plural), [
    'cats',
    'buses',
    'boxes',
    'waltzes',
    'churches',
    'dishes',
  ]);
});

test('y after a consonant becomes ies', () => {
  assert.equal(plural('city'), 'cities');
  assert.equal(plural('day'), 'days');
});

test('irregular plurals are looked up', () => {
  assert.deepEqual(['child', 'person', 'mouse', 'sheep'].map(plural), [
    'children',
    'people',
    'mice',
    'sheep',
  ]);
});

test('counted nouns agree with their number', () => {
  assert.equal(counted(1, 'box'), '1 box');
  assert.equal(counted(2, 'box'), '2 boxes');
  assert.equal(counted(-1, 'point'), '-1 point');
  assert.equal(counted(1.5, 'hour'), '1.5 hours');
});

test('zero is written as no', () => {
  assert.equal(counted(0, 'child'), 'no children');
});

test('enumerations use commas before the conjunction', () => {
  assert.equal(enumerate(['a', 'b', 'c', 'd']), 'a, b, c and d');
  assert.equal(enumerate(['a', 'b', 'c'], 'or'), 'a, b or c');
});

test('short enumerations need no comma', () => {
  assert.equal(enumerate([]), '');
  assert.equal(enumerate(['a']), 'a');
  assert.equal(enumerate(['a', 'b']), 'a and b');
});

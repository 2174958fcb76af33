import test from 'node:test';
import assert from 'node:assert/strict';
import { indexOfSorted, lowerBound, nearest, upperBound } from '../src/binary-search.js';

const VALUES = [1, 3, 3, 3, 7, 9];

test('lower bound finds the first of equal elements', () => {
  assert.equal(lowerBound(VALUES, 3), 1);
  assert.equal(lowerBound([2, 2, 2], 2), 0);
});

test('lower bound of a missing value is its insertion point', () => {
  assert.equal(lowerBound(VALUES, 4), 4);
  assert.equal(lowerBound(VALUES, 0), 0);
  assert.equal(lowerBound(VALUES, 10), 6);
});

test('upper bound lies behind the last of equal elements', () => {
  assert.equal(upperBound(VALUES, 3), 4);
  assert.equal(upperBound([2, 2, 2], 2), 3);
});

test('upper bound of a missing value is its insertion point', () => {
  assert.equal(upperBound(VALUES, 8), 5);
  assert.equal(upperBound(VALUES, 0), 0);
  assert.equal(upperBound(VALUES, 9), 6);
});

test('bounds of an empty array are zero', () => {
  assert.equal(lowerBound([], 5), 0);
  assert.equal(upperBound([], 5), 0);
});

test('finds every element of an array without repeats', () => {
  const values = [2, 4, 6, 8, 10];
  values.forEach((value, index) => assert.equal(indexOfSorted(values, value), index));
});

test('reports the first occurrence or minus one', () => {
  assert.equal(indexOfSorted(VALUES, 3), 1);
  assert.equal(indexOfSorted(VALUES, 5), -1);
  assert.equal(indexOfSorted(VALUES, 99), -1);
  assert.equal(indexOfSorted([], 1), -1);
});

test('nearest picks the closer neighbour', () => {
  assert.equal(nearest([10, 20, 40], 24), 20);
  assert.equal(nearest([10, 20, 40], 33), 40);
  assert.equal(nearest([10, 20, 40], 20), 20);
});

test('nearest prefers the smaller element of a tie', () => {
  assert.equal(nearest([10, 20], 15), 10);
});

test('nearest outside the range is the end, and undefined when empty', () => {
  assert.equal(nearest([10, 20], -5), 10);
  assert.equal(nearest([10, 20], 99), 20);
  assert.equal(nearest([], 1), undefined);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { cronMatches, expandField } from '../src/cron-field.js';
import { expandTerm } from '../src/terms.js';

// Monday, 15 May, 09:30
const moment = { minute: 30, hour: 9, day: 15, month: 5, weekday: 1 };

test('expands stars, numbers and ranges', () => {
  assert.deepEqual(expandTerm('*', 1, 4), [1, 2, 3, 4]);
  assert.deepEqual(expandTerm('3', 0, 9), [3]);
  assert.deepEqual(expandTerm('3-5', 0, 9), [3, 4, 5]);
});

test('expands steps', () => {
  assert.deepEqual(expandTerm('*/15', 0, 59), [0, 15, 30, 45]);
  assert.deepEqual(expandTerm('2-10/4', 0, 59), [2, 6, 10]);
  assert.deepEqual(expandTerm('5/2', 0, 9), [5, 7, 9]);
});

test('terms may use the limits but not exceed them', () => {
  assert.deepEqual(expandTerm('1-12', 1, 12).length, 12);
  assert.deepEqual(expandTerm('4-4', 0, 9), [4]);
  assert.throws(() => expandTerm('0', 1, 12), /out of range/);
  assert.throws(() => expandTerm('5-13', 1, 12), RangeError);
  assert.throws(() => expandTerm('5-4', 1, 12), RangeError);
  assert.throws(() => expandTerm('*/0', 1, 12), RangeError);
});

test('malformed terms are refused', () => {
  assert.throws(() => expandTerm('a', 0, 9), /bad cron term: a/);
  assert.throws(() => expandTerm('1-', 0, 9), SyntaxError);
  assert.throws(() => expandTerm('', 0, 9), SyntaxError);
});

test('fields join their terms without duplicates', () => {
  assert.deepEqual(expandField('10,5,1-3,2', 'minute'), [1, 2, 3, 5, 10]);
});

test('each unit has its own limits', () => {
  const ends = (unit) => [expandField('*', unit)[0], expandField('*', unit).at(-1)];
  assert.deepEqual(['minute', 'hour', 'day', 'month'].map(ends), [
    [0, 59],
    [0, 23],
    [1, 31],
    [1, 12],
  ]);
});

test('seven is Sunday too', () => {
  assert.deepEqual(expandField('5-7', 'weekday'), [0, 5, 6]);
  assert.deepEqual(expandField('7', 'day'), [7]);
  assert.throws(() => expandField('8', 'weekday'), RangeError);
});

test('all fields must match', () => {
  assert.equal(cronMatches('* * * * *', moment), true);
  assert.equal(cronMatches('30 9 15 5 *', moment), true);
  assert.equal(cronMatches('31 9 15 5 *', moment), false);
  assert.equal(cronMatches('30 8 15 5 *', moment), false);
  assert.equal(cronMatches('30 9 15 6 *', moment), false);
});

test('a single restricted day field must match', () => {
  assert.equal(cronMatches('* * 14 * *', moment), false);
  assert.equal(cronMatches('* * * * 2', moment), false);
  assert.equal(cronMatches('* * * * 1', moment), true);
});

test('of two restricted day fields either may match', () => {
  assert.equal(cronMatches('* * 15 * 2', moment), true);
  assert.equal(cronMatches('* * 14 * 1', moment), true);
  assert.equal(cronMatches('* * 14 * 2', moment), false);
});

test('an expression has five fields', () => {
  assert.throws(() => cronMatches('* * * *', moment), /five fields/);
  assert.throws(() => cronMatches('* * * * * *', moment), SyntaxError);
  assert.equal(cronMatches('  * *  * * * ', moment), true);
});

test('zero is Sunday', () => {
  assert.deepEqual(expandField('0', 'weekday'), [0]);
});

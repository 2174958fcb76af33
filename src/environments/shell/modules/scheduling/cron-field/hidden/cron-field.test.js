import assert from 'node:assert/strict';
import test from 'node:test';
import { cronMatches, expandField } from '../src/cron-field.js';
import { expandTerm } from '../src/terms.js';

// Sunday, 31 December, 23:59
const moment = { minute: 59, hour: 23, day: 31, month: 12, weekday: 0 };

test('steps start at the low end and respect the high end', () => {
  assert.deepEqual(expandTerm('*/5', 1, 31), [1, 6, 11, 16, 21, 26, 31]);
  assert.deepEqual(expandTerm('0-23/7', 0, 23), [0, 7, 14, 21]);
  assert.deepEqual(expandTerm('20/3', 0, 23), [20, 23]);
  assert.deepEqual(expandTerm('6-6/2', 0, 23), [6]);
});

test('limits are checked on both sides', () => {
  assert.throws(() => expandField('60', 'minute'), RangeError);
  assert.throws(() => expandField('24', 'hour'), RangeError);
  assert.throws(() => expandField('0', 'day'), RangeError);
  assert.throws(() => expandField('32', 'day'), RangeError);
  assert.throws(() => expandField('0-3', 'month'), RangeError);
  assert.throws(() => expandField('13', 'month'), RangeError);
  assert.throws(() => expandField('9-8', 'hour'), RangeError);
  assert.deepEqual(expandField('59,0', 'minute'), [0, 59]);
});

test('syntax errors in any term', () => {
  for (const field of ['1,,2', '1-2-3', '*/', '-1', '1/2/3', '1 2', '**']) {
    assert.throws(() => expandField(field, 'minute'), SyntaxError);
  }
});

test('weekdays fold Sunday in ranges and lists', () => {
  assert.deepEqual(expandField('*', 'weekday'), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(expandField('7,0,3', 'weekday'), [0, 3]);
  assert.deepEqual(expandField('7,8', 'month'), [7, 8]);
});

test('matches the last minute of the year', () => {
  assert.equal(cronMatches('59 23 31 12 *', moment), true);
  assert.equal(cronMatches('*/2 23 31 12 *', moment), false);
  assert.equal(cronMatches('59 0-22 31 12 *', moment), false);
  assert.equal(cronMatches('59 23 * 1-11 *', moment), false);
  assert.equal(cronMatches('59 23 * * 7', moment), true);
});

test('day fields combine as in cron', () => {
  assert.equal(cronMatches('* * 31 * 1-5', moment), true);
  assert.equal(cronMatches('* * 1 * 7', moment), true);
  assert.equal(cronMatches('* * 1 * 1-6', moment), false);
  assert.equal(cronMatches('* * 1-30 * *', moment), false);
  assert.equal(cronMatches('* * * * 1-6', moment), false);
  assert.equal(cronMatches('0 * 31 * 0', moment), false);
});

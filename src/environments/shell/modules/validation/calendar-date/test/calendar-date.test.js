import assert from 'node:assert/strict';
import test from 'node:test';
import { dayOfYear, daysInMonth, isLeapYear, parseDate, weekday } from '../src/calendar-date.js';

test('leap years skip three of four centuries', () => {
  assert.deepEqual([2023, 2024, 1900, 2000, 2100, 2400].map(isLeapYear), [
    false,
    true,
    false,
    true,
    false,
    true,
  ]);
});

test('months have 30 or 31 days', () => {
  assert.deepEqual(
    [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => daysInMonth(2023, month)),
    [31, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
  );
});

test('February depends on the year', () => {
  assert.equal(daysInMonth(2023, 2), 28);
  assert.equal(daysInMonth(2024, 2), 29);
});

test('reads dates that exist', () => {
  assert.deepEqual(parseDate('2024-02-29'), { year: 2024, month: 2, day: 29 });
  assert.deepEqual(parseDate('1999-12-31'), { year: 1999, month: 12, day: 31 });
  assert.deepEqual(parseDate('0001-01-01'), { year: 1, month: 1, day: 1 });
});

test('refuses days that do not exist', () => {
  assert.equal(parseDate('2023-02-29'), null);
  assert.equal(parseDate('2023-04-31'), null);
  assert.equal(parseDate('2023-04-00'), null);
});

test('refuses months that do not exist', () => {
  assert.equal(parseDate('2023-00-10'), null);
  assert.equal(parseDate('2023-13-10'), null);
});

test('refuses other notations', () => {
  assert.equal(parseDate('2023-1-01'), null);
  assert.equal(parseDate('01-01-2023'), null);
  assert.equal(parseDate('2023-01-01T00'), null);
});

test('counts the days of a year', () => {
  assert.equal(dayOfYear({ year: 2023, month: 1, day: 1 }), 1);
  assert.equal(dayOfYear({ year: 2023, month: 3, day: 1 }), 60);
  assert.equal(dayOfYear({ year: 2024, month: 3, day: 1 }), 61);
  assert.equal(dayOfYear({ year: 2024, month: 12, day: 31 }), 366);
});

test('knows the weekday', () => {
  assert.equal(weekday({ year: 2024, month: 2, day: 29 }), 4);
  assert.equal(weekday({ year: 2000, month: 1, day: 1 }), 6);
  assert.equal(weekday({ year: 1900, month: 1, day: 1 }), 1);
  assert.equal(weekday({ year: 1, month: 1, day: 7 }), 0);
});

test('century leap rules reach the weekday', () => {
  assert.equal(weekday({ year: 2001, month: 1, day: 1 }), 1);
  assert.equal(weekday({ year: 1601, month: 1, day: 1 }), 1);
  assert.equal(weekday({ year: 1801, month: 1, day: 1 }), 4);
});

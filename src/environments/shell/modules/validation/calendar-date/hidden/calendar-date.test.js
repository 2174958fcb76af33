import assert from 'node:assert/strict';
import test from 'node:test';
import { dayOfYear, daysInMonth, isLeapYear, parseDate, weekday } from '../src/calendar-date.js';

test('four centuries hold 97 leap years', () => {
  let leaps = 0;
  for (let year = 1601; year <= 2000; year++) if (isLeapYear(year)) leaps += 1;
  assert.equal(leaps, 97);
});

test('the months of a year add up', () => {
  for (const [year, days] of [
    [2023, 365],
    [2024, 366],
    [1900, 365],
    [2000, 366],
  ]) {
    let total = 0;
    for (let month = 1; month <= 12; month++) {
      assert.equal(dayOfYear({ year, month, day: 1 }), total + 1);
      total += daysInMonth(year, month);
    }
    assert.equal(total, days);
  }
});

test('weekdays advance by one from day to day', () => {
  let expected = weekday({ year: 1999, month: 1, day: 1 });
  assert.equal(expected, 5);
  for (let year = 1999; year <= 2001; year++) {
    for (let month = 1; month <= 12; month++) {
      for (let day = 1; day <= daysInMonth(year, month); day++) {
        assert.equal(weekday({ year, month, day }), expected);
        expected = (expected + 1) % 7;
      }
    }
  }
});

test('known weekdays across centuries', () => {
  assert.equal(weekday({ year: 1969, month: 7, day: 20 }), 0);
  assert.equal(weekday({ year: 1815, month: 6, day: 18 }), 0);
  assert.equal(weekday({ year: 2100, month: 3, day: 1 }), 1);
});

test('the last day of each month is valid, the next one is not', () => {
  for (let month = 1; month <= 12; month++) {
    for (const year of ['2100', '2096']) {
      const last = daysInMonth(Number(year), month);
      const name = String(month).padStart(2, '0');
      assert.deepEqual(parseDate(`${year}-${name}-${last}`), { year: Number(year), month, day: last });
      assert.equal(parseDate(`${year}-${name}-${last + 1}`), null);
      assert.equal(parseDate(`${year}-${name}-00`), null);
    }
  }
});

test('malformed dates', () => {
  for (const text of [
    '',
    '2024/01/01',
    '24-01-01',
    ' 2024-01-01',
    '2024-01-1',
    '2024-99-01',
    '-024-01-01',
    '2024-00-01',
  ]) {
    assert.equal(parseDate(text), null);
  }
});

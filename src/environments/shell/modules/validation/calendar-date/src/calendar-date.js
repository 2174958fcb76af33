/** Whether a Gregorian year has a 29 February. */
export function isLeapYear(year) {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Number of days in a month (1 to 12). */
export function daysInMonth(year, month) {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Reads `YYYY-MM-DD` as { year, month, day }; null when no such day exists. */
export function parseDate(text) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return null;
  const [year, month, day] = match.slice(1).map(Number);
  if (month < 1 || month > 12) return null;
  if (day < 1 || day > daysInMonth(year, month)) return null;
  return { year, month, day };
}

/** Position of a date in its year, 1 for 1 January. */
export function dayOfYear({ year, month, day }) {
  let total = day;
  for (let earlier = 1; earlier < month; earlier++) total += daysInMonth(year, earlier);
  return total;
}

/** Weekday of a date from 0 for Sunday to 6, counted from the days since year 1. */
export function weekday(date) {
  const past = date.year - 1;
  const leapDays = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  return (past + leapDays + dayOfYear(date)) % 7;
}

import { expandTerm } from './terms.js';

const LIMITS = { minute: [0, 59], hour: [0, 23], day: [1, 31], month: [1, 12], weekday: [0, 7] };

/** Sorted numbers that a comma-separated cron field matches; Sunday is always 0. */
export function expandField(field, unit) {
  const [min, max] = LIMITS[unit];
  const numbers = field.split(',').flatMap((term) => expandTerm(term, min, max));
  const folded = numbers.map((value) => (unit === 'weekday' ? value % 7 : value));
  return [...new Set(folded)].sort((a, b) => a - b);
}

/**
 * Whether a five-field cron expression matches { minute, hour, day, month, weekday }.
 * As in cron, restricting both day fields means that either may match.
 */
export function cronMatches(expression, moment) {
  const fields = expression.trim().split(/\s+/);
  const units = Object.keys(LIMITS);
  if (fields.length !== units.length) throw new SyntaxError('a cron expression has five fields');
  const fits = Object.fromEntries(
    units.map((unit, index) => [unit, expandField(fields[index], unit).includes(moment[unit])]),
  );
  const eitherDay = fields[2] !== '*' && fields[4] !== '*';
  const dayFits = eitherDay ? fits.day || fits.weekday : fits.day && fits.weekday;
  return fits.minute && fits.hour && fits.month && dayFits;
}

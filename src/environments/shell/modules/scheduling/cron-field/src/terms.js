/**
 * Expands one term of a cron field, such as `*`, `5`, `1-5`, `0-59/15` or `5/10`,
 * to its numbers. A step after a single number runs up to the maximum.
 */
export function expandTerm(term, min, max) {
  const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(term);
  if (match === null) throw new SyntaxError(`bad cron term: ${term}`);
  const [, first, last, interval] = match;
  const low = Number(first ?? min);
  const high = Number(last ?? (first === undefined || interval !== undefined ? max : first));
  const step = Number(interval ?? 1);
  if (low < min || high > max || low > high || step === 0) {
    throw new RangeError(`cron term out of range: ${term}`);
  }
  const numbers = [];
  for (let value = low; value <= high; value += step) numbers.push(value);
  return numbers;
}

const UNITS = [
  ['w', 604800],
  ['d', 86400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
];

/**
 * Seconds of a duration such as `1h30m`, `-2d 4h`, `1.5h` or a clock `mm:ss` or
 * `hh:mm:ss`. Each unit may appear once and only from large to small.
 * @param {string} text
 * @returns {number}
 */
export function parseDuration(text) {
  const body = text.trim();
  const negative = body.startsWith('-');
  const clock = /^-?(?:(\d+):)?(\d+):(\d\d)$/.exec(body);
  if (clock !== null) {
    const [, hours = '0', minutes, rest] = clock;
    if (Number(rest) >= 60) throw new RangeError('seconds must be below 60');
    const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
    return negative ? -seconds : seconds;
  }
  let remaining = negative ? body.slice(1) : body;
  if (remaining === '') throw new SyntaxError('empty duration');
  let seconds = 0;
  for (const [unit, factor] of UNITS) {
    const match = /^(\d+(?:\.\d+)?)([a-z])\s*/.exec(remaining);
    if (match === null || match[2] !== unit) continue;
    seconds += Number(match[1]) * factor;
    remaining = remaining.slice(match[0].length);
  }
  if (remaining !== '') throw new SyntaxError(`cannot read "${remaining}"`);
  return negative ? -seconds : seconds;
}

/**
 * Writes whole seconds with at most `parts` units, dropping what is smaller.
 * @param {number} seconds
 * @param {number} [parts]
 * @returns {string}
 */
export function formatDuration(seconds, parts = UNITS.length) {
  let rest = Math.floor(Math.abs(seconds));
  const pieces = [];
  for (const [unit, factor] of UNITS) {
    const count = Math.floor(rest / factor);
    if (count > 0 && pieces.length < parts) pieces.push(`${count}${unit}`);
    rest %= factor;
  }
  if (pieces.length === 0) return '0s';
  return (seconds < 0 ? '-' : '') + pieces.join(' ');
}

/**
 * The one place that writes numbers for people: three significant digits with their unit; the
 * exact value is what `exact` gives, for the tooltip.
 */

const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const scientific = new Intl.NumberFormat('en', { notation: 'scientific', maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** U+2212: as wide as a plus and a digit, unlike the hyphen. */
const withMinus = (text: string): string => text.replace('-', '−');

/** Thin no-break space between a number and its unit. */
const UNIT_SPACE = '\u202f';

/** What is shown where a figure does not exist. */
const NO_VALUE = '—';

/** Three significant digits; very small and very large magnitudes as powers of ten. */
export function formatNumber(value: number | null | undefined, unit?: string): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NO_VALUE;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const magnitude = Math.abs(value);
  const text =
    magnitude !== 0 && (magnitude < 1e-3 || magnitude >= 1e7)
      ? scientific.format(value).replace(/E(-?)(\d+)/, (_, sign: string, digits: string) => {
          return `×10${sign === '-' ? '⁻' : ''}${superscript(digits)}`;
        })
      : significant.format(value);
  return withMinus(text) + (unit ? UNIT_SPACE + unit : '');
}

function superscript(digits: string): string {
  return Array.from(digits, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
}

/** A number of things: exact, with grouping. */
export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined ? NO_VALUE : withMinus(whole.format(value));
}

/** A share in [0, 1] as a percentage. */
export function formatRate(rate: number | null | undefined): string {
  if (rate === null || rate === undefined || Number.isNaN(rate)) return NO_VALUE;
  return `${percentDigits(rate)}${UNIT_SPACE}%`;
}

/** A share on an axis, where ticks are round: whole percent. */
export function formatRateTick(rate: number): string {
  return `${withMinus((rate * 100).toFixed(0))}${UNIT_SPACE}%`;
}

/** A 95 % interval of shares, e.g. `74.1–87 %`. */
export function formatRateInterval(interval: readonly [number, number]): string {
  return `${percentDigits(interval[0])}–${percentDigits(interval[1])}${UNIT_SPACE}%`;
}

/** Three digits of a percentage are one decimal; a share that is not 0 is never shown as 0. */
function percentDigits(rate: number): string {
  const percent = rate * 100;
  if (percent > 0 && percent < 0.05) return '<0.1';
  return withMinus(percent === 0 || percent >= 99.95 ? percent.toFixed(0) : percent.toFixed(1));
}

/** A p value: three digits, and below 0.001 only that it is. */
export function formatPValue(p: number): string {
  return p < 0.001 ? '<0.001' : significant.format(p);
}

/** Bytes in decimal units. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return NO_VALUE;
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let index = 0;
  while (value >= 999.5 && index < units.length - 1) {
    value /= 1000;
    index += 1;
  }
  return `${significant.format(value)}${UNIT_SPACE}${units[index]}`;
}

/** Seconds as people say them: `12.3 s`, `4 min 05 s`, `1 h 02 min`. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return NO_VALUE;
  if (seconds < 59.95) return `${significant.format(seconds)}${UNIT_SPACE}s`;
  const rounded = Math.round(seconds);
  if (rounded < 3600) return `${Math.floor(rounded / 60)}${UNIT_SPACE}min ${pad(rounded % 60)}${UNIT_SPACE}s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}${UNIT_SPACE}h ${pad(minutes % 60)}${UNIT_SPACE}min`;
}

/** Time left: whole seconds, since more digits would only flicker. */
export function formatTimeLeft(seconds: number): string {
  return formatDuration(Math.max(0, Math.round(seconds)));
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** The first eight digits of a hash: enough to tell checkpoints apart by eye. */
export function shortId(hash: string): string {
  return /^[0-9a-f]{64}$/.test(hash) ? hash.slice(0, 8) : hash;
}

/** The exact value, as the tooltip shows it. */
export function exact(value: number | null | undefined, unit?: string): string {
  if (value === null || value === undefined) return NO_VALUE;
  return String(value) + (unit ? ` ${unit}` : '');
}

/** Date and time of an ISO string in the reader's own zone. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return NO_VALUE;
  return new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time);
}

/** A figure as people read it, with its exact value in the tooltip. */
import {
  exact,
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatPValue,
  formatRate,
  shortId,
} from './format.ts';

const WRITERS = {
  number: formatNumber,
  count: formatCount,
  rate: formatRate,
  bytes: formatBytes,
  duration: formatDuration,
  p: (value: number | null | undefined) =>
    value === null || value === undefined ? formatNumber(null) : formatPValue(value),
} as const;

/** One number. `kind` says how it is written. */
export function Figure({
  value,
  kind = 'number',
}: {
  value: number | null | undefined;
  kind?: keyof typeof WRITERS;
}) {
  return (
    <span class="num" title={exact(value)}>
      {WRITERS[kind](value)}
    </span>
  );
}

/** A hash, shortened; the whole one in the tooltip. */
export function Hash({ of }: { of: string }) {
  return (
    <code class="hash" title={of}>
      {shortId(of)}
    </code>
  );
}

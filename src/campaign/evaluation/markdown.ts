/** Tables and figures of reports, for people. */

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Both ends of an interval. */
export function interval([low, high]: readonly [number, number], format: (value: number) => string): string {
  return `${format(low)} to ${format(high)}`;
}

/** A rate in percent. */
export function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`;
}

/** A difference of rates in percentage points, with its sign. */
export function signed(difference: number): string {
  const text = Math.abs(100 * difference).toFixed(1);
  return `${text === '0.0' ? '±' : difference < 0 ? '−' : '+'}${text}`;
}

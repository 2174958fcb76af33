/** Plots of reports: SVG documents that need nothing else, on a white ground so that they read in any theme. */

/** A figure with its interval, on a line of its own. */
export interface IntervalRow {
  name: string;
  value: number;
  ci95: readonly [number, number];
}

/** A line with a band around it. */
export interface BandSeries {
  name: string;
  points: readonly { x: number; y: number; ci95: readonly [number, number] }[];
}

const WIDTH = 640;
const FONT = 'font-family="system-ui, sans-serif" font-size="12"';
/** Distinguishable with any colour vision (Okabe, Ito 2008); dashes tell lines apart without colour. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#555555'];
const DASHES = ['', '6 3', '2 3', '8 3 2 3', '10 4', '4 4', '1 4'];
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Rates in [0, 1] with their intervals, one below the other. */
export function intervalPlot(title: string, rows: readonly IntervalRow[]): string {
  const [left, right, top, step] = [220, WIDTH - 24, 40, 24];
  const bottom = top + rows.length * step;
  const x = (rate: number) => fixed(left + rate * (right - left));
  const grid = TICKS.map(
    (tick) =>
      `<line x1="${x(tick)}" y1="${top - 6}" x2="${x(tick)}" y2="${bottom}" stroke="#dddddd"/>` +
      label(x(tick), bottom + 16, `${100 * tick} %`, 'middle'),
  );
  const marks = rows.map(({ name, value, ci95: [low, high] }, i) => {
    const y = top + (i + 0.5) * step;
    const colour = COLOURS[i === 0 ? 0 : COLOURS.length - 1];
    return (
      label(left - 10, y + 4, name, 'end') +
      `<line x1="${x(low)}" y1="${y}" x2="${x(high)}" y2="${y}" stroke="${colour}" stroke-width="2"/>` +
      `<circle cx="${x(value)}" cy="${y}" r="4" fill="${colour}"/>`
    );
  });
  return svg(title, bottom + 28, [...grid, ...marks]);
}

/** Lines of rates in [0, 1] with their bands over a common axis. */
export function bandPlot(
  title: string,
  xAxis: { label: string; format: (x: number) => string },
  series: readonly BandSeries[],
): string {
  const [left, right, top, bottom] = [56, WIDTH - 200, 40, 300];
  const xs = series.flatMap(({ points }) => points.map((point) => point.x));
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const x = (value: number) =>
    fixed(most === least ? left : left + ((value - least) / (most - least)) * (right - left));
  const y = (rate: number) => fixed(bottom - rate * (bottom - top));
  const grid = TICKS.flatMap((tick) => [
    `<line x1="${left}" y1="${y(tick)}" x2="${right}" y2="${y(tick)}" stroke="#dddddd"/>`,
    label(left - 8, Number(y(tick)) + 4, `${100 * tick} %`, 'end'),
  ]);
  const axis = [
    label(left, bottom + 18, xAxis.format(least), 'start'),
    label(right, bottom + 18, xAxis.format(most), 'end'),
    label((left + right) / 2, bottom + 34, xAxis.label, 'middle'),
  ];
  const lines = series.map(({ name, points }, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const dash = `stroke="${colour}" stroke-width="2" stroke-dasharray="${DASHES[i % DASHES.length]}"`;
    const path = (some: readonly (readonly [number, number])[]) =>
      some.map(([px, py]) => `${x(px)},${y(py)}`).join(' ');
    const low = points.map((point) => [point.x, point.ci95[0]] as const);
    const high = points.map((point) => [point.x, point.ci95[1]] as const);
    const row = top + 8 + i * 20;
    return (
      `<polygon points="${path([...low, ...high.toReversed()])}" fill="${colour}" fill-opacity="0.12"/>` +
      `<polyline points="${path(points.map((point) => [point.x, point.y] as const))}" fill="none" ${dash}/>` +
      `<line x1="${right + 12}" y1="${row}" x2="${right + 36}" y2="${row}" ${dash}/>` +
      label(right + 42, row + 4, name, 'start')
    );
  });
  return svg(title, bottom + 44, [...grid, ...axis, ...lines]);
}

function svg(title: string, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}" ${FONT}>
<rect width="100%" height="100%" fill="#ffffff"/>
${label(16, 22, title, 'start')}
${parts.join('\n')}
</svg>
`;
}

function label(x: number | string, y: number, text: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${fixed(y)}" text-anchor="${anchor}" fill="#222222">${escaped(text)}</text>`;
}

const fixed = (value: number) => String(Math.round(value * 100) / 100);

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

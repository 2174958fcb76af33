/** A live chart: uPlot, redrawn at most once a frame, in the colours of the theme. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { exact, formatNumber } from './format.ts';
import { Glyph, type GlyphName } from './glyph.tsx';
import { latestOf, stackColumns } from './learning-series.ts';
import { t } from './messages.ts';
import { paletteVersion } from './theme.ts';

/** One column of a chart. */
export interface ChartSeries {
  label: string;
  /** CSS custom property with the colour, e.g. `--env-shell`. */
  colour: string;
  /** `line` for a curve, `points` for measurements that stand alone, `bars` to be stacked. */
  mark: 'line' | 'points' | 'bars';
  values: (number | null)[];
  /** Shape beside the colour in the legend. */
  glyph?: GlyphName;
}

/** A level to compare the curves with: a thin line across the whole chart. */
export interface ChartReference {
  label: string;
  /** Its name beside the line, where there is little room. */
  short: string;
  colour: string;
  value: number;
}

/** What a chart shows. */
export interface ChartProps {
  title: string;
  hint: string;
  x: number[];
  series: ChartSeries[];
  references?: readonly ChartReference[];
  /** Height of the plot in CSS pixels. */
  height: number;
  /** Fixed ends of the y axis; by default they follow the data. */
  range?: [number, number];
  format?: (value: number | null) => string;
  /** How the y axis writes its round values; by default as `format`. */
  tick?: (value: number) => string;
  /** Small multiples leave out what their neighbours already show. */
  compact?: boolean;
}

const css = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#888';

function withAlpha(colour: string, percent: number): string {
  return `color-mix(in srgb, ${colour} ${percent}%, transparent)`;
}

/** Charts waiting to be made: one a task, so that a page full of them never blocks the thread. */
const waiting: (() => void)[] = [];

function makeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(makeNext);
}

/** Calls `make` in a task of its own; the result takes it back. */
function inTurn(make: () => void): () => void {
  waiting.push(make);
  if (waiting.length === 1) setTimeout(makeNext);
  return () => {
    const place = waiting.indexOf(make);
    // The first one's task is on its way: it must find something to call.
    if (place >= 0) waiting[place] = () => undefined;
  };
}

const REFERENCE_FONT = 10;
/** Room between a reference line and its label, in CSS pixels. */
const REFERENCE_GAP = 3;

/** Draws the levels to compare with, under the curves. */
function drawReferences(plot: uPlot, references: readonly ChartReference[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { colour, value } of references) {
    const y = Math.round(plot.valToPos(value, 'y', true)) + devicePixelRatio / 2;
    ctx.strokeStyle = withAlpha(css(colour), 70);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * Names the levels, under the curves, for no name may hide data. A curve that learns goes from the
 * lower left to the upper right, so names keep to the other two corners.
 */
function nameReferences(plot: uPlot, references: readonly ChartReference[]): void {
  const { ctx, bbox } = plot;
  const gap = REFERENCE_GAP * devicePixelRatio;
  ctx.save();
  ctx.font = `${REFERENCE_FONT * devicePixelRatio}px ${css('--font')}`;
  ctx.lineJoin = 'round';
  ctx.lineWidth = 2 * gap;
  ctx.strokeStyle = css('--panel');
  for (const { short, colour, value } of references) {
    const y = plot.valToPos(value, 'y', true);
    const high = y < bbox.top + bbox.height / 2;
    const under = y - bbox.top < REFERENCE_FONT * devicePixelRatio + gap;
    const x = high ? bbox.left + gap : bbox.left + bbox.width - gap;
    ctx.fillStyle = css(colour);
    ctx.textAlign = high ? 'left' : 'right';
    ctx.textBaseline = under ? 'top' : 'bottom';
    const baseline = y + (under ? gap : -gap);
    ctx.strokeText(short, x, baseline);
    ctx.fillText(short, x, baseline);
  }
  ctx.restore();
}

/** Everything of uPlot's options that depends on structure and colours, not on the data. */
function optionsOf(
  props: ChartProps,
  size: { width: number; height: number },
  onCursor: (index: number | null) => void,
  references: () => readonly ChartReference[],
): uPlot.Options {
  const ink = css('--ink-muted');
  const grid = { stroke: css('--grid'), width: 1 };
  const font = `11px ${css('--font')}`;
  const stacked = props.series.some((one) => one.mark === 'bars');
  const series = props.series.map((one): uPlot.Series => {
    const colour = css(one.colour);
    if (one.mark === 'bars') {
      const paths = uPlot.paths.bars?.({ size: [0.72, 22, 1], gap: 1 });
      return {
        label: one.label,
        fill: colour,
        width: 0,
        points: { show: false },
        ...(paths ? { paths } : {}),
      };
    }
    if (one.mark === 'points') {
      return {
        label: one.label,
        stroke: withAlpha(colour, 45),
        width: 1,
        dash: [3, 3],
        spanGaps: true,
        points: { show: true, size: 7, fill: colour, stroke: css('--panel'), width: 1.5 },
      };
    }
    return {
      label: one.label,
      stroke: colour,
      width: 1.6,
      spanGaps: true,
      points: { show: (_self, _index, from, to) => to - from < 2, size: 5, fill: colour },
    };
  });
  return {
    ...size,
    padding: [6, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
    scales: {
      // From the data itself: of a single place uPlot would make a range of a hundred.
      x: { time: false, range: (self) => rangeOfPlaces(self.data[0], stacked) },
      y: {
        range: (_self, min, max) => {
          if (props.range) return props.range;
          if (min === null || max === null) return [0, 1];
          if (stacked) return [0, max];
          return uPlot.rangeNum(min, max, 0.12, true);
        },
      },
    },
    axes: [
      {
        stroke: ink,
        grid: { show: false },
        ticks: { show: false },
        font,
        size: props.compact ? 18 : 20,
        gap: 2,
        space: 44,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
      },
      {
        stroke: ink,
        grid,
        ticks: { show: false },
        font,
        size: props.compact ? 44 : 40,
        gap: 4,
        space: props.compact ? 24 : 28,
        values: (_self, ticks) => ticks.map((tick) => (props.tick ?? props.format ?? formatNumber)(tick)),
      },
    ],
    series: [{}, ...series],
    hooks: {
      drawAxes: [
        (self) => {
          drawReferences(self, references());
          nameReferences(self, references());
        },
      ],
      setCursor: [
        (self) =>
          onCursor(
            self.cursor.left !== undefined && self.cursor.left >= 0 ? (self.cursor.idx ?? null) : null,
          ),
      ],
    },
  };
}

/** Ends of the x axis: bars, and a place that stands alone, need room on both sides. */
function rangeOfPlaces(places: ArrayLike<number>, stacked: boolean): [number, number] {
  const first = places[0] ?? 0;
  const last = places[places.length - 1] ?? first;
  const margin = stacked ? 0.6 : first === last ? 0.5 : 0;
  return [first - margin, last + margin];
}

/** Columns in the order uPlot draws them: of stacked bars the tallest first, the others over it. */
function dataOf(props: ChartProps): uPlot.AlignedData {
  const columns = props.series.map((one) => one.values);
  const stacked = props.series.some((one) => one.mark === 'bars');
  if (!stacked) return [props.x, ...columns];
  // Series are given from the top of the stack down, so that the first one's total is the whole.
  return [props.x, ...stackColumns(columns.toReversed()).toReversed()];
}

/** A chart with its title, legend, readout and hint. */
export function Chart(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const frame = useRef(0);
  const [cursor, setCursor] = useState<number | null>(null);
  const format = props.format ?? formatNumber;
  const data = useMemo(() => dataOf(props), [props.x, props.series]);
  const shape = props.series.map((one) => `${one.label} ${one.colour} ${one.mark}`).join('|');
  const palette = paletteVersion.value;
  const hasData = props.x.length > 0;
  const latest = useRef({ props, data });
  latest.current = { props, data };

  // Structure or colours changed: another uPlot. The data of a living one is only replaced.
  useEffect(() => {
    const element = host.current;
    if (element === null || !hasData) return;
    const width = () => Math.max(40, Math.floor(element.clientWidth));
    let made: uPlot | null = null;
    const observer = new ResizeObserver(() => {
      if (made === null || width() === made.width) return;
      made.setSize({ width: width(), height: latest.current.props.height });
    });
    const takeBack = inTurn(() => {
      const size = { width: width(), height: latest.current.props.height };
      const references = () => latest.current.props.references ?? [];
      const options = optionsOf(latest.current.props, size, setCursor, references);
      made = new uPlot(options, latest.current.data, element);
      plot.current = made;
      observer.observe(element);
    });
    return () => {
      takeBack();
      observer.disconnect();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      plot.current = null;
      made?.destroy();
    };
  }, [shape, palette, hasData, props.height]);

  useEffect(() => {
    if (plot.current === null || frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      plot.current?.setData(latest.current.data);
    });
  }, [data]);

  const at = cursor !== null && cursor < props.x.length ? cursor : null;
  const place = at === null ? null : (props.x[at] ?? null);
  const shown = props.series.map((one) => ({
    ...one,
    value: at === null ? latestOf(one.values) : (one.values[at] ?? null),
  }));
  // Bars are given from the top of the stack down, and read from its foot up.
  const legend = shown[0]?.mark === 'bars' ? shown.toReversed() : shown;
  const references = props.references ?? [];
  const readout = [...legend, ...references].map((one) => `${one.label} ${format(one.value)}`).join(', ');
  return (
    <figure class={props.compact ? 'chart chart-compact' : 'chart'}>
      <figcaption>
        <span class="chart-title" title={props.compact ? props.hint : undefined}>
          {props.title}
          {place === null ? null : (
            <span class="chart-at">{t('learning.at', { epoch: formatNumber(place) })}</span>
          )}
        </span>
        <span class="chart-legend">
          {legend.map((one) => (
            <span class={`key key-${one.mark}`} key={one.label} title={exact(one.value)}>
              <span class="key-colour" style={{ color: `var(${one.colour})` }} aria-hidden="true">
                {one.glyph === undefined ? <span class="swatch" /> : <Glyph name={one.glyph} size={9} />}
              </span>
              {props.compact && shown.length === 1 ? null : <span class="key-name">{one.label}</span>}
              <span class="num">{format(one.value)}</span>
            </span>
          ))}
          {references.map(({ label, colour, value }) => (
            <span class="key key-reference" key={label} title={exact(value)}>
              <span class="key-colour" style={{ color: `var(${colour})` }} aria-hidden="true">
                <span class="swatch" />
              </span>
              <span class="key-name">{label}</span>
              <span class="num">{format(value)}</span>
            </span>
          ))}
        </span>
      </figcaption>
      <div
        class="plot"
        ref={host}
        role="img"
        style={{ height: `${props.height}px` }}
        aria-label={t('learning.chart.label', {
          title: props.title,
          readout: hasData ? readout : t('learning.noData'),
        })}
      >
        {hasData ? null : <span class="plot-empty">{t('learning.noData')}</span>}
      </div>
      <p class="hint">{props.hint}</p>
    </figure>
  );
}

/** Turns rows of metrics into the aligned columns that a chart draws. Pure. */
import type { MetricRow } from '../core/campaign-store.ts';
import { EnvironmentId } from '../core/contracts.ts';

/** A metric, pooled over environments or of one of them. */
export interface MetricName {
  name: string;
  environment: EnvironmentId | null;
}

/** Columns on one x axis; a gap is null. */
export interface AlignedColumns {
  /** Epochs; a round lies within its epoch. */
  x: number[];
  /** One column per asked name, as long as `x`. */
  columns: (number | null)[][];
}

/** Key of a metric in a row's values. */
function keyOf({ name, environment }: MetricName): string {
  return environment === null ? name : `${name}/${environment}`;
}

/** Every key that occurs in the rows. */
export function metricKeys(rows: readonly MetricRow[]): Set<string> {
  const keys = new Set<string>();
  for (const row of rows) for (const key of Object.keys(row.values)) keys.add(key);
  return keys;
}

/**
 * Which forms of a metric there are: one per environment where there are any, else the pooled
 * one, which belongs to the only environment when there is just one.
 */
export function metricForms(keys: ReadonlySet<string>, name: string): MetricName[] {
  const perEnvironment = EnvironmentId.options
    .map((environment) => ({ name, environment }))
    .filter((form) => keys.has(keyOf(form)));
  if (perEnvironment.length > 0) return perEnvironment;
  return keys.has(name) ? [{ name, environment: null }] : [];
}

/**
 * Place of a row on the x axis. `rounds` is how many an epoch has; rows of a whole epoch have no
 * round, and evaluations one past the last: both stand at their epoch's number.
 */
function placeOf({ epoch, round }: MetricRow, rounds: number): number {
  return round === null || round >= rounds ? epoch : epoch + round / rounds;
}

/** Columns of some metrics, at the places where at least one of them has a value. */
export function alignColumns(
  rows: readonly MetricRow[],
  names: readonly MetricName[],
  rounds: number,
): AlignedColumns {
  const places = new Map<number, (number | null)[]>();
  names.forEach((name, index) => {
    const key = keyOf(name);
    for (const row of rows) {
      const value = row.values[key];
      if (value === undefined || !Number.isFinite(value)) continue;
      const place = placeOf(row, rounds);
      const cells = places.get(place) ?? names.map(() => null);
      cells[index] = value;
      places.set(place, cells);
    }
  });
  const x = Array.from(places.keys()).sort((a, b) => a - b);
  return { x, columns: names.map((_, index) => x.map((place) => places.get(place)?.[index] ?? null)) };
}

/** Running totals of columns, for bars drawn one on the other: the last column is the whole. */
export function stackColumns(columns: readonly (number | null)[][]): (number | null)[][] {
  const total = (columns[0] ?? []).map(() => 0);
  return columns.map((column) =>
    column.map((value, index) => {
      total[index] = (total[index] ?? 0) + (value ?? 0);
      return total[index] ?? 0;
    }),
  );
}

/** A baseline's success on the validation tasks of an environment. */
export interface BaselineLevel {
  name: string;
  environment: EnvironmentId;
  successRate: number;
}

/**
 * The levels that say how good a student is: random and oracle, which bound the tasks, and the
 * scripted baselines in `scripted`. Only validation: held-out figures are for claims.
 */
export function baselineLevels(rows: readonly MetricRow[], scripted: readonly string[]): BaselineLevel[] {
  return EnvironmentId.options.flatMap((environment) =>
    ['random', 'oracle', ...scripted].flatMap((name) => {
      const key = keyOf({ name: `eval/baseline/${name}`, environment });
      const successRate = rows.findLast((row) => row.values[key] !== undefined)?.values[key];
      return successRate === undefined ? [] : [{ name, environment, successRate }];
    }),
  );
}

/** The last value of a column. */
export function latestOf(column: readonly (number | null)[]): number | null {
  return column.findLast((value) => value !== null) ?? null;
}

import { expect, it } from 'vitest';
import type { MetricRow } from '../core/campaign-store.ts';
import {
  alignColumns,
  baselineLevels,
  latestOf,
  metricForms,
  metricKeys,
  stackColumns,
} from './learning-series.ts';
import { mergeMetrics } from './model.ts';

const row = (epoch: number, round: number | null, values: Record<string, number>): MetricRow => ({
  campaignId: 'c',
  epoch,
  round,
  values,
});

it('draws one curve per environment when a metric has them, and the pooled one otherwise', () => {
  const keys = metricKeys([row(0, 0, { 'a/shell': 1, 'a/browser': 2, a: 3, b: 4 })]);
  expect(metricForms(keys, 'a').map((form) => form.environment)).toEqual(['shell', 'browser']);
  expect(metricForms(keys, 'b')).toEqual([{ name: 'b', environment: null }]);
  expect(metricForms(keys, 'missing')).toEqual([]);
});

it('places rounds within their epoch, evaluations at its number, and leaves gaps', () => {
  const rows = [row(1, 1000, { evaluated: 0.5 }), row(0, 2, { reward: 3 }), row(0, 0, { reward: 1 })];
  const names = ['reward', 'evaluated'].map((name) => ({ name, environment: null }));
  expect(alignColumns(rows, names, 4)).toEqual({
    x: [0, 0.5, 1],
    columns: [
      [1, 3, null],
      [null, null, 0.5],
    ],
  });
});

it('leaves out values that are not finite', () => {
  const { x } = alignColumns([row(0, 0, { a: Number.NaN })], [{ name: 'a', environment: null }], 4);
  expect(x).toEqual([]);
});

it('stacks columns so that the last is the whole', () => {
  expect(
    stackColumns([
      [1, 2],
      [3, null],
    ]),
  ).toEqual([
    [1, 2],
    [4, 2],
  ]);
});

it('takes the newest levels of the baselines on validation, and none of held-out', () => {
  const rows = [
    row(1, 1000, { 'eval/baseline/random/shell': 0.1, 'eval/baseline/oracle/shell': 1 }),
    row(2, 1000, { 'eval/baseline/random/shell': 0.2, 'eval/baseline/textual-order/shell': 0.3 }),
    row(2, 1001, { 'heldout/baseline/random/shell': 0.9, 'heldout/baseline/prior/shell': 0.9 }),
  ];
  expect(baselineLevels(rows, ['prior'])).toEqual([
    { name: 'random', environment: 'shell', successRate: 0.2 },
    { name: 'oracle', environment: 'shell', successRate: 1 },
  ]);
});

it('finds the last value of a column with gaps', () => {
  expect(latestOf([1, 2, null])).toBe(2);
  expect(latestOf([null])).toBeNull();
});

it('lets a recomputed round replace its values and keeps the others', () => {
  const merged = mergeMetrics([row(0, 0, { a: 1, b: 2 }), row(0, null, { c: 3 })], [row(0, 0, { a: 9 })]);
  expect(merged).toEqual([row(0, 0, { a: 9, b: 2 }), row(0, null, { c: 3 })]);
});

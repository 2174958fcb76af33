/** A calibration of the engines as a table for the terminal. */
import Table from 'cli-table3';
import type { Calibration } from '../src/core/engine-calibration.ts';

function milliseconds(value: number | null): string {
  return value === null ? '–' : value.toFixed(value < 10 ? 2 : 1);
}

/** Milliseconds of every engine, why one has none, the GPU, and the choice. */
export function calibrationTable({ acting, updating, adapter, rows }: Calibration): string {
  const table = new Table({
    head: ['engine, ms', 'act on 1', 'on 16', 'on 64 states', 'update, a minibatch'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right'],
  });
  for (const { engine, actingMs, updateMs } of rows) {
    table.push([engine, ...[actingMs[1], actingMs[16], actingMs[64], updateMs].map(milliseconds)]);
  }
  const names = adapter === null ? [] : [adapter.vendor, adapter.architecture, adapter.description];
  const gpu = names.filter((name) => name !== '').join(' ') || 'unnamed';
  return [
    table.toString(),
    ...rows.flatMap(({ engine, note }) => (note === null ? [] : [`${engine}: ${note}`])),
    adapter === null
      ? 'no GPU'
      : `GPU ${gpu}${adapter.fallback ? ', which is software: never preferred to WASM' : ''}`,
    `engine: auto would act on ${acting} and update on ${updating}`,
  ].join('\n');
}

/** The measurements as people read them. */
import Table from 'cli-table3';
import type { CartPoleResult, CartPoleRun } from './cartpole-ppo.ts';
import type { EngineRow, EnginesResult } from './engines.ts';
import type { RoundResult } from './round.ts';
import type { StorageResult } from './storage.ts';
import type { ThroughputResult } from './throughput.ts';
import type { Timing } from './timing.ts';

/** Three significant digits. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** The median, and where four of five runs lie. */
function timing({ median, low, high }: Timing): string {
  return `${figure(median)} (${figure(low)}–${figure(high)})`;
}

/** A table whose first column is text and whose others are figures. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({
    head: [...head],
    style: { head: [], border: [], compact: true },
    colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
  });
  for (const row of rows) table.push([...row]);
  return table.toString();
}

/** Steps, then acting. */
export function enginesTables({ dense, steps, acting }: EnginesResult): string {
  const columns = ({ wasm, tfjsWasm, ratio }: EngineRow) => [timing(wasm), timing(tfjsWasm), figure(ratio)];
  const head = ['wasm ms', 'tfjs-wasm ms', 'ratio'];
  const pytorch =
    dense.pytorch === null
      ? 'PyTorch: no python3 with torch was found.'
      : `PyTorch, the dense step: ${timing(dense.pytorch)} ms, ratio ${figure(dense.pytorch.median / dense.wasm.median)}.`;
  return [
    'CPU milliseconds of one thread: the median and, in brackets, the 10th and the 90th percentile.',
    tableOf(
      ['gradient step', ...head],
      [dense, ...steps].map((row) => [row.what, ...columns(row)]),
    ),
    pytorch,
    tableOf(
      ['acting', ...head, 'forward alone', 'states/s'],
      acting.map((row) => [
        row.what,
        ...columns(row),
        timing(row.forward),
        figure((1000 * row.states) / row.wasm.median),
      ]),
    ),
  ].join('\n');
}

/** One figure a line. */
export function throughputTable({ rows, modules, testsPerSuite }: ThroughputResult): string {
  const table = tableOf(
    ['one thread', 'measured', 'a second', 'ms each'],
    rows.map(({ what, count, seconds }) => [
      what,
      `${count}`,
      figure(count / seconds),
      figure((1000 * seconds) / count),
    ]),
  );
  return `${table}\n${modules} modules; a test run is one suite of ${testsPerSuite.toFixed(1)} tests on average.`;
}

/** What a round's time goes into. */
export function roundTable({ rounds, episodes, steps, seconds }: RoundResult): string {
  const total = Object.values(seconds).reduce((sum, part) => sum + part, 0);
  const table = tableOf(
    ['a round, one thread', 's', 'share'],
    Object.entries({ ...seconds, total }).map(([part, spent]) => [
      part,
      figure(spent / rounds),
      `${((100 * spent) / total).toFixed(1)} %`,
    ]),
  );
  return `${table}\nMean of ${rounds} rounds, ${episodes} sampled episodes of ${(steps / episodes).toFixed(1)} steps.`;
}

/** What an epoch's writes and a page's reads take. */
export function storageTable({
  browser,
  epochs,
  rows,
  episodesStored,
  checkpointBytes,
}: StorageResult): string {
  const table = tableOf(
    [browser, 'ms', 'runs'],
    rows.map(({ what, timing: taken }) => [what, timing(taken), `${taken.runs}`]),
  );
  const megabytes = figure(checkpointBytes / 1e6);
  return `${table}\n${epochs} epochs, ${episodesStored} episodes; a checkpoint has ${megabytes} MB.`;
}

/** One seed a line, and under it the peer's. */
export function cartPoleTable({ runs, stableBaselines3 }: CartPoleResult): string {
  const lines = (who: string, own: readonly CartPoleRun[]) =>
    own.map(({ seed, steps, solvedAfter, finalReturn, seconds, evaluationSeconds }) => [
      `${who}, seed ${seed}`,
      `${steps}`,
      solvedAfter === null ? 'not reached' : `${solvedAfter}`,
      finalReturn.toFixed(1),
      figure(seconds),
      figure(evaluationSeconds),
    ]);
  const table = tableOf(
    ['CartPole-v1', 'steps', 'steps to 475', 'final return', 's', 's of evaluation'],
    [...lines('ours', runs), ...lines('Stable-Baselines3', stableBaselines3 ?? [])],
  );
  return stableBaselines3 === null ? `${table}\nNo python3 with stable_baselines3 was found.` : table;
}

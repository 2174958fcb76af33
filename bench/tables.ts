/** The measurements as people read them. */
import Table from 'cli-table3';
import { type CampaignRun, type DemoResult, wholeSeconds } from './campaign.ts';
import type { CartPoleResult, CartPoleRun } from './cartpole-ppo.ts';
import type { DriverRows } from './driver-workload.ts';
import type { DriversResult } from './drivers.ts';
import {
  type ActingRow,
  type BenchEngine,
  type EngineFigures,
  type EngineRow,
  ratioOf,
} from './engine-figures.ts';
import type { EnginesResult } from './engines.ts';
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

/** Ours and the one that it is compared with. */
const COMPARED: readonly (readonly [BenchEngine, BenchEngine])[] = [
  ['wasm', 'tfjs-wasm'],
  ['webgpu', 'tfjs-webgpu'],
  ['wasm', 'webgpu'],
];
/** Where an engine was left out. */
const NOTHING = '–';

/** On the CPU, then on the GPU. */
export function enginesTables({ cpu, pytorch, gpu }: EnginesResult): string {
  const wasm = cpu.dense.times.wasm;
  const peer =
    pytorch === null || !wasm
      ? 'PyTorch: no python3 with torch was found.'
      : `PyTorch, the dense step: ${timing(pytorch)} ms, ratio ${figure(pytorch.median / wasm.median)}.`;
  return [
    'CPU milliseconds of one thread: the median and, in brackets, the 10th and the 90th percentile.',
    figuresTables(cpu),
    peer,
    ...('missing' in gpu ? [`${gpu.place}: ${gpu.missing}`] : [gpuPlace(gpu), figuresTables(gpu.figures)]),
  ].join('\n');
}

function gpuPlace({ place, figures: { adapter } }: { place: string; figures: EngineFigures }): string {
  const { vendor, architecture, description, fallback } = adapter ?? {};
  const name = [vendor, architecture, description].filter(Boolean).join(' ');
  const software = fallback ? ', A GPU IN SOFTWARE: few runs, and none of what takes minutes' : '';
  return `Milliseconds on the wall in ${place}, adapter ${name}${software}:`;
}

/** Steps, then acting. */
function figuresTables({ engines, dense, steps, acting }: EngineFigures): string {
  const compared = COMPARED.filter((pair) => pair.every((engine) => engines.includes(engine)));
  const head = [
    ...engines.map((engine) => `${engine} ms`),
    ...compared.map(([ours, other]) => `${other} / ${ours}`),
  ];
  const columns = (row: EngineRow) => [
    ...engines.map((engine) => {
      const taken = row.times[engine];
      return taken ? timing(taken) : NOTHING;
    }),
    ...compared.map(([ours, other]) => {
      const ratio = ratioOf(row, ours, other);
      return ratio === null ? NOTHING : figure(ratio);
    }),
  ];
  const statesPerSecond = (row: ActingRow) =>
    engines.map((engine) => {
      const taken = row.times[engine];
      return taken ? figure((1000 * row.states) / taken.median) : NOTHING;
    });
  return [
    tableOf(
      ['gradient step', ...head],
      [dense, ...steps].map((row) => [row.what, ...columns(row)]),
    ),
    tableOf(
      ['acting: a call', ...head, 'wasm forward alone'],
      acting.map((row) => [row.what, ...columns(row), timing(row.forward)]),
    ),
    tableOf(
      ['acting: states a second', ...engines],
      acting.map((row) => [row.what, ...statesPerSecond(row)]),
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

/** Both drivers of the browser environment. */
export function driversTable({ browser, iframe, playwright }: DriversResult): string {
  const lines = (driver: string, { pages, steps, opened, played }: DriverRows) =>
    [steps, opened, played].map(({ what, count, seconds }) => [
      `${driver}, ${pages} at once: ${what}`,
      `${count}`,
      figure(count / seconds),
    ]);
  return tableOf(
    [browser, 'measured', 'a second'],
    [...lines('iframe', iframe), ...lines('playwright', playwright)],
  );
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

/** What a campaign's time goes into, its evaluations included. */
export function campaignTable(run: CampaignRun): string {
  const total = wholeSeconds(run) - run.preparation;
  const table = tableOf(
    [`a campaign, ${run.browser}`, 's', 'share'],
    Object.entries({ ...run.work, total }).map(([part, spent]) => [
      part,
      figure(spent),
      `${((100 * spent) / total).toFixed(1)} %`,
    ]),
  );
  return `${table}\n${run.epochs} epochs; its tasks had been made in ${figure(run.preparation)} s.`;
}

/** The same campaign on two engines. */
export function demoTable({ browser, epochs, wasm, tfjsWasm }: DemoResult): string {
  const line = (what: string, ours: number, theirs: number) => [
    what,
    figure(ours),
    figure(theirs),
    figure(theirs / ours),
  ];
  const lines = (prefix: string, ours: Record<string, number>, theirs: Record<string, number>) =>
    Object.entries(ours).map(([name, spent]) => line(`${prefix}${name}`, spent, theirs[name] ?? Number.NaN));
  const learning = ({ work: { acting, update } }: CampaignRun) => acting + update;
  const table = tableOf(
    [`demo, ${epochs} epochs, ${browser}`, 'wasm s', 'tfjs-wasm s', 'ratio'],
    [
      line('whole', wholeSeconds(wasm), wholeSeconds(tfjsWasm)),
      line('tasks made', wasm.preparation, tfjsWasm.preparation),
      ...lines('until ', wasm.events, tfjsWasm.events),
      ...lines('in ', { ...wasm.work }, { ...tfjsWasm.work }),
      line('acting and update', learning(wasm), learning(tfjsWasm)),
    ],
  );
  return [table, `wasm: ${outcome(wasm)}; tfjs-wasm: ${outcome(tfjsWasm)}.`].join('\n');
}

function outcome({ result }: CampaignRun): string {
  if (result === null) return 'no held-out result';
  const [rate, low, high] = [result.successRate, ...result.ci95].map((share) => (100 * share).toFixed(1));
  return `${rate} % of ${result.tasks} held-out tasks (95 %: ${low} to ${high})`;
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

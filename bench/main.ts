/** The measurements: `npm run bench`. `docs/benchmarks.md` says what each figure means. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureCampaign, measureDemo, wholeSeconds } from './campaign.ts';
import { measureCartPole } from './cartpole-ppo.ts';
import { startDawn } from './dawn.ts';
import { measureDrivers } from './drivers.ts';
import { ratioOf } from './engine-figures.ts';
import { measureEngines } from './engines.ts';
import { measureFidelity } from './fidelity.ts';
import { fidelityReport } from './fidelity-report.ts';
import { measureRounds } from './round.ts';
import { measureSoak } from './soak.ts';
import { soakReport, trendsOf } from './soak-report.ts';
import { measureStorage } from './storage.ts';
import {
  campaignTable,
  cartPoleTable,
  demoTable,
  driversTable,
  enginesTables,
  roundTable,
  storageTable,
  throughputTable,
} from './tables.ts';
import { measureThroughput } from './throughput.ts';
import type { Effort } from './timing.ts';

const USAGE = `Usage: npm run bench [-- PART …] [options]   (with --json: npm run -s bench -- …)

  engines        Gradient steps and acting: WASM, WebGPU and tfjs on both, beside PyTorch
  environments   throughput, round, campaign and drivers
    throughput   Test runs, episodes and task generation per second, beside spawning node --test
    round        What the time of a campaign's round goes into
    campaign     What the time of a short campaign goes into, in Chromium
    drivers      Actions per second on pages in frames, and in a separate Chromium
  storage        Epochs of a campaign in IndexedDB, in Chromium
  cartpole       Our PPO on CartPole-v1, beside Stable-Baselines3
                 (none: all of these, in short)
  demo           The demo campaign on the WASM engine and on tfjs, in Chromium
  fidelity       The embedded runner's results beside Node's, test by test
  soak           Memory of a shell worker over thousands of episodes, in Chromium

  --only PART    The same as PART
  --node         WebGPU in Node instead of Chromium: no part that needs a browser unless it is named
  --seeds N      Seeds of cartpole (default 5; in short 2)
  --steps N      Environment steps of each (default 100000; in short 40000)
  --epochs N     Epochs of the demo campaign (default 4; the demo itself has 12)
  --sample N     Tasks that fidelity compares (default 520)
  --episodes N   Episodes that soak plays (default 10000)
  --seed N       Seed of tasks, random batches and students (default 7)
  --write        Write the reports of fidelity and soak to docs/studies
  --json         Print one JSON document on stdout and nothing else`;

const STUDIES = fileURLToPath(new URL('../docs/studies/', import.meta.url));

/** What is measured when nothing is named. */
const SITTING = ['engines', 'throughput', 'round', 'campaign', 'drivers', 'storage', 'cartpole'] as const;
/** Those of them that are measured in a browser. */
const IN_BROWSER: readonly Part[] = ['campaign', 'drivers', 'storage'];
const PARTS = [...SITTING, 'demo', 'fidelity', 'soak'] as const;
type Part = (typeof PARTS)[number];
/** Names that stand for several parts. */
const GROUPS: Record<string, readonly Part[]> = {
  environments: ['throughput', 'round', 'campaign', 'drivers'],
};

const CARTPOLE = { short: { seeds: 2, steps: 40_000 }, full: { seeds: 5, steps: 100_000 } };

type Options = ReturnType<typeof parse>;
type Say = (text: string) => void;

/** What each part measures; the answer is its member of the JSON document. */
const MEASURE = {
  engines: ({ seed, effort, node }: Options, say: Say) => measureEngines(seed, effort, node, say),
  throughput: ({ seed, effort }: Options, say: Say) => measureThroughput(seed, effort, say),
  round: ({ seed, effort }: Options, say: Say) => measureRounds(seed, effort, say),
  campaign: ({ seed }: Options, say: Say) => measureCampaign(seed, say),
  drivers: ({ seed, effort }: Options, say: Say) => measureDrivers(seed, effort, say),
  storage: ({ seed, effort }: Options, say: Say) => measureStorage(seed, effort, say),
  cartpole: ({ seed, seeds, steps }: Options, say: Say) => measureCartPole(seed, seeds, steps, say),
  demo: ({ seed, epochs }: Options, say: Say) => measureDemo(seed, epochs, say),
  fidelity: ({ seed, sample }: Options, say: Say) => measureFidelity(seed, sample, say),
  soak: ({ seed, episodes }: Options, say: Say) => measureSoak(seed, episodes, say),
} satisfies Record<Part, (options: Options, say: Say) => Promise<unknown>>;

type Results = { [P in Part]?: Awaited<ReturnType<(typeof MEASURE)[P]>> };

/**
 * Runs the measurements asked for. Returns the exit code: 1 when a difference is unexplained or
 * memory grows.
 */
export async function main(argv: string[]): Promise<number> {
  let options: Options;
  try {
    options = parse(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    return 1;
  }
  if (options.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if (options.node) startDawn();
  const context = contextOf();
  const progress = new ProgressLine(process.stderr);
  const results: Results = {};
  for (const part of options.wanted) {
    Object.assign(results, { [part]: await MEASURE[part](options, (text) => progress.show(text)) });
  }
  progress.clear();
  const document = { context, ...results, ratios: ratiosOf(results) };
  const texts = [
    `${context.cpu}, ${context.cores} cores, ${context.platform}, Node ${context.node}, load ${context.load.toFixed(1)}, seed ${options.seed}`,
    ...textsOf(results, options, context),
  ];
  process.stdout.write(options.json ? `${JSON.stringify(document)}\n` : `${texts.join('\n\n')}\n`);
  return isSound(results) ? 0 : 1;
}

function contextOf() {
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model ?? 'unknown CPU',
    cores: availableParallelism(),
    /** Processes that wanted a core in the minute before the start. */
    load: loadavg()[0] as number,
  };
}

/** How many times faster ours is, and rates; null: not measured here. */
function ratiosOf({ engines, throughput, demo, drivers }: Results) {
  const cpu = engines?.cpu;
  const gpu = engines && 'figures' in engines.gpu ? engines.gpu.figures : null;
  const wasm = cpu?.dense.times.wasm?.median;
  return {
    wasmOverTfjsWasm: ratioOf(cpu?.dense, 'wasm', 'tfjs-wasm'),
    wasmOverPyTorch: engines?.pytorch && wasm ? engines.pytorch.median / wasm : null,
    studentWasmOverTfjsWasm: ratioOf(cpu?.steps[0], 'wasm', 'tfjs-wasm'),
    fusedOverTfjsWebgpu: ratioOf(gpu?.dense, 'webgpu', 'tfjs-webgpu'),
    studentFusedOverTfjsWebgpu: ratioOf(gpu?.steps[0], 'webgpu', 'tfjs-webgpu'),
    demoWasmOverTfjsWasm: demo ? wholeSeconds(demo.tfjsWasm) / wholeSeconds(demo.wasm) : null,
    iframeStepsPerSecond: drivers ? rateOf(drivers.iframe.steps) : null,
    playwrightStepsPerSecond: drivers ? rateOf(drivers.playwright.steps) : null,
    shellStepsPerSecond: throughput?.stepsPerSecond ?? null,
  };
}

const rateOf = ({ count, seconds }: { count: number; seconds: number }) => count / seconds;

/** What people read of each part that was measured; reports are written when asked for. */
function textsOf(results: Results, options: Options, context: ReturnType<typeof contextOf>): string[] {
  const { engines, throughput, round, campaign, drivers, storage, cartpole, demo, fidelity, soak } = results;
  const texts: string[] = [];
  const report = (name: string, text: string) => {
    texts.push(text);
    if (options.write) {
      mkdirSync(STUDIES, { recursive: true });
      writeFileSync(join(STUDIES, name), text);
    }
  };
  if (engines) texts.push(enginesTables(engines));
  if (throughput) texts.push(throughputTable(throughput));
  if (round) texts.push(roundTable(round));
  if (campaign) texts.push(campaignTable(campaign));
  if (drivers) texts.push(driversTable(drivers));
  if (storage) texts.push(storageTable(storage));
  if (cartpole) texts.push(cartPoleTable(cartpole));
  if (demo) texts.push(demoTable(demo));
  if (fidelity) {
    const command = reportCommand('fidelity', options, ['sample', 520]);
    report('fidelity.md', fidelityReport(fidelity, command, context.node));
  }
  if (soak) {
    const command = reportCommand('soak', options, ['episodes', 10_000]);
    report('soak.md', soakReport(soak, command, `${context.platform}, ${context.cores} cores`));
  }
  return texts;
}

/** The command that writes the report again, without options that have their default. */
function reportCommand(
  part: Part,
  options: Options,
  [size, fallback]: ['sample' | 'episodes', number],
): string {
  const seed = options.seed === 7 ? '' : ` --seed ${options.seed}`;
  const own = options[size] === fallback ? '' : ` --${size} ${options[size]}`;
  return `npm run bench -- ${part} --write${seed}${own}`;
}

function isSound({ fidelity, soak }: Results): boolean {
  const explained = fidelity?.differences.every(({ cause }) => cause !== 'unexplained') ?? true;
  const flat = soak === undefined || Object.values(trendsOf(soak.points)).every((trend) => trend.flat);
  return explained && flat;
}

/** @throws Error saying which argument cannot be used. */
function parse(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      seeds: { type: 'string' },
      steps: { type: 'string' },
      epochs: { type: 'string', default: '4' },
      sample: { type: 'string', default: '520' },
      episodes: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '7' },
      node: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const named = [...positionals, ...values.only].flatMap(partsOf);
  const effort: Effort = named.length === 0 ? 'short' : 'full';
  const { json, write, help, node } = values;
  const sitting = SITTING.filter((part) => !(node && IN_BROWSER.includes(part)));
  return {
    wanted: named.length === 0 ? sitting : PARTS.filter((part) => named.includes(part)),
    effort,
    seed: whole('seed', values.seed, 0),
    seeds: whole('seeds', values.seeds ?? `${CARTPOLE[effort].seeds}`, 1),
    steps: whole('steps', values.steps ?? `${CARTPOLE[effort].steps}`, 2000),
    epochs: whole('epochs', values.epochs, 1),
    sample: whole('sample', values.sample, 1),
    episodes: whole('episodes', values.episodes, 100),
    node,
    json,
    write,
    help,
  };
}

function partsOf(name: string): readonly Part[] {
  const parts = GROUPS[name] ?? PARTS.filter((part) => part === name);
  if (parts.length === 0) throw new Error(`"${name}" is no measurement`);
  return parts;
}

function whole(option: string, text: string, atLeast: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < atLeast) {
    throw new Error(`--${option} ${text}: a whole number from ${atLeast} is needed`);
  }
  return number;
}

/** What is being done, on one line that is written over; nothing when nobody watches. */
class ProgressLine {
  constructor(private readonly out: NodeJS.WriteStream) {}

  show(text: string): void {
    if (this.out.isTTY) this.out.write(`\r\u001b[K${text}`);
  }

  clear(): void {
    if (this.out.isTTY) this.out.write('\r\u001b[K');
  }
}

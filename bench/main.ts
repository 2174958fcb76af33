/** The measurements: `npm run bench`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { type EnginesResult, measureEngines } from './engines.ts';
import { type FidelityResult, measureFidelity } from './fidelity.ts';
import { fidelityReport } from './fidelity-report.ts';
import { measureThroughput, type ThroughputResult } from './throughput.ts';

const USAGE = `Usage: npm run bench [-- engines | throughput | fidelity] [options]   (with --json: npm run -s bench -- …)

  engines        A gradient step and a forward pass on the WASM engine and on tfjs
  throughput     Test runs, episodes and task generation per second, beside spawning node --test
  fidelity       The embedded runner's results beside Node's, test by test
                 (none: all)

  --sample N     Tasks that fidelity compares (default 520)
  --seed N       Seed of the tasks and of random batches (default 7)
  --write        Write the fidelity report to docs/studies/fidelity.md
  --json         Print one JSON document on stdout and nothing else`;

const REPORT = fileURLToPath(new URL('../docs/studies/fidelity.md', import.meta.url));
const MEASUREMENTS = ['engines', 'throughput', 'fidelity'];

/** Runs the measurements asked for. Returns the exit code: 1 when a difference is unexplained. */
export async function main(argv: string[]): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    return 1;
  }
  const { wanted, seed, sample, json, write, help } = parsed;
  if (help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const progress = new ProgressLine(process.stderr);
  const say = (text: string) => progress.show(text);
  const context = {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
  };
  const document: {
    context: typeof context;
    engines?: EnginesResult;
    throughput?: ThroughputResult;
    fidelity?: FidelityResult;
    ratios?: EnginesResult['ratios'];
  } = { context };
  const texts = [`Node ${context.node}, ${context.platform}, ${context.cores} cores, seed ${seed}`];
  if (wanted.includes('engines')) {
    document.engines = await measureEngines(seed, say);
    document.ratios = document.engines.ratios;
    texts.push(enginesTable(document.engines));
  }
  if (wanted.includes('throughput')) {
    document.throughput = await measureThroughput(seed, say);
    texts.push(throughputTable(document.throughput));
  }
  let unexplained = 0;
  if (wanted.includes('fidelity')) {
    const result = await measureFidelity(seed, sample, say);
    document.fidelity = result;
    unexplained = result.differences.filter(({ cause }) => cause === 'unexplained').length;
    const report = fidelityReport(result, reportCommand(seed, sample), context.node);
    texts.push(report);
    if (write) {
      mkdirSync(dirname(REPORT), { recursive: true });
      writeFileSync(REPORT, report);
    }
  }
  progress.clear();
  process.stdout.write(json ? `${JSON.stringify(document)}\n` : `${texts.join('\n')}\n`);
  return unexplained === 0 ? 0 : 1;
}

/** @throws Error saying which argument cannot be used. */
function parse(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '520' },
      seed: { type: 'string', default: '7' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((word) => !MEASUREMENTS.includes(word));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no measurement`);
  const { json, write, help } = values;
  return {
    wanted: positionals.length === 0 ? MEASUREMENTS : positionals,
    seed: whole('seed', values.seed, 0),
    sample: whole('sample', values.sample, 1),
    json,
    write,
    help,
  };
}

function whole(option: string, text: string, atLeast: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < atLeast) {
    throw new Error(`--${option} ${text}: a whole number from ${atLeast} is needed`);
  }
  return number;
}

function reportCommand(seed: number, sample: number): string {
  const options = [seed === 7 ? '' : ` --seed ${seed}`, sample === 520 ? '' : ` --sample ${sample}`].join('');
  return `npm run bench -- fidelity --write${options}`;
}

function enginesTable({ rows }: EnginesResult): string {
  const table = new Table({
    head: ['one thread, median', 'wasm ms', 'tfjs-wasm ms', 'ratio'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right'],
  });
  for (const { what, wasm, tfjsWasm, ratio } of rows) {
    table.push([what, figure(wasm), figure(tfjsWasm), figure(ratio)]);
  }
  return table.toString();
}

function throughputTable({ rows, modules, testsPerSuite }: ThroughputResult): string {
  const table = new Table({
    head: ['one thread', 'measured', 'a second', 'ms each'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right'],
  });
  for (const { what, count, seconds } of rows) {
    table.push([what, count, figure(count / seconds), figure((1000 * seconds) / count)]);
  }
  return `${table.toString()}\n${modules} modules; a test run is one suite of ${testsPerSuite.toFixed(1)} tests on average.`;
}

/** Three significant digits. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
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

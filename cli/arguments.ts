/** The command line: which commands there are, their options, and the help made from both. */
import { parseArgs } from 'node:util';
import { ARM_NAMES, type ArmName, FULL_ARM, STUDY_FOLDS } from '../src/campaign/study/arms.ts';
import { CommandError } from './profile.ts';

const DRIVERS = ['iframe', 'playwright'] as const;

/** A parsed command line. */
export interface Invocation {
  /** The command's words, e.g. `shell train`. */
  command: string;
  /** What follows the command's words. */
  operands: string[];
  seed: number | null;
  json: boolean;
  profile: string;
  epochs: number | null;
  count: number | null;
  preset: string;
  /** Null: as in the campaign. */
  driver: 'iframe' | 'playwright' | null;
  /** Folder with MiniWoB++'s pages; null: the flows. */
  miniwob: string | null;
  /** Names of its tasks; null: all that are listed as fit. */
  tasks: readonly string[] | null;
  /** An id; `mixed-eval` takes several, with commas. */
  campaign: string | null;
  /** As many ids as campaigns, with commas. */
  reference: string | null;
  checkpoint: string | null;
  out: string | null;
  split: 'validation' | 'heldout';
  fault: 'learning_rate_x100' | 'sign_flipped_advantages';
  keep: boolean;
  perTask: boolean;
  /** At most one of these: what of the mixed campaign is trained on; none or `mixed`: everything. */
  shellOnly: boolean;
  browserOnly: boolean;
  orchestratorOnly: boolean;
  mixed: boolean;
  folds: readonly number[];
  ablationFolds: readonly number[];
  arms: readonly ArmName[];
  write: boolean;
}

interface CommandDoc {
  words: string;
  doc: string;
  /** Options that mean something to it, beside --json, --profile and --help. */
  options: readonly string[];
  /** What it trains when `--preset` does not say; `demo` where left out. */
  preset?: string;
  /** Words that follow it at most. */
  operands?: number;
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandDoc[] = [
  {
    words: 'demo',
    doc: 'Run the demo campaign and print its result beside the baselines',
    options: ['seed', 'epochs', 'keep', 'per-task'],
  },
  {
    words: 'shell benchmark-generate',
    doc: 'Generate and verify repair tasks (--count N)',
    options: ['seed', 'count'],
  },
  {
    words: 'shell train',
    doc: 'Train a student on repair tasks (--epochs N)',
    options: ['seed', 'epochs', 'preset', 'keep', 'per-task'],
    preset: 'shell',
  },
  {
    words: 'shell eval',
    doc: "Score a completed campaign's student on held-out tasks (--split validation: any campaign)",
    options: ['seed', 'campaign', 'split', 'per-task'],
  },
  {
    words: 'browser benchmark-generate',
    doc: 'Generate the tasks of the web flows (--count N)',
    options: ['seed', 'count'],
  },
  {
    words: 'browser train',
    doc: 'Train a student on web flows (--epochs N, --driver NAME), or on MiniWoB++ (--miniwob FOLDER)',
    options: ['seed', 'epochs', 'preset', 'driver', 'miniwob', 'tasks', 'keep', 'per-task'],
    preset: 'browser',
  },
  {
    words: 'browser eval',
    doc: "Score a completed campaign's student on held-out flows, in frames or in a separate Chromium (--driver)",
    options: ['seed', 'campaign', 'split', 'driver', 'miniwob', 'tasks', 'per-task'],
  },
  {
    words: 'orchestrator benchmark-generate',
    doc: 'Generate the work items to be decided about (--count N)',
    options: ['seed', 'count'],
  },
  {
    words: 'orchestrator train',
    doc: 'Train a student on decisions about work items (--epochs N)',
    options: ['seed', 'epochs', 'preset', 'keep', 'per-task'],
    preset: 'orchestrator',
  },
  {
    words: 'orchestrator eval',
    doc: "Score a completed campaign's student on held-out work items",
    options: ['seed', 'campaign', 'split', 'per-task'],
  },
  {
    words: 'mixed',
    doc: 'Train one student on all three kinds of task, or with the same settings on one (--shell-only …)',
    options: [
      ...['seed', 'epochs', 'preset', 'keep', 'per-task'],
      ...['mixed', 'shell-only', 'browser-only', 'orchestrator-only'],
    ],
    preset: 'mixed',
  },
  {
    words: 'mixed-eval',
    doc: 'Score students in every environment of their campaigns, judge them by the gates, write a report (--out FOLDER)',
    options: ['seed', 'campaign', 'reference', 'split', 'out'],
  },
  {
    words: 'study shell',
    doc: 'Run the arms of the shell study over its folds and compare them (--write: docs/studies)',
    options: ['seed', 'epochs', 'folds', 'ablation-folds', 'arms', 'write'],
  },
  {
    words: 'drill rollback',
    doc: 'Put a fault in and show that it is caught and undone (--fault KIND)',
    options: ['seed', 'fault'],
  },
  {
    words: 'engines',
    doc: 'Measure the engines here, and say which ones engine: auto would take',
    options: ['seed'],
  },
  { words: 'list', doc: 'List the campaigns of the profile', options: ['seed'] },
  {
    words: 'resume',
    doc: 'Go on with the campaign that was interrupted, or the newest unfinished one',
    options: ['seed', 'campaign', 'per-task'],
  },
  {
    words: 'restore',
    doc: 'Make a checkpoint the active one; the way out of a frozen campaign (--checkpoint ID)',
    options: ['seed', 'campaign', 'checkpoint'],
  },
  {
    words: 'export',
    doc: 'Write a checkpoint as a .safetensors file (--out FILE)',
    options: ['seed', 'campaign', 'checkpoint', 'out'],
  },
  {
    words: 'import',
    doc: 'Start a campaign from a .safetensors file: import FILE (--seed N)',
    options: ['seed'],
    operands: 1,
  },
  { words: 'open', doc: 'Show the same profile in a window', options: ['seed'] },
];

const OPTIONS = {
  seed: { type: 'string', doc: 'Seed of a new campaign (default 7); of a stored one, chooses it' },
  json: { type: 'boolean', doc: 'Print one JSON document on stdout and nothing else' },
  profile: { type: 'string', doc: 'Folder of the profile (default .rl)' },
  epochs: { type: 'string', doc: 'Epochs to train' },
  count: { type: 'string', doc: 'Number of tasks to generate' },
  preset: {
    type: 'string',
    doc: 'Preset to train (default: named as the command): demo, mixed, mixed-quick, shell, quick, browser, browser-quick, orchestrator, orchestrator-quick',
  },
  driver: { type: 'string', doc: 'Where flows run: iframe or playwright (default: as in the campaign)' },
  miniwob: { type: 'string', doc: "MiniWoB++'s html folder: its tasks in place of the flows" },
  tasks: {
    type: 'string',
    doc: 'Names of MiniWoB++ tasks, with commas (default: those that need no mouse skills)',
  },
  campaign: {
    type: 'string',
    doc: 'Id of a campaign (default: the newest); mixed-eval: also several, with commas',
  },
  reference: { type: 'string', doc: 'Id of the campaign to be held against, one for each campaign' },
  checkpoint: { type: 'string', doc: 'Start of a checkpoint id (default: the active one)' },
  out: { type: 'string', doc: 'File to write; mixed-eval: folder' },
  split: { type: 'string', doc: 'validation or heldout (default heldout)' },
  fault: { type: 'string', doc: 'learning_rate_x100 or sign_flipped_advantages (default the first)' },
  keep: {
    type: 'boolean',
    doc: 'demo, shell train: go on with a stored campaign instead of running it anew',
  },
  'per-task': { type: 'boolean', doc: 'With --json: also the result on every task' },
  mixed: { type: 'boolean', doc: 'Train on all three kinds of task (the default of mixed)' },
  'shell-only': { type: 'boolean', doc: 'Of the mixed campaign, the repairs alone' },
  'browser-only': { type: 'boolean', doc: 'Of the mixed campaign, the web flows alone' },
  'orchestrator-only': { type: 'boolean', doc: 'Of the mixed campaign, the decisions alone' },
  folds: { type: 'string', doc: `Folds of a study (default ${STUDY_FOLDS.join(',')})` },
  'ablation-folds': {
    type: 'string',
    doc: 'Folds in which the ablations of a study run (default: all of them)',
  },
  arms: { type: 'string', doc: `Arms of a study, ${FULL_ARM} among them (default ${ARM_NAMES.join(',')})` },
  write: { type: 'boolean', doc: 'Write the report of a study to docs/studies' },
  help: { type: 'boolean', doc: 'Show this' },
} as const;

/** The help text. */
export function helpText(): string {
  const width = 33;
  const commands = COMMANDS.map(({ words, doc }) => `  ${words.padEnd(width)}${doc}`);
  const options = Object.entries(OPTIONS).map(
    ([name, { type, doc }]) => `  ${`--${name}${type === 'string' ? ' …' : ''}`.padEnd(width)}${doc}`,
  );
  return [
    'Usage: npm run rl -- <command> [options]   (with --json: npm run -s rl -- …)',
    '',
    'Commands',
    ...commands,
    '',
    'Options',
    ...options,
    '',
    'State persists between commands in the profile. Progress goes to stderr; the exit code is 0 only on success.',
  ].join('\n');
}

/**
 * Parses the words after `rl`. Null asks for the help.
 * @throws CommandError naming the unknown command, option or value, and what is allowed.
 */
export function parseInvocation(argv: readonly string[]): Invocation | null {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}. See --help`);
  }
  const { values, positionals } = parsed;
  if (values.help === true || positionals.length === 0) return null;
  const found = COMMANDS.find(({ words }) => {
    const own = words.split(' ');
    return own.every((word, i) => positionals[i] === word);
  });
  if (!found) {
    throw new CommandError(
      `there is no command "${positionals.join(' ')}". Commands: ${COMMANDS.map((c) => c.words).join(', ')}`,
    );
  }
  const operands = positionals.slice(found.words.split(' ').length);
  for (const name of Object.keys(values)) {
    if (!['json', 'profile', 'help', ...found.options].includes(name)) {
      const own = found.options.map((option) => `--${option}`).join(', ');
      throw new CommandError(
        `--${name} means nothing to "${found.words}". It takes ${own}, --json and --profile`,
      );
    }
  }
  const allowed = found.operands ?? 0;
  if (operands.length > allowed) {
    throw new CommandError(`"${operands[allowed]}" is one word too many for "${found.words}". See --help`);
  }
  return {
    command: found.words,
    operands,
    seed: wholeNumber('seed', values.seed, 0),
    json: values.json === true,
    profile: values.profile ?? '.rl',
    epochs: wholeNumber('epochs', values.epochs, 1),
    count: wholeNumber('count', values.count, 1),
    preset: values.preset ?? found.preset ?? 'demo',
    driver: values.driver === undefined ? null : oneOf('driver', values.driver, DRIVERS),
    miniwob: values.miniwob ?? null,
    tasks: taskNames(values.tasks, values.miniwob),
    campaign: values.campaign ?? null,
    reference: values.reference ?? null,
    checkpoint: values.checkpoint ?? null,
    out: values.out ?? null,
    split: oneOf('split', values.split, ['heldout', 'validation']),
    fault: oneOf('fault', values.fault, ['learning_rate_x100', 'sign_flipped_advantages']),
    keep: values.keep === true,
    perTask: values['per-task'] === true,
    ...partOf(values),
    folds: listOf('folds', values.folds, STUDY_FOLDS),
    ablationFolds: listOf('ablation-folds', values['ablation-folds'] ?? values.folds, STUDY_FOLDS),
    arms: armsOf(values.arms),
    write: values.write === true,
  };
}

/** Which part of the mixed campaign is asked for. */
function partOf(values: ReturnType<typeof parse>['values']) {
  const names = ['mixed', 'shell-only', 'browser-only', 'orchestrator-only'] as const;
  const given = names.filter((name) => values[name] === true);
  if (given.length > 1) {
    throw new CommandError(`${given.map((name) => `--${name}`).join(' and ')} exclude each other: give one`);
  }
  return {
    mixed: values.mixed === true,
    shellOnly: values['shell-only'] === true,
    browserOnly: values['browser-only'] === true,
    orchestratorOnly: values['orchestrator-only'] === true,
  };
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
}

function wholeNumber(name: string, text: string | undefined, least: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || !Number.isSafeInteger(value)) {
    throw new CommandError(`--${name} ${text}: a whole number of at least ${least} is needed`);
  }
  return value;
}

function oneOf<T extends string>(name: string, text: string | undefined, allowed: readonly [T, ...T[]]): T {
  if (text === undefined) return allowed[0];
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new CommandError(`--${name} ${text}: allowed are ${allowed.join(', ')}`);
  return found;
}

/** The values that a list with commas names, in the order of `allowed`; all when there is no list. */
function listOf<T extends string | number>(
  name: string,
  text: string | undefined,
  allowed: readonly T[],
): readonly T[] {
  if (text === undefined) return allowed;
  const words = text.split(',');
  const unknown = words.find((word) => !allowed.some((value) => String(value) === word));
  if (unknown !== undefined) {
    throw new CommandError(`--${name} ${text}: "${unknown}" is not one of ${allowed.join(', ')}`);
  }
  return allowed.filter((value) => words.includes(String(value)));
}

function taskNames(text: string | undefined, miniwob: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  if (miniwob === undefined)
    throw new CommandError('--tasks names tasks of MiniWoB++: give --miniwob FOLDER too');
  const names = [...new Set(text.split(','))];
  const wrong = names.find((name) => !/^[a-z0-9-]+$/.test(name));
  if (wrong !== undefined) throw new CommandError(`--tasks ${text}: "${wrong}" is no name of a task`);
  return names;
}

function armsOf(text: string | undefined): readonly ArmName[] {
  const arms = listOf('arms', text, ARM_NAMES);
  if (!arms.includes(FULL_ARM)) {
    throw new CommandError(
      `--arms ${text}: ${FULL_ARM} has to be among them, because the others are compared with it`,
    );
  }
  return arms;
}

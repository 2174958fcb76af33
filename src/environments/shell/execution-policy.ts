/**
 * What an episode may do, decided before anything runs: four commands, no way to combine
 * them, and limits that are counted (fuel, bytes, steps), so that they are the same everywhere.
 */
import type { ExecResult } from './runtime.ts';
import { normaliseWorkspacePath, PathOutsideWorkspaceError } from './workspace-path.ts';

/** Limits of one episode and of every run in it. */
export const POLICY = {
  /** Actions per episode. */
  maxSteps: 12,
  /** Bytes kept of each output stream of a command. */
  maxOutputBytes: 64 * 1024,
  /** Interrupt-handler calls per test file: each is about 10,000 loop iterations or calls. */
  fuel: 30,
  /**
   * Loop iterations inside QuickJS per test file: what built-in functions may cost beside fuel. Well
   * above what fuel allows a plain loop, because an instance that the meter stops has to be rebuilt.
   */
  work: 12_000_000,
  /** WebAssembly memory of a realm, in pages of 64 KiB. */
  memoryPages: 1024,
  /**
   * QuickJS stack of a realm in bytes. From about twice as much, recursion through built-in
   * functions overflows a worker's own stack first, sooner or later as the browser compiles it.
   */
  stackBytes: 64 * 1024,
  /** Timer callbacks per test file. */
  maxTimers: 10_000,
  /** Backstop against hanging; reaching it is an infrastructure failure, never a result. */
  wallClockMs: 10_000,
  /** Characters of a command line. */
  maxCommandLength: 1000,
  /** Characters of a patched source: a few times those of the largest seed module. */
  maxSourceLength: 8_000,
} as const;

/** Exit code of a command that the policy refuses. */
export const REFUSED_EXIT_CODE = 126;

/** An allowed command as words, or why it is refused. */
export type PolicyDecision = { allowed: true; words: string[] } | { allowed: false; reason: string };

const ALLOWED = "allowed are 'node --test [files]', 'cat', 'grep' and 'ls' with paths inside the repository";

/** Characters with which a shell would do more than run one command with its arguments. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  ';': 'several commands',
  '&': 'background jobs and command lists',
  '|': 'pipes',
  '<': 'redirections',
  '>': 'redirections',
  '(': 'subshells',
  ')': 'subshells',
  $: 'substitutions',
  '`': 'command substitutions',
  '\n': 'several lines',
  '\r': 'several lines',
  '\\': 'escapes outside single quotes',
  '{': 'brace expansions',
  '}': 'brace expansions',
  '~': 'home directories',
  '#': 'comments',
  '!': 'history and negation',
  '=': 'assignments',
};

/** Characters that make a word a pattern of paths. */
const PATTERN = /[*?[]/;

/** What double quotes do not protect from. */
const FORBIDDEN_IN_DOUBLE_QUOTES = new Set(['$', '`', '\\', '!']);

/** Options with which grep and ls would read or write elsewhere, or never end. */
const FORBIDDEN_OPTIONS: Readonly<Record<string, RegExp>> = {
  grep: /^(-[A-Za-z]*f|--file)/,
};

/**
 * A repetition with a count, in any dialect: `x{3}`, `x{,3}`, `x\{3\}`. A few characters of them
 * make an expression of many thousand states, each of which is looked at for every character.
 */
const COUNTED_REPETITION = /\{,?\d/;

function refuse(reason: string): PolicyDecision {
  return { allowed: false, reason: `refused: ${reason}; ${ALLOWED}` };
}

/** A word of a command line, without its quotes. */
interface Word {
  text: string;
  /** Whether the shell takes it for a pattern and puts the matching paths in its place. */
  expands: boolean;
}

/** Splits a command line into words. */
function splitWords(command: string): { words: Word[] } | { reason: string } {
  const words: Word[] = [];
  let word: Word | null = null;
  let quote: '"' | "'" | null = null;
  for (const char of command) {
    if (quote !== null) {
      if (char === quote) quote = null;
      else if (char === '\n' || char === '\r' || char === '\0')
        return { reason: 'several lines are not allowed' };
      else if (quote === '"' && FORBIDDEN_IN_DOUBLE_QUOTES.has(char)) {
        return { reason: `'${char}' inside double quotes is not allowed` };
      } else if (word !== null) word.text += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= { text: '', expands: false };
    } else if (char === ' ' || char === '\t') {
      if (word !== null) words.push(word);
      word = null;
    } else if (char in FORBIDDEN && !(char === '=' && word !== null && words.length > 0)) {
      return { reason: `${FORBIDDEN[char]} ('${char.trim()}') are not allowed` };
    } else if (char < ' ') {
      return { reason: 'control characters are not allowed' };
    } else {
      word ??= { text: '', expands: false };
      word.text += char;
      word.expands ||= PATTERN.test(char);
    }
  }
  if (quote !== null) return { reason: `a ${quote} is not closed` };
  if (word !== null) words.push(word);
  return { words };
}

/**
 * Whether a pattern could lead out of the repository (`.?` matches `..`) or to paths without end
 * (each time it goes down by a pattern and up again, the paths multiply).
 */
function patternRefusal(pattern: string): string | null {
  const leads = (part: string) => part === '..' || (part.startsWith('.') && PATTERN.test(part));
  if (!pattern.split('/').some(leads)) return null;
  return `the pattern '${pattern}' could lead outside the repository, put an expression for grep in quotes`;
}

/** Whether a word that names a path stays inside the repository. */
function pathRefusal(word: string): string | null {
  try {
    normaliseWorkspacePath(word);
    return null;
  } catch (error) {
    if (error instanceof PathOutsideWorkspaceError) return error.message;
    throw error;
  }
}

/** Decides one command line. Nothing is executed. */
export function decideCommand(command: string): PolicyDecision {
  if (command.length > POLICY.maxCommandLength) {
    return refuse(
      `the command has ${command.length} characters, at most ${POLICY.maxCommandLength} are allowed`,
    );
  }
  const split = splitWords(command);
  if ('reason' in split) return refuse(split.reason);
  const words = split.words.map(({ text }) => text);
  const [name, ...args] = words;
  if (name === undefined) return refuse('the command is empty');

  if (name === 'node') {
    if (args[0] !== '--test') return refuse("'node' runs only as 'node --test'");
    const option = args.slice(1).find((arg) => arg.startsWith('-'));
    if (option !== undefined) return refuse(`'node --test' takes no option '${option}'`);
  } else if (name !== 'cat' && name !== 'grep' && name !== 'ls') {
    return refuse(`'${name}' is not an allowed command`);
  }

  if (name === 'grep' && args.some((arg) => COUNTED_REPETITION.test(arg))) {
    return refuse('counted repetitions in an expression are not allowed');
  }
  const option = args.find((arg) => FORBIDDEN_OPTIONS[name]?.test(arg));
  if (option !== undefined) return refuse(`'${name}' with the option '${option}' is not allowed`);
  let optionsEnded = false;
  let patternSeen = name !== 'grep' || args.some((arg) => /^(-[A-Za-z]*e|--regexp)/.test(arg));
  for (const arg of args) {
    if (!optionsEnded && arg === '--') optionsEnded = true;
    else if (!optionsEnded && arg.startsWith('-') && arg !== '-') continue;
    else if (!patternSeen) patternSeen = true;
    else {
      const refusal = pathRefusal(arg);
      if (refusal !== null) return refuse(refusal);
    }
  }
  for (const { text, expands } of split.words) {
    const refusal = expands ? patternRefusal(text) : null;
    if (refusal !== null) return refuse(refusal);
  }
  return { allowed: true, words };
}

/** Cuts a text to a number of UTF-8 bytes, at a character boundary. */
export function capOutput(text: string, maxBytes: number): { text: string; truncated: boolean } {
  // Every UTF-16 unit takes at most three bytes, so short texts need no encoding.
  if (text.length * 3 <= maxBytes) return { text, truncated: false };
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return { text, truncated: false };
  let end = maxBytes;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return { text: new TextDecoder().decode(bytes.subarray(0, end)), truncated: true };
}

/** The result of a refused command. */
export function refusal(reason: string): ExecResult {
  return { stdout: '', stderr: `${reason}\n`, exitCode: REFUSED_EXIT_CODE, truncated: false };
}

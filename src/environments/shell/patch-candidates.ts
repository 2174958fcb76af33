/**
 * Candidate patches of a source text: the part of each that depends on the text alone. It is
 * computed once per text, because many sessions show the same source at the same time.
 */
import type { CandidateAction } from '../../core/contracts.ts';
import { BoundedCache } from './bounded-cache.ts';
import { editTokens, listEdits } from './edits.ts';
import { priorKey } from './operator-prior.ts';
import type { Edit } from './task.ts';

/** One edit as a candidate, without what depends on the state. */
export interface PatchCandidate {
  readonly edit: Edit;
  readonly key: string;
  readonly text: string;
  readonly label: string;
  /** Line of the edit over lines of the file, in (0, 1]. */
  readonly position: number;
  /** Nesting over 6, at most 1. */
  readonly nesting: number;
  /** Characters of the edit's line over 120, at most 1. */
  readonly lineLength: number;
}

/** Tokens of the edit's line that a candidate shows at most. */
const LINE_TOKENS = 12;
/** Sources whose candidates are kept; one holds about 30 kB. */
const KEPT_SOURCES = 320;
const known = new BoundedCache<readonly PatchCandidate[]>(KEPT_SOURCES);

/** Every candidate patch of a source, in textual order. Callers must not change the list. */
export function patchCandidates(path: string, source: string): readonly PatchCandidate[] {
  const key = `${path}\n${source}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const lines = source.split('\n');
  const made = listEdits(path, source).map((edit) => candidateOf(edit, source, lines));
  known.set(key, made, 1);
  return made;
}

function candidateOf(edit: Edit, source: string, lines: readonly string[]): PatchCandidate {
  const line = lines[edit.line - 1] ?? '';
  const tokens = editTokens(source, edit);
  const text = [
    `op:${edit.operator}`,
    `edit:${editToken(priorKey(edit))}`,
    ...tokens.before.slice(0, 4).map((token) => `b:${token}`),
    ...tokens.after.slice(0, 4).map((token) => `a:${token}`),
    ...tokens.line.slice(0, LINE_TOKENS).map((token) => `l:${familiar(token)}`),
  ];
  return {
    edit,
    key: `patch:${edit.key}`,
    text: text.join(' '),
    label: `${edit.path}:${edit.line} ${edit.operator}: ${oneLine(edit.before)} → ${oneLine(edit.after)}`,
    position: edit.line / lines.length,
    nesting: Math.min(1, edit.nesting / 6),
    lineLength: Math.min(1, line.length / 120),
  };
}

/**
 * Keywords, globals, common members and common short names: the words of the language, which mean
 * the same in every module. A fixed list, so that tokens do not depend on the engine's version.
 */
const LANGUAGE = new Set(
  `await break case catch class const continue default delete do else export extends false finally for
  from function if import in instanceof let new null of return static super switch this throw true try
  typeof undefined void while yield Array Boolean Error Infinity Map Math NaN Number Object RangeError
  Set String SyntaxError TypeError abs add at ceil charAt charCodeAt concat delete endsWith entries every
  exec fill filter find findIndex flat flatMap floor forEach fromCharCode get has includes indexOf isArray
  isFinite isInteger isNaN isSafeInteger join keys lastIndexOf length localeCompare map match max min padEnd
  padStart parseFloat parseInt pop pow push reduce repeat replace replaceAll reverse round set shift sign
  size slice some sort splice split sqrt startsWith substring test toFixed toLowerCase toString toUpperCase
  trim trunc unshift values`.split(/\s+/),
);

/**
 * A token of a line as the student sees it. Names that only this module has are all `name`: what is
 * learned about them could not hold in another module, but would be learned by heart in this one.
 */
function familiar(token: string): string {
  const isName = /^[A-Za-z_$#][\w$]*$/.test(token);
  return isName && token.length > 1 && !LANGUAGE.has(token) ? 'name' : token;
}

/**
 * A prior's key as one token without white space, cut where it gets long: what a candidate's text
 * says of its kind of edit, and what a script looks the prior up by.
 */
export function editToken(key: string): string {
  return key.replace(/\s+/g, '_').slice(0, 64);
}

/** Words of a path without its folder and ending: `src/glob-tokens.js` is `glob tokens`. */
export function pathWords(path: string): string[] {
  const name = path.split('/').at(-1) ?? path;
  return name
    .replace(/(\.test)?\.js$/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
}

/** A piece of code on one line, cut at 60 characters, for people. */
function oneLine(code: string): string {
  const flat = code.replace(/\s+/g, ' ').trim();
  if (flat === '') return '(nothing)';
  return flat.length > 60 ? `${flat.slice(0, 59)}…` : flat;
}

/** A candidate's part that needs no state, ready to be completed with numbers. */
export function withNumbers(candidate: PatchCandidate, numbers: number[]): CandidateAction {
  return { key: candidate.key, verb: 'patch', text: candidate.text, numbers, label: candidate.label };
}

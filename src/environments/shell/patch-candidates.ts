/**
 * Candidate patches of a source text: the part of each that depends on the text alone. It is
 * computed once per text, because many sessions show the same source at the same time.
 */
import type { CandidateAction } from '../../core/contracts.ts';
import { BoundedCache } from './bounded-cache.ts';
import { listEdits } from './edits.ts';
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

/** Sources whose candidates are kept; one holds about 30 kB. */
const KEPT_SOURCES = 320;
const known = new BoundedCache<readonly PatchCandidate[]>(KEPT_SOURCES);

/** Every candidate patch of a source, in textual order. Callers must not change the list. */
export function patchCandidates(path: string, source: string): readonly PatchCandidate[] {
  const key = `${path}\n${source}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const lines = source.split('\n');
  const made = listEdits(path, source).map((edit) => candidateOf(edit, lines));
  known.set(key, made, 1);
  return made;
}

function candidateOf(edit: Edit, lines: readonly string[]): PatchCandidate {
  const line = lines[edit.line - 1] ?? '';
  // Nothing of the line around it: what was learned from that held in the training modules only.
  const text = `op:${edit.operator} edit:${editToken(priorKey(edit))}`;
  return {
    edit,
    key: `patch:${edit.key}`,
    text,
    label: `${edit.path}:${edit.line} ${edit.operator}: ${oneLine(edit.before)} → ${oneLine(edit.after)}`,
    position: edit.line / lines.length,
    nesting: Math.min(1, edit.nesting / 6),
    lineLength: Math.min(1, line.length / 120),
  };
}

/**
 * A prior's key as one token without white space, cut where it gets long: what a candidate's text
 * says of its kind of edit, and what a script looks the prior up by.
 */
export function editToken(key: string): string {
  return key.replace(/\s+/g, '_').slice(0, 64);
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

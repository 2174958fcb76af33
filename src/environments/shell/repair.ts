/** What counts as a repair: the rule by which a tried patch stays, and the steps of the true repair. */
import { applyEdit, listEdits } from './edits.ts';
import type { Files, TestRun } from './runtime.ts';
import type { Edit, ShellTask } from './task.ts';
import { differenceOf } from './verdict.ts';

/**
 * The try-and-revert rule: a patch stays if at least one test that failed passes now, no test that
 * passed fails or is missing, and nothing crashed.
 */
export function keepsPatch(before: TestRun, after: TestRun): boolean {
  if (after.crash !== null) return false;
  const { fixed, broken } = differenceOf(before, after);
  return fixed.length > 0 && broken.length === 0;
}

/**
 * Edits of the present sources that take one fault away, in textual order of their files. After
 * other patches were kept, a fault is found again by its texts and by the line it restores. Empty
 * when nothing is left to repair, or when what was kept cannot be told from the fault.
 * @throws SourceSyntaxError when a source with a fault does not parse.
 */
export function repairSteps(task: Pick<ShellTask, 'faults' | 'original'>, files: Files): Edit[] {
  const present = faultsPresent(task, files);
  const steps: Edit[] = [];
  for (const fault of present ?? task.faults) {
    const source = files[fault.path];
    const original = task.original[fault.path];
    if (source === undefined || original === undefined) continue;
    const rest = (present ?? []).filter((other) => other !== fault);
    const repaired = present === null ? null : withFaults(original, fault.path, rest);
    const restoredLines = linesAt(original, fault.start, fault.end);
    for (const edit of listEdits(fault.path, source)) {
      const isStep =
        repaired === null ? undoes(edit, fault, source, restoredLines) : applyEdit(source, edit) === repaired;
      if (isStep) steps.push(edit);
    }
  }
  return steps;
}

/**
 * A source text with some of a task's faults in it. A task lists its faults from the end of a file
 * to its start, so each keeps its place in the original while those before it are made.
 */
export function withFaults(original: string, path: string, faults: readonly Edit[]): string {
  return faults.filter((fault) => fault.path === path).reduce(applyEdit, original);
}

/** The fewest faults that make the present sources out of the original; null when no choice does. */
function faultsPresent(task: Pick<ShellTask, 'faults' | 'original'>, files: Files): Edit[] | null {
  const choices: Edit[][] = [[]];
  for (const fault of task.faults) choices.push(...choices.map((choice) => [...choice, fault]));
  choices.sort((a, b) => a.length - b.length);
  const explains = (choice: Edit[]) =>
    Object.entries(task.original).every(([path, text]) => files[path] === withFaults(text, path, choice));
  return choices.find(explains) ?? null;
}

/** Whether an edit exchanges a fault's texts back and thereby restores the fault's lines. */
function undoes(edit: Edit, fault: Edit, source: string, restoredLines: string): boolean {
  if (edit.operator !== fault.operator || edit.before !== fault.after || edit.after !== fault.before) {
    return false;
  }
  return linesAt(applyEdit(source, edit), edit.start, edit.start + edit.after.length) === restoredLines;
}

/** The whole lines that a range touches. */
function linesAt(text: string, start: number, end: number): string {
  const next = text.indexOf('\n', end);
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, next < 0 ? text.length : next);
}

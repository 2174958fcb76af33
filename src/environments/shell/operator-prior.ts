/** How often each kind of edit was the repair: the strongest thing a script can know beforehand. */
import { listEditsOf } from './edits.ts';
import { patternOf } from './mutation-operators.ts';
import { repairSteps } from './repair.ts';
import type { Edit, OperatorPrior, ShellTask } from './task.ts';

/**
 * The kind of an edit, as the prior counts it: `<operator>|<before>|<after>`. Texts that name parts
 * of one program are replaced by their operator's pattern: `!done` and `!ready` count as one.
 */
export function priorKey(edit: Pick<Edit, 'operator' | 'before' | 'after'>): string {
  const { operator, before, after } = edit;
  const pattern = patternOf(operator);
  if (pattern === null) return `${operator}|${before}|${after}`;
  const [from, to] = before.length <= after.length ? pattern : pattern.toReversed();
  return `${operator}|${from}|${to}`;
}

/**
 * Fits the prior on training tasks: times a kind of edit was a step of the repair over the times it
 * was offered in the faulty sources. Laplace smoothing towards the rate over all kinds: every kind
 * is credited with one repair at that rate, so a kind seen once is not trusted more than it should
 * be. With no tasks every edit scores 1.
 * @throws SourceSyntaxError when a task's source does not parse.
 */
export function fitOperatorPrior(trainTasks: readonly ShellTask[]): OperatorPrior {
  const offered = new Map<string, number>();
  const repaired = new Map<string, number>();
  const countIn = (counts: Map<string, number>, edits: readonly Edit[]) => {
    for (const edit of edits) counts.set(priorKey(edit), (counts.get(priorKey(edit)) ?? 0) + 1);
  };
  for (const task of trainTasks) {
    const sources = Object.keys(task.original).map((path) => [path, task.files[path] ?? ''] as const);
    countIn(offered, listEditsOf(Object.fromEntries(sources)));
    countIn(repaired, repairSteps(task, task.files));
  }
  const sum = (counts: Map<string, number>) =>
    [...counts.values()].reduce((total, count) => total + count, 0);
  const fallback = sum(repaired) > 0 ? sum(repaired) / sum(offered) : 1;
  const table: Record<string, number> = {};
  for (const key of [...offered.keys()].sort()) {
    table[key] = ((repaired.get(key) ?? 0) + 1) / ((offered.get(key) ?? 0) + 1 / fallback);
  }
  return { table, fallback };
}

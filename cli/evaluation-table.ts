/** An evaluation report as a table for the terminal, and in the form of `--json`. */
import Table from 'cli-table3';
import type { EvaluationReport } from '../src/core/contracts.ts';
import { percent } from './progress-display.ts';

/** The student and every baseline with their 95 % intervals, best first, per environment. */
export function evaluationTable(report: EvaluationReport): string {
  return Object.entries(report.environments)
    .map(([environment, own]) => {
      const table = new Table({
        head: [`${environment}, ${report.split}`, 'success', '95 % interval', 'mean reward'],
        style: { head: [], border: [] },
        colAligns: ['left', 'right', 'right', 'right'],
      });
      const rows = [
        { name: 'student (PPO + distillation)', ...own.student },
        ...Object.entries(own.baselines).map(([name, score]) => ({ name, ...score })),
      ].sort((a, b) => b.successRate - a.successRate);
      for (const { name, successRate, ci95, meanReward } of rows) {
        table.push([name, percent(successRate), ci95.map(percent).join(' – '), meanReward.toFixed(3)]);
      }
      return `${table.toString()}\n${familyTable(own)}${footnote(environment, own)}`;
    })
    .join('\n');
}

type Scores = NonNullable<EvaluationReport['environments']['shell']>;

function footnote(environment: string, { tasks, clusters, notes, perTask }: Scores): string {
  if (perTask?.families.some((family) => hasRawReward(notes, family))) {
    return `${tasks} tasks of ${clusters} MiniWoB++ pages, with seeds never trained on. Success is a raw reward of 1.`;
  }
  return environment === 'shell'
    ? `${tasks} tasks from ${clusters} modules never trained on; ${notes.overfit ?? 0} repairs fit only the visible tests and do not count.`
    : `${tasks} tasks in ${clusters} arrangements and wordings never trained on.`;
}

/** Success by family, of the student and of every baseline; '' where results were not kept by task. */
function familyTable({ perTask, notes }: Scores): string {
  if (perTask === undefined) return '';
  const policies = { student: perTask.student, ...perTask.baselines };
  const isMiniwob = perTask.families.some((family) => hasRawReward(notes, family));
  const table = new Table({
    head: ['family', 'tasks', ...Object.keys(policies), ...(isMiniwob ? ['raw reward', ''] : [])],
    style: { head: [], border: [] },
    colAligns: ['left', ...Array.from({ length: Object.keys(policies).length + 2 }, () => 'right' as const)],
  });
  for (const family of [...new Set(perTask.families)].sort()) {
    const own = perTask.families.flatMap((name, i) => (name === family ? [i] : []));
    const rateOf = ({ success }: { success: readonly number[] }) =>
      own.reduce((sum, i) => sum + (success[i] ?? 0), 0) / own.length;
    table.push([
      family,
      own.length,
      ...Object.values(policies).map((policy) => percent(rateOf(policy))),
      ...(isMiniwob ? miniwobCells(notes, family) : []),
    ]);
  }
  return `${table.toString()}\n`;
}

function hasRawReward(notes: Scores['notes'], family: string): boolean {
  return `${family}: fact.rawReward` in notes;
}

/** The student's mean raw reward on a MiniWoB++ page, and whether the page offered it anything at all. */
function miniwobCells(notes: Scores['notes'], family: string): [string, string] {
  const [reward = 0, elements = 0] = [notes[`${family}: fact.rawReward`], notes[`${family}: elements`]];
  return [reward.toFixed(2), elements === 0 ? 'no accessible elements' : ''];
}

/** The JSON of anything that evaluates; the results task by task only where they are asked for. */
export function evaluationJson(report: EvaluationReport, seconds: number, perTask: boolean) {
  const { seed, digest, split, checkpointId, campaignId } = report;
  const environments = Object.fromEntries(
    Object.entries(report.environments).map(([id, { perTask: results, ...own }]) => [
      id,
      perTask ? { ...own, perTask: results } : own,
    ]),
  );
  return { seed, digest, seconds, campaignId, checkpointId, split, environments };
}

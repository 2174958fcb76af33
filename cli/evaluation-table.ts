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

function footnote(environment: string, { tasks, clusters, notes }: Scores): string {
  return environment === 'shell'
    ? `${tasks} tasks from ${clusters} modules never trained on; ${notes.overfit ?? 0} repairs fit only the visible tests and do not count.`
    : `${tasks} tasks in ${clusters} arrangements and wordings never trained on.`;
}

/** Success by family, of the student and of every baseline; '' where results were not kept by task. */
function familyTable({ perTask }: Scores): string {
  if (perTask === undefined) return '';
  const policies = { student: perTask.student, ...perTask.baselines };
  const table = new Table({
    head: ['family', 'tasks', ...Object.keys(policies)],
    style: { head: [], border: [] },
    colAligns: ['left', ...Array.from({ length: Object.keys(policies).length + 1 }, () => 'right' as const)],
  });
  for (const family of [...new Set(perTask.families)].sort()) {
    const own = perTask.families.flatMap((name, i) => (name === family ? [i] : []));
    const rateOf = ({ success }: { success: readonly number[] }) =>
      own.reduce((sum, i) => sum + (success[i] ?? 0), 0) / own.length;
    table.push([family, own.length, ...Object.values(policies).map((policy) => percent(rateOf(policy)))]);
  }
  return `${table.toString()}\n`;
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

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
      const overfit = own.notes.overfit ?? 0;
      return `${table.toString()}\n${own.tasks} tasks from ${own.clusters} modules never trained on; ${overfit} repairs fit only the visible tests and do not count.`;
    })
    .join('\n');
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

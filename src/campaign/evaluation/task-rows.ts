/** What every policy did on every task of some evaluations, as rows, and these as CSV. */
import type { EnvironmentId, EvaluationReport, Handover } from '../../core/contracts.ts';

/** The name under which the evaluated checkpoint stands among the policies. */
export const STUDENT = 'student';

/** Evaluations that cannot be summarised together; the message says why. */
export class EvaluationSummaryError extends Error {
  override name = 'EvaluationSummaryError';
}

/** One policy on one task of one run. */
export interface TaskRow {
  /** Index of the report it is from. */
  run: number;
  taskId: string;
  cluster: string;
  family: string;
  success: 0 | 1;
  overfit: 0 | 1;
  testRuns: number;
  /** Null in reports that were stored before it was kept. */
  terminalReward: number | null;
  /** Null where the environment knows none. */
  regret: number | null;
  /** Null where the environment has no such decision. */
  handover: Handover | null;
}

/** The policies of an environment that all reports have which scored it: the student first. */
export function policiesIn(reports: readonly EvaluationReport[], environment: EnvironmentId): string[] {
  const scripts = reports.flatMap(({ environments: { [environment]: own } }) =>
    own ? [Object.keys(own.baselines)] : [],
  );
  const [first = []] = scripts;
  return [STUDENT, ...first.filter((name) => scripts.every((names) => names.includes(name)))];
}

/**
 * A policy's rows in the order of reports and windows; none of a report that has no such environment.
 * @throws EvaluationSummaryError when a report has no results by task, or none of this policy.
 */
export function taskRows(
  reports: readonly EvaluationReport[],
  environment: EnvironmentId,
  policy: string,
): TaskRow[] {
  return reports.flatMap(({ campaignId, environments: { [environment]: own } }, run) => {
    if (own === undefined) return [];
    const { perTask } = own;
    const results = policy === STUDENT ? perTask?.student : perTask?.baselines[policy];
    if (!perTask || !results) {
      throw new EvaluationSummaryError(
        `the evaluation of campaign ${campaignId} on ${environment} has no results of ${policy} by task: it was stored by an older version; delete the campaign and run it again`,
      );
    }
    return perTask.taskIds.map((taskId, i) => ({
      run,
      taskId,
      cluster: perTask.clusters[i] as string,
      family: perTask.families[i] as string,
      success: results.success[i] as 0 | 1,
      overfit: results.overfit[i] as 0 | 1,
      testRuns: results.testRuns[i] as number,
      terminalReward: results.terminalReward?.[i] ?? null,
      regret: results.regret?.[i] ?? null,
      handover: results.handover?.[i] ?? null,
    }));
  });
}

/** Columns of the CSV, in their order. */
const COLUMNS = [
  'campaign',
  'seed',
  'checkpoint',
  'split',
  'environment',
  'policy',
  'task',
  'cluster',
  'family',
  'success',
  'overfit',
  'test_runs',
  'terminal_reward',
  'regret',
  'handover',
] as const;

/** One row per task and policy, as RFC 4180 has it; what is not known is empty. */
export function taskCsv(reports: readonly EvaluationReport[]): string {
  const lines = reports.flatMap((report) =>
    (Object.keys(report.environments) as EnvironmentId[]).flatMap((environment) =>
      policiesIn([report], environment).flatMap((policy) =>
        taskRows([report], environment, policy).map((row) => [
          report.campaignId,
          report.seed,
          report.checkpointId,
          report.split,
          environment,
          policy,
          row.taskId,
          row.cluster,
          row.family,
          row.success,
          row.overfit,
          row.testRuns,
          row.terminalReward,
          row.regret,
          row.handover,
        ]),
      ),
    ),
  );
  return [COLUMNS, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

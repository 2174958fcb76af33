/** `mixed-eval`: what students reach in every environment of their campaigns, and whether the gates let them pass. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Table from 'cli-table3';
import {
  type EvaluatedRun,
  type EvaluationDocument,
  summariseEvaluations,
} from '../src/campaign/evaluation/document.ts';
import type { Gate } from '../src/campaign/evaluation/gates.ts';
import { interval, signed } from '../src/campaign/evaluation/markdown.ts';
import { type ReportFile, reportFiles } from '../src/campaign/evaluation/report.ts';
import { EvaluationSummaryError } from '../src/campaign/evaluation/task-rows.ts';
import { validationCurve } from '../src/campaign/evaluation/validation-curve.ts';
import type { Invocation } from './arguments.ts';
import { evaluationTable } from './evaluation-table.ts';
import type { HeadlessWorkbench } from './headless-workbench.ts';
import { CommandError } from './profile.ts';

/**
 * Takes the stored evaluations of the active checkpoints, or makes them, and writes the report. A gate that
 * fails makes the command fail; one that is undecided does not.
 * @throws CommandError when there are not as many references as campaigns, or the folder cannot be written.
 */
export async function mixedEval(
  workbench: HeadlessWorkbench,
  campaignIds: readonly string[],
  { split, reference, out }: Invocation,
): Promise<{ document: EvaluationDocument; text: string; success: boolean }> {
  const references = reference?.split(',') ?? [];
  if (references.length > 0 && references.length !== campaignIds.length) {
    throw new CommandError(
      `--reference ${reference}: there are ${campaignIds.length} campaigns to hold against ${references.length} references; name one for each`,
    );
  }
  const runs: EvaluatedRun[] = [];
  for (const [i, campaignId] of campaignIds.entries()) {
    const report = await workbench.call('evaluate', { campaignId, split });
    const against = references[i];
    runs.push({
      report,
      curve: validationCurve(await workbench.call('campaign', campaignId)),
      reference:
        against === undefined ? null : await workbench.call('evaluate', { campaignId: against, split }),
    });
  }
  const document = await summarise(runs);
  const reports = runs.map(({ report }) => report);
  const folder = out ?? join(workbench.profile.results, `${campaignIds.join('-')}-${split}-report`);
  writeReport(folder, reportFiles(document, reports, commandOf(campaignIds, references, split)));
  const text = [
    ...reports.map(evaluationTable),
    gatesTable(document.gates),
    `Report: ${join(folder, 'report.md')}`,
  ].join('\n');
  return { document, text, success: document.gates.every(({ verdict }) => verdict !== 'fail') };
}

/** What cannot be summarised together is a wrong choice of campaigns, not a defect. */
async function summarise(runs: readonly EvaluatedRun[]): Promise<EvaluationDocument> {
  try {
    return await summariseEvaluations(runs);
  } catch (error) {
    throw error instanceof EvaluationSummaryError ? new CommandError(error.message) : error;
  }
}

function writeReport(folder: string, files: readonly ReportFile[]): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
  } catch (error) {
    throw new CommandError(`${folder} could not be written: ${(error as Error).message}`);
  }
}

/** The command that makes the report, without what is the default. */
function commandOf(campaigns: readonly string[], references: readonly string[], split: string): string {
  const options = [
    ` --campaign ${campaigns.join(',')}`,
    references.length === 0 ? '' : ` --reference ${references.join(',')}`,
    split === 'heldout' ? '' : ` --split ${split}`,
  ];
  return `npm run rl -- mixed-eval${options.join('')}`;
}

/** The gates for the terminal, in percentage points. */
function gatesTable(gates: readonly Gate[]): string {
  const table = new Table({
    head: ['gate', 'against', 'verdict', 'points', '95 % interval', 'sees from', 'would decide'],
    style: { head: [], border: [] },
  });
  for (const { environment, gate, reference, verdict, figure, ci95, detectable, tasksToDecide } of gates) {
    table.push([
      `${environment}: ${gate.replaceAll('_', ' ')}`,
      reference,
      verdict,
      signed(figure),
      interval(ci95, signed),
      (100 * detectable).toFixed(1),
      tasksToDecide === null ? '' : `${tasksToDecide} tasks`,
    ]);
  }
  return table.toString();
}

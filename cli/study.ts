/** `study shell`: runs what the study's campaigns still lack, and compares them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ARM_NAMES, FULL_ARM, planStudy, STUDY_FOLDS } from '../src/campaign/study/arms.ts';
import { studyReport } from '../src/campaign/study/report.ts';
import { type StudyResult, summariseStudy } from '../src/campaign/study/result.ts';
import { runStudy } from '../src/campaign/study/run-study.ts';
import type { Invocation } from './arguments.ts';
import type { HeadlessWorkbench } from './headless-workbench.ts';
import { CommandError } from './profile.ts';
import { type ProgressDisplay, percent } from './progress-display.ts';

/** Where the report and its figures are written. */
const REPORT = fileURLToPath(new URL('../docs/studies/shell.md', import.meta.url));
const FIGURES = fileURLToPath(new URL('../docs/studies/shell.json', import.meta.url));

/**
 * Runs the study; a campaign that fails is told, the others go on, and the command has failed.
 * @throws CommandError when nothing is left to compare with.
 */
export async function studyShell(
  workbench: HeadlessWorkbench,
  invocation: Invocation,
  display: ProgressDisplay,
): Promise<{ document: StudyResult; text: string; success: boolean }> {
  const plan = planStudy(invocation);
  const records = await runStudy(
    plan,
    {
      createCampaign: (config) => workbench.call('createCampaign', config),
      run: (campaignId) => workbench.call('run', campaignId),
      campaign: (campaignId) => workbench.call('campaign', campaignId),
    },
    {
      started: ({ arm, fold }, index, total) =>
        display.announce(`${arm}, fold ${fold} (campaign ${index + 1} of ${total})`),
      completed: ({ seconds, results: { student } }) => {
        const successes = student.success.filter((success) => success === 1).length;
        display.announce(
          `   held out ${percent(successes / Math.max(1, student.success.length))}, ${seconds.toFixed(0)} s`,
        );
      },
      failed: ({ reason }) => display.announce(`   failed: ${reason}`),
    },
  );
  if (!records.campaigns.some(({ arm }) => arm === FULL_ARM)) {
    throw new CommandError(
      `no campaign of the arm ${FULL_ARM} was completed, so there is nothing to compare. Look at what happened with npm run rl -- open, then run this again`,
    );
  }
  const document = await summariseStudy(records, plan);
  const report = studyReport(document, commandOf(invocation));
  if (invocation.write) {
    mkdirSync(dirname(REPORT), { recursive: true });
    writeFileSync(REPORT, report);
    writeFileSync(FIGURES, `${JSON.stringify(document)}\n`);
  }
  return { document, text: `${report}\n${secondsText(document)}`, success: records.failures.length === 0 };
}

/** The command that makes the report, without what is the default. */
function commandOf({ seed, epochs, folds, ablationFolds, arms }: Invocation): string {
  const options = [
    seed === null ? '' : ` --seed ${seed}`,
    epochs === null ? '' : ` --epochs ${epochs}`,
    folds.length === STUDY_FOLDS.length ? '' : ` --folds ${folds.join(',')}`,
    ablationFolds.length === folds.length ? '' : ` --ablation-folds ${ablationFolds.join(',')}`,
    arms.length === ARM_NAMES.length ? '' : ` --arms ${arms.join(',')}`,
  ];
  return `npm run rl -- study shell --write${options.join('')}`;
}

/** How long each campaign took: of this machine, and so in no report. */
function secondsText({ campaigns, seconds }: StudyResult): string {
  const rows = campaigns.map(({ arm, fold, seconds: own }) => `${arm} ${fold}: ${own.toFixed(0)} s`);
  return `Time: ${seconds.toFixed(0)} s (${rows.join(', ')})`;
}

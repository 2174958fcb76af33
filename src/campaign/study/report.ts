/** A study's result as a readable report. */
import { interval, percent, signed, table } from '../evaluation/markdown.ts';
import { ARM_NAMES, FULL_ARM, STUDY_ARMS } from './arms.ts';
import {
  EVIDENCE_SCRIPT,
  type PolicyFigures,
  REFERENCE_SCRIPT,
  type StudyDifference,
  type StudyResult,
  scriptFigures,
  TARGET_RATE,
} from './result.ts';

/** What each script of the shell environment does, for the report. */
const SCRIPTS: Readonly<Record<string, string>> = {
  random: 'chooses uniformly',
  'textual-order': 'tries patches from top to bottom',
  'operator-prior': 'first what was the repair most often in training',
  [REFERENCE_SCRIPT]: 'that prior × the statement’s Ochiai coefficient squared',
  [EVIDENCE_SCRIPT]: 'that prior × the edit’s infection coefficient to the eighth power',
  oracle: 'knows the fault',
};

/** The report in Markdown: the same bytes for the same result, times excepted, of which it has none. */
export function studyReport(result: StudyResult, command: string): string {
  const { seed, epochs, digest, campaigns } = result;
  const { tasks, clusters } = result.environments.shell;
  const folds = result.environments.shell.student.folds.length;
  return `# The shell study: does the student repair unseen code better than scripts do?

Made by \`${command}\`: seed ${seed}, ${epochs} ${epochs === 1 ? 'epoch' : 'epochs'}, digest \`${digest}\`. Running it again gives this file again. \`shell.json\` beside it has the same figures for machines.

${aims(result)}

## Question and method

A student is trained on repair tasks from some modules and scored, once, on tasks from modules that it has never seen. A task is a real module with one or two faults; the student reads, runs tests and tries patches, of which those are kept that help, until its budget of steps ends. **Success** means that all visible and all hidden tests pass in the end.

- **Tasks.** ${tasks} held-out tasks from ${clusters} modules in ${folds} ${folds === 1 ? 'fold' : 'folds'}. Each fold holds out one fifth of the modules that are not for validation, and no module is held out in two.
- **Configuration.** That of the demo (\`src/campaign/presets.ts\`), in every fold and arm, except for what an arm's line says. What the student is shown, its network and its coefficients were chosen on the validation modules, and frozen before this study. One thing was seen on more: that ranking by infection helps a script, and with which exponent, was looked at without any student on the training and validation modules of fold 0. Validation modules are the same in every fold and every seed and are never held out; a campaign refuses to score held-out tasks before it is completed.
- **Scripts.** ${Object.entries(SCRIPTS)
    .map(([name, does]) => `\`${name}\` ${does}`)
    .join(
      '; ',
    )}. All play the same episodes under the same rules; those between the first and the last read the source and run the tests before they try a patch. The prior is fitted on the fold's training tasks. Their figures are taken from the arm \`${FULL_ARM}\`, which sees everything there is to see.
- **Intervals.** Percentile bootstrap over modules, 95 %, from named random streams: tasks of one module are not independent. Differences are paired, task by task, and resampled in the same way.

## Result

${successTable(result)}

**Student minus script**, in percentage points, over the same ${tasks} tasks:

${differenceTable(
  'script',
  Object.entries(result.environments.shell.baselines).map(([name, { studentMinus }]) => [name, studentMinus]),
)}

\`${EVIDENCE_SCRIPT}\` ranks by the same evidence that the student sees: for each edit, in which tests it makes a difference. The student has, beside it, the kind of each edit, where it stands and what trials on its line did, and has to learn what to make of all this; the script's formula and its prior are given. ${beyondEvidence(result)}

**Overfitting** is a repair that passes every visible test and fails a hidden one. **Test runs** are those of episodes that end in success, from the first action to the last.

${effortTable(result)}

By family, success of the arm \`${FULL_ARM}\` and of two scripts:

${familyTable(result)}

## Ablations

Each arm is a campaign per fold. The difference is that of the arm minus \`${FULL_ARM}\`, paired over the tasks of the folds that have both, in percentage points.

${armTable(result)}

The arms \`ppo\` and \`distillation\` take lane states away, too, because these imitate. In \`distillation\` the value head still learns, and nothing follows it.

## What this does not show

- Every arm was trained once in each fold, with one seed. Intervals say how figures vary over modules, not how they would over training runs; small differences between arms may be chance, and no correction is made for looking at many of them.
- Faults are made by mutation, and the repair is always among the patches that are offered, as the oracle shows. Faults in real projects are of more kinds, and their repairs have to be written.
- Modules are small and in JavaScript, and were written for this benchmark. Those of one family resemble each other, and the families of held-out modules are trained on, too.

## Campaigns

A campaign's id begins the hash of its configuration; its digest is the hash of the event that completed it. Both are the same wherever it is run.

${table(
  ['arm', 'fold', 'campaign', 'checkpoint', 'digest'],
  campaigns.map(({ arm, fold, campaignId, checkpointId, digest: own }) => [
    arm,
    `${fold}`,
    `\`${campaignId}\``,
    `\`${checkpointId.slice(0, 12)}\``,
    `\`${own}\``,
  ]),
)}
${failureList(result)}`;
}

/** Which of the two aims were met, with the figures. */
function aims({ environments: { shell }, aims: { aboveReference, reachesTarget } }: StudyResult): string {
  const { studentMinus } = scriptFigures(shell.baselines, REFERENCE_SCRIPT);
  const met = (aim: boolean) => (aim ? 'met' : 'not met');
  return [
    `- **Aim A, above \`${REFERENCE_SCRIPT}\` with the paired difference's interval above zero: ${met(aboveReference)}.** ${points(studentMinus)}.`,
    `- **Aim B, at least ${percent(TARGET_RATE)} of the faults repaired: ${met(reachesTarget)}.** ${percent(shell.student.successRate)} (95 % interval ${interval(shell.student.ci95, percent)}).`,
  ].join('\n');
}

/** What the student adds to the script that has its evidence. */
function beyondEvidence({ environments: { shell } }: StudyResult): string {
  const { studentMinus } = scriptFigures(shell.baselines, EVIDENCE_SCRIPT);
  const [low, high] = studentMinus.ci95;
  if (low > 0) return `What that adds to the script: ${points(studentMinus)}.`;
  if (high < 0) return `It makes less of the evidence than the script does: ${points(studentMinus)}.`;
  return `Whether that adds anything to the script cannot be told from these tasks: ${points(studentMinus)}.`;
}

function successTable({ environments: { shell } }: StudyResult): string {
  const rows = named(shell).sort(([, a], [, b]) => b.successRate - a.successRate);
  return table(
    ['policy', 'success', '95 % interval', ...shell.student.folds.map(({ fold }) => `fold ${fold}`)],
    rows.map(([name, { successRate, ci95, folds }]) => [
      name,
      percent(successRate),
      interval(ci95, percent),
      ...folds.map((fold) => percent(fold.successRate)),
    ]),
  );
}

function effortTable({ environments: { shell } }: StudyResult): string {
  return table(
    ['policy', 'overfitted', 'of all tasks', 'of visible passes', 'test runs, mean', 'median'],
    named(shell).map(([name, { overfit, testRuns }]) => [
      name,
      `${overfit.tasks}`,
      percent(overfit.ofTasks),
      overfit.ofVisiblePasses === null ? '–' : percent(overfit.ofVisiblePasses),
      testRuns === null ? '–' : testRuns.mean.toFixed(2),
      testRuns === null ? '–' : `${testRuns.median}`,
    ]),
  );
}

/** The student and every script. */
function named({ student, baselines }: StudyResult['environments']['shell']): [string, PolicyFigures][] {
  return [['**student**', student], ...Object.entries(baselines)];
}

function familyTable({ environments: { shell } }: StudyResult): string {
  return table(
    ['family', 'modules', 'tasks', 'student', EVIDENCE_SCRIPT, REFERENCE_SCRIPT],
    Object.entries(shell.byFamily).map(([family, { clusters, tasks, successRate, baselines }]) => [
      family,
      `${clusters}`,
      `${tasks}`,
      percent(successRate),
      percent(baselines[EVIDENCE_SCRIPT] ?? 0),
      percent(baselines[REFERENCE_SCRIPT] ?? 0),
    ]),
  );
}

function armTable({ arms }: StudyResult): string {
  return table(
    [
      'arm',
      'what it is',
      'folds',
      'success',
      '95 % interval',
      `minus ${FULL_ARM}`,
      '95 % interval',
      'overfitted',
    ],
    arms.map(({ arm, successRate, ci95, folds, minusFull, overfit }) => [
      arm,
      STUDY_ARMS[ARM_NAMES.indexOf(arm)]?.description ?? '',
      folds.map(({ fold }) => fold).join(', '),
      percent(successRate),
      interval(ci95, percent),
      minusFull === null ? '–' : signed(minusFull.difference),
      minusFull === null ? '–' : interval(minusFull.ci95, signed),
      percent(overfit.ofTasks),
    ]),
  );
}

function differenceTable(what: string, rows: [name: string, StudyDifference][]): string {
  return table(
    [what, 'difference', '95 % interval'],
    rows.map(([name, { difference, ci95 }]) => [name, signed(difference), interval(ci95, signed)]),
  );
}

function failureList({ failures }: StudyResult): string {
  if (failures.length === 0) return '';
  const rows = failures.map(({ arm, fold, reason }) => `- ${arm}, fold ${fold}: ${reason}`);
  return `\nNot completed, and in no figure above:\n\n${rows.join('\n')}\n`;
}

/** A difference with its interval, in words. */
function points({ difference, ci95 }: StudyDifference): string {
  return `${signed(difference)} percentage points (95 % interval ${interval(ci95, signed)})`;
}

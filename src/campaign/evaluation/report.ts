/** Evaluations as files: the document for machines, rows for a spreadsheet, and a report with plots. */
import type { EvaluationReport } from '../../core/contracts.ts';
import {
  bestScript,
  type EnvironmentFigures,
  type EvaluationDocument,
  type PolicyFigures,
} from './document.ts';
import type { Gate } from './gates.ts';
import { interval, percent, signed, table } from './markdown.ts';
import { type BandSeries, bandPlot, intervalPlot } from './plots.ts';
import { STUDENT, taskCsv } from './task-rows.ts';

/** A text file. */
export interface ReportFile {
  name: string;
  text: string;
}

/**
 * `report.json`, `report.csv`, `report.md` and the plots that the last one shows: SVG files beside it, because
 * many Markdown viewers drop SVG that stands in the text.
 */
export function reportFiles(
  document: EvaluationDocument,
  reports: readonly EvaluationReport[],
  command: string,
): ReportFile[] {
  const plots = environmentsOf(document).flatMap(([id, own]) => plotsOf(id, own));
  return [
    { name: 'report.json', text: `${JSON.stringify(document, null, 2)}\n` },
    { name: 'report.csv', text: taskCsv(reports) },
    { name: 'report.md', text: evaluationMarkdown(document, command) },
    ...plots.map(({ name, text }) => ({ name, text })),
  ];
}

const environmentsOf = ({ environments }: EvaluationDocument): [string, EnvironmentFigures][] =>
  Object.entries(environments);

/** The report in Markdown: the same bytes for the same figures. It has no times in it. */
export function evaluationMarkdown(document: EvaluationDocument, command: string): string {
  const { split, seed, digest, runs, gates } = document;
  return `# Evaluation on ${split === 'heldout' ? 'held-out' : split} tasks

Made by \`${command}\`: seed ${seed}, digest \`${digest ?? 'none'}\`. What each figure is: docs/evaluation.md of the workbench. All intervals are 95 %.

${table(
  ['campaign', 'seed', 'checkpoint', 'digest', 'reference'],
  runs.map((run) => [
    `\`${run.campaignId}\``,
    `${run.seed}`,
    `\`${run.checkpointId.slice(0, 12)}\``,
    run.digest === null ? '–' : `\`${run.digest.slice(0, 12)}\``,
    run.reference === null ? '–' : `\`${run.reference}\``,
  ]),
)}

## Gates

${gates.length === 0 ? 'There is nothing to compare with: no script and no reference evaluation was scored.' : gateTable(gates)}
${environmentsOf(document)
  .map(([id, own]) => environmentSection(id, own))
  .join('')}`;
}

const GATES: Readonly<Record<Gate['gate'], string>> = {
  not_under_reference: 'success at most 5 points under',
  better_minus_worse: 'better − worse above zero',
  missed_handovers_not_up: 'missed handovers not up',
};

/** The gates with their figures, in percentage points. */
function gateTable(gates: readonly Gate[]): string {
  return table(
    ['environment', 'gate', 'against', 'verdict', 'figure', 'interval', 'tasks', 'sees from', 'would decide'],
    gates.map((gate) => [
      gate.environment,
      GATES[gate.gate],
      gate.reference,
      gate.verdict === 'pass' ? 'pass' : `**${gate.verdict}**`,
      signed(gate.figure),
      interval(gate.ci95, signed),
      `${gate.tasks}`,
      `${(100 * gate.detectable).toFixed(1)} points`,
      gate.tasksToDecide === null ? '–' : `${gate.tasksToDecide} tasks`,
    ]),
  );
}

function environmentSection(id: string, own: EnvironmentFigures): string {
  const { tasks, clusters, runs, detectableBetweenWindows, aggregates } = own;
  const plots = plotsOf(id, own).map(({ name, title }) => `![${title}](${name})`);
  return `
## ${id}

${tasks} tasks from ${clusters} modules or templates in ${runs} ${runs === 1 ? 'run' : 'runs'}. Another window of this size would show a difference of ${(100 * detectableBetweenWindows).toFixed(1)} points with power 0.8.

${policyTable(own)}

Student minus baseline, task by task, in percentage points:

${table(
  ['baseline', 'difference', 'interval', 'only student', 'only baseline', 'McNemar p', 'sees from'],
  Object.entries(own.baselines).map(([name, { studentMinus }]) => [
    name,
    signed(studentMinus.difference),
    interval(studentMinus.ci95, signed),
    `${studentMinus.onlyStudent}`,
    `${studentMinus.onlyBaseline}`,
    pText(studentMinus.pValue),
    `${(100 * studentMinus.detectable).toFixed(1)} points`,
  ]),
)}

${familyTable(own)}

Aggregates of families' success ${aggregates.over === 'runs' ? 'in every run; intervals are over runs' : 'in one run, which says nothing about other runs; intervals are over modules or templates'}:

${aggregateTable(own)}

${plots.join('\n\n')}
`;
}

/** The student and every baseline, the best first. */
function policyTable(own: EnvironmentFigures): string {
  const rows: [string, PolicyFigures][] = [['**student**', own.student], ...Object.entries(own.baselines)];
  rows.sort(([, a], [, b]) => b.successRate - a.successRate);
  const has = (figure: keyof PolicyFigures) => rows.some(([, row]) => row[figure] !== null);
  const [regret, handovers, oracle] = [has('regret'), has('missedHandovers'), has('ofOracle')];
  return table(
    [
      'policy',
      'success',
      'interval',
      'mean reward',
      ...(oracle ? ['of oracle’s success'] : []),
      ...(regret ? ['regret', 'interval', 'of random’s regret'] : []),
      ...(handovers ? ['missed handovers'] : []),
    ],
    rows.map(([name, row]) => [
      name,
      percent(row.successRate),
      interval(row.ci95, percent),
      row.meanReward.toFixed(3),
      ...(oracle ? [estimateText(row.ofOracle, percent)] : []),
      ...(regret
        ? [
            row.regret === null ? '–' : row.regret.mean.value.toFixed(3),
            row.regret?.mean.ci95 ? interval(row.regret.mean.ci95, (value) => value.toFixed(3)) : '–',
            estimateText(row.regret?.ofRandom ?? null, percent),
          ]
        : []),
      ...(handovers
        ? [
            row.missedHandovers === null
              ? '–'
              : `${percent(row.missedHandovers.rate)} of ${row.missedHandovers.tasks}`,
          ]
        : []),
    ]),
  );
}

function familyTable({ byFamily, baselines }: EnvironmentFigures): string {
  const names = Object.keys(baselines);
  const regret = Object.values(byFamily).some((own) => own.regret !== null);
  const regrets = (value: { value: number } | null | undefined) => (value ? value.value.toFixed(3) : '–');
  return table(
    ['family', 'tasks', 'student', 'interval', ...names, ...(regret ? ['regret', 'random’s regret'] : [])],
    Object.entries(byFamily).map(([family, own]) => [
      family,
      `${own.tasks}`,
      percent(own.successRate),
      interval(own.ci95, percent),
      ...names.map((name) => percent(own.baselines[name]?.successRate ?? 0)),
      ...(regret ? [regrets(own.regret), regrets(own.baselines['random']?.regret)] : []),
    ]),
  );
}

function aggregateTable({ aggregates: { policies, improvement } }: EnvironmentFigures): string {
  return table(
    [
      'policy',
      'interquartile mean',
      'interval',
      'optimality gap',
      'interval',
      ...(improvement ? ['P(student above)', 'interval'] : []),
    ],
    Object.entries(policies).map(([name, { iqm, optimalityGap }]) => {
      const above = improvement?.[name];
      return [
        name,
        percent(iqm.value),
        interval(iqm.ci95, percent),
        percent(optimalityGap.value),
        interval(optimalityGap.ci95, percent),
        ...(improvement
          ? [above ? above.value.toFixed(2) : '–', above ? interval(above.ci95, (p) => p.toFixed(2)) : '–']
          : []),
      ];
    }),
  );
}

function estimateText(
  estimate: { value: number; ci95: readonly [number, number] | null } | null,
  format: (value: number) => string,
): string {
  if (estimate === null) return '–';
  const { value, ci95 } = estimate;
  return ci95 === null ? format(value) : `${format(value)} (${interval(ci95, format)})`;
}

const pText = (p: number) => (p < 0.001 ? '< 0.001' : p.toFixed(3));

type Plot = ReportFile & { title: string };

function plotsOf(id: string, own: EnvironmentFigures): Plot[] {
  const { student, baselines, aggregates, sampleEfficiency } = own;
  const policies = [
    { name: STUDENT, value: student.successRate, ci95: student.ci95 },
    ...Object.entries(baselines)
      .map(([name, { successRate, ci95 }]) => ({ name, value: successRate, ci95 }))
      .sort((a, b) => b.value - a.value),
  ];
  const shown = [STUDENT, bestScript(baselines), 'oracle', 'random'];
  const profiles = shown.flatMap((name): BandSeries[] => {
    const profile = name === null ? undefined : aggregates.policies[name]?.profile;
    if (name === null || profile === undefined) return [];
    return [
      { name, points: profile.map(({ threshold, above, ci95 }) => ({ x: threshold, y: above, ci95 })) },
    ];
  });
  const titles = {
    success: `${id}: success with 95 % intervals`,
    profile: `${id}: share of ${aggregates.over === 'runs' ? 'runs × families' : 'families'} whose success is above a threshold`,
    steps: `${id}: interquartile mean of success on validation tasks`,
  };
  const percentage = (value: number) => `${Math.round(100 * value)} %`;
  const curve = sampleEfficiency.map(({ steps, value, ci95 }) => ({ x: steps, y: value, ci95 }));
  return [
    { name: `${id}-success.svg`, title: titles.success, text: intervalPlot(titles.success, policies) },
    {
      name: `${id}-profile.svg`,
      title: titles.profile,
      text: bandPlot(titles.profile, { label: 'success above', format: percentage }, profiles),
    },
    ...(curve.length < 2
      ? []
      : [
          {
            name: `${id}-steps.svg`,
            title: titles.steps,
            text: bandPlot(
              titles.steps,
              { label: 'steps sampled for updates', format: (steps) => String(Math.round(steps)) },
              [{ name: STUDENT, points: curve }],
            ),
          },
        ]),
  ];
}

/** What evaluations say together: a pure function of their reports, versioned, for machines. */
import { z } from 'zod';
import { hashOf } from '../../core/canonical.ts';
import { EnvironmentId, type EvaluationReport, Sha256, Split } from '../../core/contracts.ts';
import { type RandomStream, stream } from '../../core/random.ts';
import {
  groupBy,
  interquartileMean,
  optimalityGap,
  performanceProfile,
  probabilityOfImprovement,
  type ScoreSample,
  sampleEfficiency,
  sampleOfClusters,
  sampleOfRuns,
  stratifiedEstimate,
} from './aggregates.ts';
import { Gate, gatesOf } from './gates.ts';
import { designEffect, minimumDetectableDifference, minimumDetectablePairedDifference } from './power.ts';
import {
  clusterBootstrap,
  clusterMean,
  clusterRatio,
  exactMcNemar,
  pairedClusterDifference,
} from './statistics.ts';
import { EvaluationSummaryError, policiesIn, STUDENT, type TaskRow, taskRows } from './task-rows.ts';

const interval = z.tuple([z.number(), z.number()]);
const estimate = z.strictObject({ value: z.number(), ci95: interval });
/** Without an interval where there is one cluster only. */
const clusterEstimate = z.strictObject({ value: z.number(), ci95: interval.nullable() });

const PolicyFigures = z.strictObject({
  successRate: z.number(),
  /** Bootstrapped over modules or templates, like all intervals that say nothing else. */
  ci95: interval,
  meanReward: z.number(),
  /** Mean value given away a task, and as a share of random's; null where there is no regret. */
  regret: z.strictObject({ mean: clusterEstimate, ofRandom: clusterEstimate.nullable() }).nullable(),
  /** Success as a share of the oracle's. */
  ofOracle: clusterEstimate.nullable(),
  /** Of the tasks where handing over was right, the share that was not handed over; null without any. */
  missedHandovers: z.strictObject({ tasks: z.number().int(), rate: z.number(), ci95: interval }).nullable(),
});
export type PolicyFigures = z.infer<typeof PolicyFigures>;

const StudentMinus = z.strictObject({
  difference: z.number(),
  ci95: interval,
  /** Tasks that only one of the two solved, and the p value of McNemar's exact test on them. */
  onlyStudent: z.number().int(),
  onlyBaseline: z.number().int(),
  pValue: z.number(),
  /** Smallest true difference that these pairs show with power 0.8. */
  detectable: z.number(),
});

const Aggregates = z.strictObject({
  iqm: estimate,
  optimalityGap: estimate,
  profile: z.array(z.strictObject({ threshold: z.number(), above: z.number(), ci95: interval })),
});

const EnvironmentFigures = z.strictObject({
  tasks: z.number().int(),
  clusters: z.number().int(),
  runs: z.number().int(),
  student: PolicyFigures,
  baselines: z.record(z.string(), PolicyFigures.extend({ studentMinus: StudentMinus })),
  byFamily: z.record(
    z.string(),
    z.strictObject({
      tasks: z.number().int(),
      successRate: z.number(),
      ci95: interval,
      regret: clusterEstimate.nullable(),
      baselines: z.record(
        z.string(),
        z.strictObject({ successRate: z.number(), regret: clusterEstimate.nullable() }),
      ),
    }),
  ),
  /** Smallest true difference of two independent evaluations of this size that shows with power 0.8. */
  detectableBetweenWindows: z.number(),
  aggregates: z.strictObject({
    /** What is resampled; scores are success rates of families in runs. */
    over: z.enum(['runs', 'clusters']),
    policies: z.record(z.string(), Aggregates),
    /** Probability that a run of the student is above one of the baseline; null of one run. */
    improvement: z.record(z.string(), estimate).nullable(),
  }),
  /** Interquartile mean on validation tasks against steps; empty where none was stored. */
  sampleEfficiency: z.array(estimate.extend({ steps: z.number() })),
});
export type EnvironmentFigures = z.infer<typeof EnvironmentFigures>;

/** The document. It has the members that everything has which evaluates. */
export const EvaluationDocument = z.strictObject({
  version: z.literal(1),
  split: Split,
  /** Of the first run. */
  seed: z.number().int(),
  /** The campaign's digest; of several, the hash of their list. */
  digest: Sha256.nullable(),
  /** Time that the evaluations took. */
  seconds: z.number(),
  runs: z.array(
    z.strictObject({
      campaignId: z.string(),
      checkpointId: Sha256,
      seed: z.number().int(),
      digest: Sha256.nullable(),
      /** Campaign of the reference evaluation, if one was given. */
      reference: z.string().nullable(),
    }),
  ),
  environments: z.partialRecord(EnvironmentId, EnvironmentFigures),
  gates: z.array(Gate),
});
export type EvaluationDocument = z.infer<typeof EvaluationDocument>;

/** One evaluation of one campaign. */
export interface EvaluatedRun {
  report: EvaluationReport;
  /** Its evaluations on validation tasks, with the steps that were sampled before each. */
  curve: readonly { steps: number; report: EvaluationReport }[];
  /** A stored evaluation that it is held against; of the same seed and on the same tasks. */
  reference: EvaluationReport | null;
}

/**
 * Summarises evaluations of one split. Every bootstrap has a named stream of the first run's seed, so the
 * same reports give the same figures.
 * @throws EvaluationSummaryError without a run, on runs of different splits, on a report without results by
 *   task, and on a reference that was scored on other tasks.
 */
export async function summariseEvaluations(runs: readonly EvaluatedRun[]): Promise<EvaluationDocument> {
  const reports = runs.map(({ report }) => report);
  const [first] = reports;
  if (!first) throw new EvaluationSummaryError('there is no evaluation to summarise');
  const { split, seed } = first;
  if (reports.some((report) => report.split !== split)) {
    throw new EvaluationSummaryError(
      'evaluations on validation and on held-out tasks cannot be summarised together',
    );
  }
  const digests = reports.map(({ digest }) => digest);
  const ids = EnvironmentId.options.filter((id) => reports.some(({ environments }) => environments[id]));
  const own = (id: EnvironmentId) => stream(seed, 'evaluation-document', split, id);
  return {
    version: 1,
    split,
    seed,
    digest: digests.length === 1 ? first.digest : await hashOf(digests),
    seconds: reports.reduce((sum, { seconds }) => sum + seconds, 0),
    runs: runs.map(({ report, reference }) => ({
      campaignId: report.campaignId,
      checkpointId: report.checkpointId,
      seed: report.seed,
      digest: report.digest,
      reference: reference?.campaignId ?? null,
    })),
    environments: Object.fromEntries(ids.map((id) => [id, environmentFigures(runs, id, own(id))])),
    gates: ids.flatMap((id) => environmentGates(runs, id, own(id).child('gates'))),
  };
}

/** Names of the baselines that are no script to be measured against: chance, and what knows the answer. */
const BOUNDS: readonly string[] = ['random', 'oracle'];

/** The script that solves most; null where there is none. */
export function bestScript(rates: Readonly<Record<string, { successRate: number }>>): string | null {
  const scripts = Object.entries(rates).filter(([name]) => !BOUNDS.includes(name));
  return scripts.sort(([, a], [, b]) => b.successRate - a.successRate)[0]?.[0] ?? null;
}

function environmentFigures(
  runs: readonly EvaluatedRun[],
  environment: EnvironmentId,
  random: RandomStream,
): EnvironmentFigures {
  const reports = runs.map(({ report }) => report);
  const names = policiesIn(reports, environment);
  const rows = new Map(names.map((name) => [name, taskRows(reports, environment, name)]));
  const student = rows.get(STUDENT) as TaskRow[];
  const scripts = [...rows].filter(([name]) => name !== STUDENT);
  const right = handoverRight([...rows.values()]);
  const figures = (name: string, own: readonly TaskRow[]): PolicyFigures => ({
    ...success(own, random.child(name)),
    meanReward: meanOf(own.map(({ terminalReward, success: solved }) => terminalReward ?? solved)),
    regret: regretFigures(own, rows.get('random'), random.child(name)),
    ofOracle: ratio(own, rows.get('oracle'), (row) => row.success, random.child(name, 'of-oracle')),
    missedHandovers: missedHandovers(own, right, random.child(name, 'handovers')),
  });
  const runCount = new Set(student.map(({ run }) => run)).size;
  return {
    tasks: student.length,
    clusters: new Set(student.map(({ cluster }) => cluster)).size,
    runs: runCount,
    student: figures(STUDENT, student),
    baselines: Object.fromEntries(
      scripts.map(([name, own]) => [
        name,
        { ...figures(name, own), studentMinus: studentMinus(student, own, random.child(name, 'difference')) },
      ]),
    ),
    byFamily: byFamily(student, scripts, random.child('family')),
    detectableBetweenWindows: minimumDetectableDifference(
      meanOf(student.map((row) => row.success)),
      student.length,
    ),
    aggregates: aggregates(rows, runCount, random.child('aggregates')),
    sampleEfficiency: efficiency(runs, environment, random.child('efficiency')),
  };
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function success(rows: readonly TaskRow[], random: RandomStream) {
  const values = rows.map((row) => ({ cluster: row.cluster, value: row.success }));
  return {
    successRate: meanOf(values.map(({ value }) => value)),
    ci95: clusterBootstrap(values, random.child('success')),
  };
}

/** Mean regret; null unless every row has one. */
function meanRegret(rows: readonly TaskRow[], random: RandomStream) {
  const known = rows.flatMap(({ cluster, regret }) => (regret === null ? [] : [{ cluster, value: regret }]));
  return known.length === rows.length ? clusterMean(known, random) : null;
}

function regretFigures(
  rows: readonly TaskRow[],
  ofRandom: readonly TaskRow[] | undefined,
  random: RandomStream,
): PolicyFigures['regret'] {
  const mean = meanRegret(rows, random.child('regret'));
  if (mean === null) return null;
  return {
    mean,
    ofRandom: ratio(rows, ofRandom, ({ regret }) => regret ?? Number.NaN, random.child('of-random')),
  };
}

/** The sum of a figure over that of another policy on the same tasks; null where there is no such policy. */
function ratio(
  rows: readonly TaskRow[],
  others: readonly TaskRow[] | undefined,
  figure: (row: TaskRow) => number,
  random: RandomStream,
) {
  if (others === undefined) return null;
  return clusterRatio(
    rows.map((row, i) => ({
      cluster: row.cluster,
      value: figure(row),
      weight: figure(others[i] as TaskRow),
    })),
    random,
  );
}

/** By task, whether any policy's episode ended where handing over was right. */
function handoverRight(policies: readonly (readonly TaskRow[])[]): boolean[] {
  const [first = []] = policies;
  return first.map((_, i) =>
    policies.some((rows) => rows[i]?.handover === 'right' || rows[i]?.handover === 'missed'),
  );
}

function missedHandovers(
  rows: readonly TaskRow[],
  right: readonly boolean[],
  random: RandomStream,
): PolicyFigures['missedHandovers'] {
  const missed = rows
    .filter((_, i) => right[i])
    .map(({ cluster, handover }) => ({ cluster, value: handover === 'right' ? 0 : 1 }));
  if (missed.length === 0) return null;
  return {
    tasks: missed.length,
    rate: meanOf(missed.map(({ value }) => value)),
    ci95: clusterBootstrap(missed, random),
  };
}

function studentMinus(student: readonly TaskRow[], others: readonly TaskRow[], random: RandomStream) {
  const pairs = student.map((row, i) => ({
    cluster: row.cluster,
    a: row.success,
    b: (others[i] as TaskRow).success,
  }));
  const onlyStudent = pairs.filter(({ a, b }) => a > b).length;
  const onlyBaseline = pairs.filter(({ a, b }) => a < b).length;
  return {
    ...pairedClusterDifference(pairs, random),
    onlyStudent,
    onlyBaseline,
    pValue: exactMcNemar(onlyStudent, onlyBaseline),
    detectable: minimumDetectablePairedDifference(
      (onlyStudent + onlyBaseline + 1) / (pairs.length + 2),
      pairs.length / designEffect(pairs),
    ),
  };
}

function byFamily(
  student: readonly TaskRow[],
  scripts: readonly (readonly [string, readonly TaskRow[]])[],
  random: RandomStream,
): EnvironmentFigures['byFamily'] {
  const families = [...new Set(student.map(({ family }) => family))].sort();
  return Object.fromEntries(
    families.map((family) => {
      const of = (rows: readonly TaskRow[]) => rows.filter((row) => row.family === family);
      const own = of(student);
      const baselines = scripts.map(([name, rows]) => [
        name,
        {
          successRate: meanOf(of(rows).map((row) => row.success)),
          regret: meanRegret(of(rows), random.child(family, name)),
        },
      ]);
      return [
        family,
        {
          tasks: own.length,
          ...success(own, random.child(family)),
          regret: meanRegret(own, random.child(family, STUDENT)),
          baselines: Object.fromEntries(baselines),
        },
      ];
    }),
  );
}

const THRESHOLDS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Success rates of families in every run, with runs to be resampled or, of one run, clusters. */
function scoreSample(rows: readonly TaskRow[], runs: number): ScoreSample {
  if (runs < 2) {
    return sampleOfClusters(
      rows.map(({ family, cluster, success: solved }) => ({ stratum: family, cluster, value: solved })),
    );
  }
  const rate = (some: readonly TaskRow[]) => meanOf(some.map((row) => row.success));
  const families = [...groupBy(rows, ({ family }) => family).values()];
  return sampleOfRuns(families.map((own) => [...groupBy(own, ({ run }) => run).values()].map(rate)));
}

function aggregates(
  rows: ReadonlyMap<string, readonly TaskRow[]>,
  runs: number,
  random: RandomStream,
): EnvironmentFigures['aggregates'] {
  const samples = new Map([...rows].map(([name, own]) => [name, scoreSample(own, runs)]));
  const student = samples.get(STUDENT) as ScoreSample;
  const policies = [...samples].map(([name, sample]) => [
    name,
    {
      iqm: stratifiedEstimate(sample, interquartileMean, random.child(name, 'iqm')),
      optimalityGap: stratifiedEstimate(sample, optimalityGap, random.child(name, 'gap')),
      profile: performanceProfile(sample, THRESHOLDS, random.child(name, 'profile')),
    },
  ]);
  const scripts = [...samples].filter(([name]) => name !== STUDENT);
  return {
    over: runs < 2 ? 'clusters' : 'runs',
    policies: Object.fromEntries(policies),
    improvement:
      runs < 2
        ? null
        : Object.fromEntries(
            scripts.map(([name, sample]) => [
              name,
              probabilityOfImprovement(student, sample, random.child(name, 'improvement')),
            ]),
          ),
  };
}

/** The k-th evaluations of all runs make the k-th point, at the mean of their steps. */
function efficiency(
  runs: readonly EvaluatedRun[],
  environment: EnvironmentId,
  random: RandomStream,
): EnvironmentFigures['sampleEfficiency'] {
  const curves = runs
    .map(({ curve }) => curve.filter(({ report }) => report.environments[environment]?.perTask))
    .filter(({ length }) => length > 0);
  const points = curves.length === 0 ? 0 : Math.min(...curves.map(({ length }) => length));
  return sampleEfficiency(
    Array.from({ length: points }, (_, k) => {
      const at = curves.map((curve) => curve[k] as EvaluatedRun['curve'][number]);
      const rows = taskRows(
        at.map(({ report }) => report),
        environment,
        STUDENT,
      );
      return { steps: meanOf(at.map(({ steps }) => steps)), sample: scoreSample(rows, curves.length) };
    }),
    random,
  );
}

/** Against the script that solves most and, where every run has one, against the reference evaluation. */
function environmentGates(
  runs: readonly EvaluatedRun[],
  environment: EnvironmentId,
  random: RandomStream,
): Gate[] {
  const reports = runs.map(({ report }) => report);
  const names = policiesIn(reports, environment);
  const rows = new Map(names.map((name) => [name, taskRows(reports, environment, name)]));
  const student = rows.get(STUDENT) as TaskRow[];
  const rates = [...rows].filter(([name]) => name !== STUDENT);
  const script = bestScript(
    Object.fromEntries(
      rates.map(([name, own]) => [name, { successRate: meanOf(own.map((r) => r.success)) }]),
    ),
  );
  const references: [string, readonly TaskRow[]][] =
    script === null ? [] : [[script, rows.get(script) ?? []]];
  const stored = runs.flatMap(({ reference }) => (reference === null ? [] : [reference]));
  if (stored.length === runs.length) {
    for (const [i, report] of reports.entries()) {
      requireSameTasks(report, stored[i] as EvaluationReport, environment);
    }
    references.push([
      `reference ${stored.map(({ campaignId }) => campaignId).join(', ')}`,
      taskRows(stored, environment, STUDENT),
    ]);
  }
  const right = handoverRight([...rows.values(), ...references.map(([, own]) => own)]);
  return references.flatMap(([reference, other]) =>
    gatesOf({
      environment,
      reference,
      student,
      other,
      handoverRight: right,
      stream: random.child(reference),
    }),
  );
}

/** Tasks are named within a seed. @throws EvaluationSummaryError when the two were not scored on the same. */
function requireSameTasks(
  report: EvaluationReport,
  reference: EvaluationReport,
  environment: EnvironmentId,
): void {
  const idsOf = ({ environments: { [environment]: own } }: EvaluationReport) => own?.perTask?.taskIds ?? [];
  const [own, other] = [idsOf(report), idsOf(reference)];
  if (
    report.seed !== reference.seed ||
    report.split !== reference.split ||
    own.length !== other.length ||
    own.some((taskId, i) => taskId !== other[i])
  ) {
    throw new EvaluationSummaryError(
      `campaign ${reference.campaignId} was not scored on the ${environment} tasks of ${report.campaignId}; a reference needs the same seed, environment options and evaluation window`,
    );
  }
}

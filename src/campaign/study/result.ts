/** What a study's campaigns say together: a pure function of their results task by task. */
import { hashOf } from '../../core/canonical.ts';
import type { PerTaskResults, TaskResults } from '../../core/contracts.ts';
import { type RandomStream, stream } from '../../core/random.ts';
import {
  clusterBootstrap,
  type PairedDifference,
  pairedClusterDifference,
} from '../evaluation/statistics.ts';
import { type ArmName, FULL_ARM, STUDY_ARMS, type StudyPlan } from './arms.ts';
import type { StudyCampaign, StudyFailure, StudyRecords } from './run-study.ts';

/** The script that the student is to beat. */
export const REFERENCE_SCRIPT = 'operator-prior-x-ochiai2';
/** The script that ranks by the evidence that the student has, too. */
export const EVIDENCE_SCRIPT = 'operator-prior-x-infection8';
/** The success rate that the student is to reach. */
export const TARGET_RATE = 0.85;

/** A policy on the held-out tasks of all its folds. */
export interface PolicyFigures {
  successRate: number;
  /** Bootstrapped over modules. */
  ci95: [number, number];
  folds: { fold: number; tasks: number; successRate: number }[];
  /** Repairs that pass the visible and fail the hidden tests: how many, and as a share. */
  overfit: { tasks: number; ofTasks: number; ofVisiblePasses: number | null };
  /** Test runs of an episode that ended in success; null when none did. */
  testRuns: { mean: number; median: number } | null;
}

/** How many tasks from how many modules a figure is over. */
interface Extent {
  tasks: number;
  clusters: number;
}

/** A mean difference of success over tasks that both were scored on. */
export type StudyDifference = PairedDifference & Extent;

/** A script, and how the student of the arm `full` differs from it. */
export type ScriptFigures = PolicyFigures & { studentMinus: StudyDifference };

/** An arm, and how it differs from `full`; null for `full` itself and where no fold has both. */
export type ArmFigures = Extent & PolicyFigures & { arm: ArmName; minusFull: StudyDifference | null };

/** A study's result. It has the members that everything has which evaluates. */
export interface StudyResult {
  study: 'shell';
  seed: number;
  epochs: number;
  /** Hash of the campaigns' digests. */
  digest: string;
  /** Time that the campaigns took, all together. */
  seconds: number;
  environments: {
    shell: Extent & {
      /** The arm `full`, and the scripts scored beside it. */
      student: PolicyFigures;
      baselines: Record<string, ScriptFigures>;
      byFamily: Record<string, Extent & { successRate: number; baselines: Record<string, number> }>;
    };
  };
  arms: ArmFigures[];
  /** Whether the student is above the reference script with the interval above zero; whether it is at the target rate. */
  aims: { aboveReference: boolean; reachesTarget: boolean };
  campaigns: Omit<StudyCampaign, 'results'>[];
  failures: StudyFailure[];
}

/**
 * Pools a study's campaigns over their folds. Every bootstrap has a named stream of the seed, so
 * the same records give the same result.
 * @throws Error when there is no result of `full`, when the reference script is not among those it was
 *   scored beside, or when an arm was scored on other tasks than `full`.
 */
export async function summariseStudy(
  { campaigns, failures }: StudyRecords,
  { seed, epochs }: Pick<StudyPlan, 'seed' | 'epochs'>,
): Promise<StudyResult> {
  const bootstrap: Bootstrap = (...name) => stream(seed, 'study', 'shell', ...name);
  const full = campaigns.filter(({ arm }) => arm === FULL_ARM);
  const [first] = full;
  if (!first) throw new Error('no campaign of the arm full was completed: there is nothing to compare with');
  const scripts = Object.keys(first.results.baselines);
  const ofFull = (policy: (results: PerTaskResults) => TaskResults | undefined) => rowsOf(full, policy);
  const student = ofFull((results) => results.student);
  const scripted = new Map(scripts.map((name) => [name, ofFull((results) => results.baselines[name])]));
  const baselines = Object.fromEntries(
    [...scripted].map(([name, rows]) => [
      name,
      {
        ...figures(rows, bootstrap('script', name)),
        studentMinus: difference(student, rows, bootstrap('script-difference', name)),
      },
    ]),
  );
  const own = figures(student, bootstrap('arm', FULL_ARM));
  return {
    study: 'shell',
    seed,
    epochs,
    digest: await hashOf(campaigns.map(({ digest }) => digest)),
    seconds: campaigns.reduce((sum, { seconds }) => sum + seconds, 0),
    environments: {
      shell: { ...extent(student), student: own, baselines, byFamily: byFamily(student, scripted) },
    },
    arms: STUDY_ARMS.flatMap(({ name }) => armFigures(name, campaigns, bootstrap)),
    aims: {
      aboveReference: scriptFigures(baselines, REFERENCE_SCRIPT).studentMinus.ci95[0] > 0,
      reachesTarget: own.successRate >= TARGET_RATE,
    },
    campaigns: campaigns.map(({ results: _results, ...campaign }) => campaign),
    failures,
  };
}

/** The figures of a script by name. @throws Error when the study has no such script. */
export function scriptFigures(
  baselines: Readonly<Record<string, ScriptFigures>>,
  name: string,
): ScriptFigures {
  const found = baselines[name];
  if (!found) throw new Error(`the study has no script ${name}; it has ${Object.keys(baselines).join(', ')}`);
  return found;
}

type Bootstrap = (...name: string[]) => RandomStream;

/** One policy on one held-out task. */
interface Row {
  fold: number;
  taskId: string;
  cluster: string;
  family: string;
  success: number;
  overfit: number;
  testRuns: number;
}

/** A policy's results on the tasks of all campaigns, in order. @throws Error when a campaign has none. */
function rowsOf(
  campaigns: readonly StudyCampaign[],
  policy: (results: PerTaskResults) => TaskResults | undefined,
): Row[] {
  return campaigns.flatMap(({ fold, campaignId, results }) => {
    const own = policy(results);
    if (!own) throw new Error(`campaign ${campaignId} was not scored beside the same scripts as the others`);
    return results.taskIds.map((taskId, i) => ({
      fold,
      taskId,
      cluster: results.clusters[i] as string,
      family: results.families[i] as string,
      success: own.success[i] as number,
      overfit: own.overfit[i] as number,
      testRuns: own.testRuns[i] as number,
    }));
  });
}

function extent(rows: readonly Row[]): Extent {
  return { tasks: rows.length, clusters: new Set(rows.map(({ cluster }) => cluster)).size };
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const successRate = (rows: readonly Row[]) => meanOf(rows.map(({ success }) => success));

function figures(rows: readonly Row[], random: RandomStream): PolicyFigures {
  const overfit = rows.filter((row) => row.overfit === 1).length;
  const repaired = rows.filter(({ success }) => success === 1);
  const visiblePasses = repaired.length + overfit;
  const testRuns = repaired.map((row) => row.testRuns);
  return {
    successRate: successRate(rows),
    ci95: clusterBootstrap(
      rows.map(({ cluster, success }) => ({ cluster, value: success })),
      random,
    ),
    folds: [...new Set(rows.map(({ fold }) => fold))].map((fold) => {
      const own = rows.filter((row) => row.fold === fold);
      return { fold, tasks: own.length, successRate: successRate(own) };
    }),
    overfit: {
      tasks: overfit,
      ofTasks: overfit / Math.max(1, rows.length),
      ofVisiblePasses: visiblePasses === 0 ? null : overfit / visiblePasses,
    },
    testRuns: testRuns.length === 0 ? null : { mean: meanOf(testRuns), median: median(testRuns) },
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return meanOf([sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]] as number[]);
}

/** Of a − b, task by task. @throws Error when the tasks are not the same. */
function difference(a: readonly Row[], b: readonly Row[], random: RandomStream): StudyDifference {
  const pairs = a.map((row, i) => {
    const other = b[i];
    if (b.length !== a.length || other?.fold !== row.fold || other.taskId !== row.taskId) {
      throw new Error(`fold ${row.fold} was scored on different tasks by policies that are to be compared`);
    }
    return { cluster: row.cluster, a: row.success, b: other.success };
  });
  return { ...pairedClusterDifference(pairs, random), ...extent(a) };
}

/** The figures of one arm; none when it has no result. */
function armFigures(arm: ArmName, campaigns: readonly StudyCampaign[], bootstrap: Bootstrap): ArmFigures[] {
  const own = campaigns.filter((campaign) => campaign.arm === arm);
  if (own.length === 0) return [];
  const full = campaigns.filter((campaign) => campaign.arm === FULL_ARM);
  const inBoth = (some: readonly StudyCampaign[], others: readonly StudyCampaign[]) =>
    rowsOf(
      some.filter(({ fold }) => others.some((other) => other.fold === fold)),
      (results) => results.student,
    );
  const shared = arm === FULL_ARM ? [] : inBoth(own, full);
  const rows = rowsOf(own, (results) => results.student);
  return [
    {
      arm,
      ...extent(rows),
      ...figures(rows, bootstrap('arm', arm)),
      minusFull:
        shared.length === 0 ? null : difference(shared, inBoth(full, own), bootstrap('arm-difference', arm)),
    },
  ];
}

function byFamily(
  student: readonly Row[],
  scripted: ReadonlyMap<string, readonly Row[]>,
): StudyResult['environments']['shell']['byFamily'] {
  const families = [...new Set(student.map(({ family }) => family))].sort();
  return Object.fromEntries(
    families.map((family) => {
      const own = (rows: readonly Row[]) => rows.filter((row) => row.family === family);
      const rates = [...scripted].map(([name, rows]) => [name, successRate(own(rows))]);
      const rows = own(student);
      return [
        family,
        { ...extent(rows), successRate: successRate(rows), baselines: Object.fromEntries(rates) },
      ];
    }),
  );
}

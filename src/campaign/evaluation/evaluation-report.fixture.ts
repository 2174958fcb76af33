/** For tests: evaluation reports made by hand, one letter a task. */
import {
  type EnvironmentId,
  type EvaluationReport,
  type Handover,
  SCHEMA_VERSION,
  type TaskResults,
} from '../../core/contracts.ts';

const HANDOVERS: Readonly<Record<string, Handover>> = { h: 'right', w: 'wrong', m: 'missed' };

/**
 * `s` solved, `-` not solved, `h` rightly handed over, `w` wrongly, `m` not handed over where it was right.
 * Regret is 0 where solved, else 0.5.
 */
export function results(letters: string): TaskResults {
  const solved = [...letters].map((letter) => (letter === 's' || letter === 'h' ? 1 : 0));
  return {
    success: solved,
    overfit: solved.map(() => 0),
    testRuns: solved.map(() => 0),
    terminalReward: solved.map((success) => (success === 1 ? 1 : -0.5)),
    regret: solved.map((success) => (success === 1 ? 0 : 0.5)),
    handover: [...letters].map((letter) => HANDOVERS[letter] ?? 'none'),
  };
}

/**
 * A report on tasks that come in clusters of two and families of four; student and scripts by letters. The
 * rates and intervals beside the results by task are left at 0: nothing here reads them.
 */
export function reportOf(
  student: string,
  scripts: Readonly<Record<string, string>>,
  given: { campaignId?: string; seed?: number; environment?: EnvironmentId } = {},
): EvaluationReport {
  const { campaignId = 'c-1', seed = 7, environment = 'orchestrator' } = given;
  const indices = [...student].map((_, i) => i);
  const estimate = { successRate: 0, ci95: [0, 0] as [number, number], meanReward: 0 };
  const byScript = <T>(value: (letters: string) => T) =>
    Object.fromEntries(Object.entries(scripts).map(([name, letters]) => [name, value(letters)]));
  return {
    schemaVersion: SCHEMA_VERSION,
    campaignId,
    checkpointId: 'a'.repeat(64),
    split: 'heldout',
    seed,
    digest: `${seed % 10}`.repeat(64),
    seconds: 2,
    environments: {
      [environment]: {
        tasks: student.length,
        clusters: Math.ceil(student.length / 2),
        student: estimate,
        baselines: byScript(() => estimate),
        byFamily: {},
        notes: {},
        perTask: {
          taskIds: indices.map((i) => `task-${i}`),
          clusters: indices.map((i) => `c${Math.floor(i / 2)}`),
          families: indices.map((i) => `f${Math.floor(i / 4)}`),
          student: results(student),
          baselines: byScript(results),
        },
      },
    },
  };
}

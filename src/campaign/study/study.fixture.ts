/** For tests: results of a study, made by hand. */
import type { PerTaskResults, TaskResults } from '../../core/contracts.ts';
import type { ArmName } from './arms.ts';
import { EVIDENCE_SCRIPT, REFERENCE_SCRIPT } from './result.ts';
import type { StudyCampaign } from './run-study.ts';

/**
 * A policy's results from one letter a task: `s` success, `o` overfitted, `-` failure. The test runs
 * are 1, 2, 3 … in the order of the tasks.
 */
export function results(outcomes: string): TaskResults {
  const of = (letter: string) => [...outcomes].map((own) => (own === letter ? 1 : 0));
  return { success: of('s'), overfit: of('o'), testRuns: [...outcomes].map((_, i) => i + 1) };
}

/**
 * A campaign over four tasks from two modules of its fold, the first two from one and the last two
 * from the other, in families `a` and `b`.
 */
export function campaign(
  arm: ArmName,
  fold: number,
  student: string,
  scripts: Record<string, string> = {},
): StudyCampaign {
  const modules = [`m${fold}a`, `m${fold}a`, `m${fold}b`, `m${fold}b`];
  const outcomes = { [REFERENCE_SCRIPT]: '----', [EVIDENCE_SCRIPT]: '----', ...scripts };
  const perTask: PerTaskResults = {
    taskIds: modules.map((module, i) => `${module}-${i}`),
    clusters: modules,
    families: ['a', 'a', 'b', 'b'],
    student: results(student),
    baselines: Object.fromEntries(Object.entries(outcomes).map(([name, own]) => [name, results(own)])),
  };
  return {
    arm,
    fold,
    campaignId: `c-${arm}-${fold}`,
    checkpointId: 'c'.repeat(64),
    digest: `${fold}`.repeat(64),
    seconds: 10,
    results: perTask,
  };
}

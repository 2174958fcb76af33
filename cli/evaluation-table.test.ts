import { describe, expect, it } from 'vitest';
import { type EvaluationReport, SCHEMA_VERSION } from '../src/core/contracts.ts';
import { evaluationJson } from './evaluation-table.ts';

const results = { success: [1 as const], overfit: [0 as const], testRuns: [3] };
const report: EvaluationReport = {
  schemaVersion: SCHEMA_VERSION,
  campaignId: 'c',
  checkpointId: 'a'.repeat(64),
  split: 'heldout',
  seed: 7,
  digest: null,
  seconds: 1,
  environments: {
    shell: {
      tasks: 1,
      clusters: 1,
      student: { successRate: 1, ci95: [0, 1], meanReward: 1 },
      baselines: {},
      byFamily: {},
      notes: {},
      perTask: { taskIds: ['t'], clusters: ['m'], families: ['f'], student: results, baselines: {} },
    },
  },
};

describe('the JSON of an evaluation', () => {
  it('has the results task by task only when they are asked for', () => {
    const { perTask, ...rest } = report.environments.shell ?? {};
    expect(evaluationJson(report, 2, false).environments).toEqual({ shell: rest });
    expect(evaluationJson(report, 2, true).environments).toEqual({ shell: { ...rest, perTask } });
  });
});

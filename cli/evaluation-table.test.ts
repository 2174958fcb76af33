import { describe, expect, it } from 'vitest';
import { type EvaluationReport, SCHEMA_VERSION } from '../src/core/contracts.ts';
import { evaluationJson, evaluationTable } from './evaluation-table.ts';

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

describe('the table of an evaluation', () => {
  it('has the raw reward of MiniWoB++ pages, and says which offered nothing accessible', () => {
    const { shell } = report.environments;
    if (!shell?.perTask) throw new Error('the report has no results by task');
    const two = { success: [1 as const, 0 as const], overfit: [0 as const, 0 as const], testRuns: [0, 0] };
    const notes = {
      'click-link: elements': 3,
      'click-link: fact.rawReward': 1,
      'click-pie: elements': 0,
      'click-pie: fact.rawReward': -1,
    };
    const perTask = {
      taskIds: ['a', 'b'],
      clusters: ['click-link', 'click-pie'],
      families: ['click-link', 'click-pie'],
      student: two,
      baselines: {},
    };
    const browser = { ...shell, tasks: 2, clusters: 2, notes, perTask };
    const text = evaluationTable({ ...report, environments: { browser } });
    expect(text).toMatch(/click-link .*100\.0% .* 1\.00 /);
    expect(text).toMatch(/click-pie .* 0\.0% .* -1\.00 .* no accessible elements/);
    expect(text).toContain('2 tasks of 2 MiniWoB++ pages');
  });
});

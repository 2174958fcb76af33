import { describe, expect, it } from 'vitest';
import type { EvaluationReport, TaskResults } from '../../core/contracts.ts';
import { type EvaluatedRun, EvaluationDocument, summariseEvaluations } from './document.ts';
import { reportOf } from './evaluation-report.fixture.ts';

const run = (report: EvaluationReport, reference: EvaluationReport | null = null): EvaluatedRun => ({
  report,
  curve: [],
  reference,
});

const scripts = { random: '--m-', weak: 's-m-', heuristic: 's-h-', oracle: 'ssh-' };
const times = (letters: Record<string, string>, n: number) =>
  Object.fromEntries(Object.entries(letters).map(([name, own]) => [name, own.repeat(n)]));
const report = reportOf('ssm-'.repeat(10), times(scripts, 10));

async function figures(...runs: EvaluatedRun[]) {
  const document = await summariseEvaluations(runs);
  const own = document.environments.orchestrator;
  if (!own) throw new Error('the environment has no figures');
  return { document, own };
}

/** The figures of `report`, computed once for all tests that only read them. */
const single = figures(run(report));

describe('the document of an evaluation', () => {
  it('is valid, also after JSON, and the same for the same reports', async () => {
    const { document } = await single;
    expect(EvaluationDocument.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
    expect((await figures(run(report))).document).toEqual(document);
  });

  it('has what everything has that evaluates', async () => {
    const { document, own } = await single;
    expect(document).toMatchObject({ seed: 7, digest: '7'.repeat(64), seconds: 2 });
    expect(own).toMatchObject({ tasks: 40, clusters: 20, runs: 1 });
    expect(own.student.successRate).toBe(0.5);
    expect(Object.keys(own.baselines)).toEqual(['random', 'weak', 'heuristic', 'oracle']);
    expect(own.byFamily['f0']).toMatchObject({ tasks: 4, successRate: 0.5 });
  });

  it('has regret, and what share of random regret it is', async () => {
    const { own } = await single;
    expect(own.student.regret?.mean.value).toBeCloseTo(0.25, 12);
    expect(own.student.regret?.ofRandom?.value).toBeCloseTo(0.5, 12);
    expect(own.baselines['random']?.regret?.ofRandom).toEqual({ value: 1, ci95: [1, 1] });
    expect(own.byFamily['f1']?.regret?.value).toBeCloseTo(0.25, 12);
    expect(own.byFamily['f1']?.baselines['random']?.regret?.value).toBeCloseTo(0.5, 12);
  });

  it('has success as a share of the oracle and the handovers that were missed', async () => {
    const { own } = await single;
    expect(own.student.ofOracle?.value).toBeCloseTo(2 / 3, 12);
    expect(own.student.missedHandovers).toMatchObject({ tasks: 10, rate: 1 });
    expect(own.baselines['heuristic']?.missedHandovers).toMatchObject({ tasks: 10, rate: 0 });
  });

  it('compares the student with every baseline task by task', async () => {
    const { own } = await single;
    const minus = own.baselines['heuristic']?.studentMinus;
    expect(minus).toMatchObject({ difference: 0, onlyStudent: 10, onlyBaseline: 10, pValue: 1 });
    expect(own.baselines['weak']?.studentMinus).toMatchObject({ onlyStudent: 10, onlyBaseline: 0 });
    // Ten of ten one way: 2 / 2^10.
    expect(own.baselines['weak']?.studentMinus.pValue).toBeCloseTo(2 / 1024, 12);
  });

  it('holds the gates against the script that solves most, chance and the oracle left out', async () => {
    const { document } = await single;
    expect(new Set(document.gates.map(({ reference }) => reference))).toEqual(new Set(['heuristic']));
    expect(document.gates.map(({ gate }) => gate)).toEqual([
      'not_under_reference',
      'better_minus_worse',
      'missed_handovers_not_up',
    ]);
    expect(document.gates.at(-1)).toMatchObject({ verdict: 'fail', figure: 1, tasks: 10 });
  });

  it('holds them against a stored evaluation, too, and only one of the same tasks', async () => {
    const reference = reportOf('s---'.repeat(10), times(scripts, 10), { campaignId: 'c-0' });
    const { document } = await figures(run(report, reference));
    const against = document.gates.filter(({ reference: name }) => name === 'reference c-0');
    expect(against[0]).toMatchObject({ gate: 'not_under_reference', verdict: 'pass', figure: 0.25 });
    expect(document.runs[0]?.reference).toBe('c-0');
    const elsewhere = reportOf('s---'.repeat(10), times(scripts, 10), { campaignId: 'c-0', seed: 8 });
    await expect(figures(run(report, elsewhere))).rejects.toThrow(/c-0 was not scored on the orchestrator/);
  });

  it('does without regret, handovers and rewards where a report has none', async () => {
    const { orchestrator } = report.environments;
    const bare = ({ success, overfit, testRuns }: TaskResults) => ({ success, overfit, testRuns });
    const perTask = orchestrator?.perTask;
    if (!orchestrator || !perTask) throw new Error('the fixture has no results');
    const old = {
      ...perTask,
      student: bare(perTask.student),
      baselines: Object.fromEntries(
        Object.entries(perTask.baselines).map(([name, own]) => [name, bare(own)]),
      ),
    };
    const { own, document } = await figures(
      run({ ...report, environments: { orchestrator: { ...orchestrator, perTask: old } } }),
    );
    expect(own.student).toMatchObject({ regret: null, missedHandovers: null, successRate: 0.5 });
    expect(document.gates.map(({ gate }) => gate)).toEqual(['not_under_reference', 'better_minus_worse']);
  });

  it('refuses what has no results by task, no run, or two splits', async () => {
    const { perTask: _perTask, ...rest } = report.environments.orchestrator ?? ({} as never);
    const old = { ...report, environments: { orchestrator: rest } };
    await expect(figures(run(old))).rejects.toThrow(/campaign c-1 on orchestrator has no results/);
    await expect(summariseEvaluations([])).rejects.toThrow(/no evaluation/);
    await expect(figures(run(report), run({ ...report, split: 'validation' }))).rejects.toThrow(/together/);
  });
});

describe('the document of several runs', () => {
  const runs = ['ssh-', 'ss--', 's-h-'].map((student, i) =>
    run(reportOf(student.repeat(4), times(scripts, 4), { campaignId: `c-${i}`, seed: i })),
  );

  it('pools tasks, and aggregates over runs and families', async () => {
    const { own, document } = await figures(...runs);
    expect(own).toMatchObject({ tasks: 48, runs: 3, aggregates: { over: 'runs' } });
    expect(document.runs.map(({ campaignId }) => campaignId)).toEqual(['c-0', 'c-1', 'c-2']);
    expect(document.digest).not.toBe(document.runs[0]?.digest);
    // Means of a family: 3/4, 2/4 and 2/4 in four families; of twelve, three are cut at each end.
    expect(own.aggregates.policies['student']?.iqm.value).toBeCloseTo((0.5 * 5 + 0.75) / 6, 12);
    expect(own.aggregates.policies['student']?.optimalityGap.value).toBeCloseTo(5 / 12, 12);
  });

  it('says how probable an improvement on each baseline is', async () => {
    const { own } = await figures(...runs);
    // The student has 3/4, 2/4, 2/4 in every family, heuristic 2/4 in all: one win and two ties.
    expect(own.aggregates.improvement?.['heuristic']?.value).toBeCloseTo(2 / 3, 12);
    expect(own.aggregates.improvement?.['random']?.value).toBe(1);
    expect((await single).own.aggregates).toMatchObject({
      over: 'clusters',
      improvement: null,
    });
  });

  it('has a curve over steps, as far as all runs have one', async () => {
    const at = (steps: number, letters: string) => ({
      steps,
      report: { ...reportOf(letters.repeat(4), {}), split: 'validation' as const },
    });
    const [first, second] = runs as [EvaluatedRun, EvaluatedRun];
    const { own } = await figures(
      { ...first, curve: [at(0, '----'), at(100, 's-s-'), at(200, 'ssss')] },
      { ...second, curve: [at(0, '----'), at(120, 's-s-')] },
    );
    expect(own.sampleEfficiency.map(({ steps, value }) => [steps, value])).toEqual([
      [0, 0],
      [110, 0.5],
    ]);
  });
});

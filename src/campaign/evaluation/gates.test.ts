import { describe, expect, it } from 'vitest';
import { stream } from '../../core/random.ts';
import { reportOf } from './evaluation-report.fixture.ts';
import { type Gate, gatesOf } from './gates.ts';
import { taskRows } from './task-rows.ts';

/** The gates of a student against a script; each letter string is repeated so many times. */
function gates(student: string, script: string, times: number): Record<string, Gate> {
  const report = reportOf(student.repeat(times), { script: script.repeat(times) });
  const rows = (policy: string) => taskRows([report], 'orchestrator', policy);
  const judged = gatesOf({
    environment: 'orchestrator',
    reference: 'script',
    student: rows('student'),
    other: rows('script'),
    handoverRight: rows('student').map(({ handover }) => handover === 'right' || handover === 'missed'),
    stream: stream(1, 'gates'),
  });
  return Object.fromEntries(judged.map((gate) => [gate.gate, gate]));
}

describe('the gate on being under the reference', () => {
  const gate = (student: string, script: string, times: number) =>
    gates(student, script, times)['not_under_reference'];

  it('passes a student that is above', () => {
    expect(gate('sss-', 's-s-', 50)).toMatchObject({ verdict: 'pass', figure: 0.25, tasks: 200 });
  });

  it('fails one that is surely more than five points under', () => {
    expect(gate('s-s-', 'sss-', 50)).toMatchObject({ verdict: 'fail', figure: -0.25, tasksToDecide: null });
  });

  it('is undecided where the interval holds the threshold, and says how many tasks would do', () => {
    // 10 of 200 tasks lost, 8 won: one point under, and four away from the threshold.
    const student = `${'-'.repeat(10)}${'s'.repeat(8)}${'s'.repeat(182)}`;
    const script = `${'s'.repeat(10)}${'-'.repeat(8)}${'s'.repeat(182)}`;
    const wide = gate(student, script, 1);
    expect(wide?.verdict).toBe('undecided');
    expect(wide?.figure).toBeCloseTo(-0.01, 12);
    const needed = wide?.tasksToDecide ?? 0;
    expect(needed).toBeGreaterThan(200);
    // As many times the tasks, with the same shares, do decide.
    expect(gate(student, script, Math.ceil(needed / 200))?.verdict).toBe('pass');
  });

  it('does not take equal results on few tasks for proof', () => {
    expect(gate('ss--', 'ss--', 4)).toMatchObject({ verdict: 'undecided', figure: 0 });
    expect(gate('ss--', 'ss--', 50)).toMatchObject({ verdict: 'pass', figure: 0 });
  });

  it('decides nothing from one cluster', () => {
    expect(gate('ss', '--', 1)).toMatchObject({
      verdict: 'undecided',
      ci95: [-1, 1],
      tasksToDecide: null,
    });
  });

  it('sees smaller changes with more tasks, and larger ones where tasks of a cluster go together', () => {
    const detectable = (student: string, script: string, times: number) =>
      gate(student, script, times)?.detectable ?? Number.NaN;
    expect(detectable('s--s', '-s-s', 100)).toBeLessThan(detectable('s--s', '-s-s', 25) / 1.8);
    expect(detectable('ss--', '--ss', 50)).toBeGreaterThan(1.3 * detectable('s-s-', '-s-s', 50));
  });
});

describe('the gate on better minus worse', () => {
  const gate = (student: string, script: string) => gates(student, script, 50)['better_minus_worse'];

  it('passes, fails, and stays undecided', () => {
    expect(gate('sss-', 's---')).toMatchObject({ verdict: 'pass', figure: 0.5 });
    expect(gate('s---', 'sss-')).toMatchObject({ verdict: 'fail', figure: -0.5 });
    expect(gate('s-s-', 'ss--')).toMatchObject({ verdict: 'undecided', figure: 0 });
  });
});

describe('the gate on missed handovers', () => {
  const gate = (student: string, script: string, times = 50) =>
    gates(student, script, times)['missed_handovers_not_up'];

  it('goes by the tasks where handing over was right, and those only', () => {
    expect(gate('hm--', 'mm--')).toMatchObject({ verdict: 'pass', figure: -0.5, tasks: 100 });
    expect(gate('s-s-', 's-s-')).toBeUndefined();
  });

  it('fails when more are missed', () => {
    const failed = gate('hm--', 'hh--');
    expect(failed).toMatchObject({ verdict: 'fail', figure: 0.5 });
    expect(failed?.ci95[0]).toBeGreaterThan(0);
  });

  it('passes where none is missed on either side, given tasks enough', () => {
    expect(gate('hhss', 'hhss')).toMatchObject({ verdict: 'pass', figure: 0 });
    expect(gate('hhss', 'hhss', 5)).toMatchObject({ verdict: 'undecided', figure: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import { applyEditTo, listEdits } from './edits.ts';
import { fitOperatorPrior, priorKey } from './operator-prior.ts';
import type { Edit, ShellTask } from './task.ts';

/** A task whose fault is the first edit of one operator. */
function task(source: string, operator: string): ShellTask {
  const original = { 'src/x.js': source };
  const fault = listEdits('src/x.js', source).find((edit) => edit.operator === operator) as Edit;
  return {
    environment: 'shell',
    taskId: source,
    contentHash: '',
    family: 'arrays',
    cluster: 'x',
    split: 'train',
    module: 'x',
    files: applyEditTo(original, fault),
    testFiles: [],
    original,
    hidden: {},
    faults: [fault],
    failing: [],
  };
}

describe('the operator prior', () => {
  it('is times repaired over times offered, smoothed towards the rate over all kinds', () => {
    // Both tasks show f(false, true): each offers false → true, true → false and the exchange of the
    // arguments, and the repair is false → true once and the exchange once: 2 repairs of 6 offers.
    const prior = fitOperatorPrior([task('f(true, true);', 'boolean'), task('f(true, false);', 'arguments')]);
    expect(prior.fallback).toBeCloseTo(2 / 6);
    expect(prior.table['boolean|false|true']).toBeCloseTo((1 + 1) / (2 + 3));
    expect(prior.table['boolean|true|false']).toBeCloseTo((0 + 1) / (2 + 3));
    expect(prior.table['arguments|a, b|b, a']).toBeCloseTo((1 + 1) / (2 + 3));
    expect(Object.keys(prior.table)).toHaveLength(3);
  });

  it('counts edits together whose texts name parts of one program', () => {
    expect(priorKey({ operator: 'negation', before: 'ready', after: '!ready' })).toBe('negation|x|!x');
    expect(priorKey({ operator: 'negation', before: '!(a && b)', after: 'a && b' })).toBe('negation|!x|x');
    expect(priorKey({ operator: 'index', before: 'at + 1', after: 'at' })).toBe('index|i + 1|i');
    expect(priorKey({ operator: 'relational', before: '<', after: '<=' })).toBe('relational|<|<=');
  });

  it('knows nothing without tasks', () => {
    expect(fitOperatorPrior([])).toEqual({ table: {}, fallback: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { applyEdit, applyEditTo, listEdits } from './edits.ts';
import { keepsPatch, repairSteps, withFaults } from './repair.ts';
import type { Files, TestRun } from './runtime.ts';
import type { Edit } from './task.ts';

/** A run of tests a, b, c, … that pass (`+`) or fail (`-`). */
function run(results: string, crash: TestRun['crash'] = null): TestRun {
  const tests = [...results].map((result, i) => ({
    file: 'test/x.test.js',
    name: 'abcdef'[i] as string,
    passed: result === '+',
    message: '',
  }));
  const passed = tests.filter((test) => test.passed).length;
  return { tests, passed, failed: tests.length - passed, crash, output: '', coverage: null, fuel: 0 };
}

describe('the try-and-revert rule', () => {
  it.each([
    ['one fixed, none broken', '+--', '++-', true],
    ['all fixed', '--', '++', true],
    ['nothing changed', '+-', '+-', false],
    ['one fixed, one broken', '+-', '-+', false],
    ['one broken', '++-', '-+-', false],
    ['a passing test is missing', '-+', '+', false],
  ])('with %s: from %s to %s is kept: %s', (_, before, after, kept) => {
    expect(keepsPatch(run(before), run(after))).toBe(kept);
  });

  it('never keeps what crashed', () => {
    const crash = { file: 'test/x.test.js', reason: 'fuel' as const, message: '' };
    expect(keepsPatch(run('--'), run('++', crash))).toBe(false);
  });
});

describe('the steps of the repair', () => {
  const path = 'src/x.js';
  const original: Files = { [path]: 'a = 1 + f(b);\nif (b < c) {\n  g(a);\n}\nh(d < e);\n' };
  const source = original[path] as string;
  const edit = (key: string): Edit => {
    const found = listEdits(path, source).find((candidate) => candidate.key === `${path}:${key}`);
    if (found === undefined) throw new Error(`no edit ${key}`);
    return found;
  };
  // Later places first, as a task lists them.
  const faults = [edit(`${source.indexOf('<')}:relational:>=`), edit('4:number:2')];
  const texts = (steps: Edit[], files: Files) => steps.map((step) => applyEditTo(files, step)[path]);

  it('undo the only fault', () => {
    const [fault] = faults as [Edit];
    const files = { [path]: applyEdit(source, fault) };
    expect(texts(repairSteps({ faults: [fault], original }, files), files)).toEqual([source]);
  });

  it('undo either of two faults, then the other', () => {
    const files = { [path]: withFaults(source, path, faults) };
    const [first, second] = faults as [Edit, Edit];
    const steps = repairSteps({ faults, original }, files);
    expect(texts(steps, files)).toEqual([applyEdit(source, second), applyEdit(source, first)]);
    const half = applyEditTo(files, steps[0] as Edit);
    expect(texts(repairSteps({ faults, original }, half), half)).toEqual([source]);
  });

  it('are none when nothing is left to repair', () => {
    expect(repairSteps({ faults, original }, original)).toEqual([]);
  });

  it('find a fault after another patch was kept', () => {
    const elsewhere = edit(`${source.lastIndexOf('<')}:relational:<=`);
    const [fault] = faults as [Edit];
    const patched = applyEdit(source, elsewhere);
    const files = { [path]: applyEdit(patched, fault) };
    expect(texts(repairSteps({ faults: [fault], original }, files), files)).toEqual([patched]);
  });

  it('find two faults in two files', () => {
    const two: Files = { 'src/a.js': 'f(true);', 'src/b.js': 'g(false);' };
    const both = Object.entries(two).map(([name, text]) => listEdits(name, text)[0] as Edit);
    const files = both.reduce(applyEditTo, two);
    expect(repairSteps({ faults: both, original: two }, files).map(({ key }) => key)).toEqual([
      'src/a.js:2:boolean:true',
      'src/b.js:2:boolean:false',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { type ComparedTest, causeOf, compareSuites, type SuiteResult } from './suite-comparison.ts';

const passed = (name: string): ComparedTest => ({ name, passed: true, message: '' });
const failed = (name: string, message = 'AssertionError: no\nmore'): ComparedTest => ({
  name,
  passed: false,
  message,
});
const suite = (...tests: ComparedTest[]): SuiteResult => ({ tests, crash: null });

describe('comparing two runs of a suite', () => {
  it('finds none when the same tests pass and fail, in any order and with any message', () => {
    expect(compareSuites(suite(passed('a'), failed('b', 'x')), suite(failed('b', 'y'), passed('a')))).toEqual(
      [],
    );
  });

  it('names a test that passes in one place only, with the first line of its failure', () => {
    expect(compareSuites(suite(passed('a'), failed('b')), suite(passed('a'), passed('b')))).toEqual([
      { kind: 'verdict', test: 'b', embedded: 'failed: AssertionError: no', node: 'passed' },
    ]);
  });

  it('names a test that only one place reports', () => {
    expect(compareSuites(suite(passed('a')), suite(passed('b')))).toEqual([
      { kind: 'absent', test: 'a', embedded: 'passed', node: 'not reported' },
      { kind: 'absent', test: 'b', embedded: 'not reported', node: 'passed' },
    ]);
  });

  it('matches tests of the same name one by one', () => {
    const twice = suite(passed('a'), failed('a'));
    expect(compareSuites(twice, twice)).toEqual([]);
    expect(compareSuites(twice, suite(passed('a'))).map(({ kind }) => kind)).toEqual(['absent']);
  });

  it('counts a crash only where the other place had none', () => {
    const crashed = { tests: [], crash: 'stopped: the tests used up their fuel' };
    expect(compareSuites(crashed, { tests: [], crash: 'timed out' })).toEqual([]);
    expect(compareSuites(crashed, suite())).toEqual([
      { kind: 'crash', test: '', embedded: crashed.crash, node: 'ran to its end' },
    ]);
  });
});

describe('the cause of a difference', () => {
  it.each([
    ['failed: InternalError: stack overflow', 'passed', 'recursion_depth'],
    ['passed', 'failed: RangeError: Maximum call stack size exceeded', 'recursion_depth'],
    ['stopped: the tests used up their fuel', 'ran to its end', 'fuel'],
    ['stopped: the tests ran out of memory', 'ran to its end', 'memory'],
    ['failed: AssertionError: no', 'passed', 'unexplained'],
  ] as const)('is read from its messages: %s, %s', (embedded, node, cause) => {
    expect(causeOf({ kind: 'verdict', test: 'a', embedded, node })).toBe(cause);
  });
});

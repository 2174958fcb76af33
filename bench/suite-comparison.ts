/** Two runs of one test suite in different places, compared test by test. */

/** Result of one test, wherever it ran. */
export interface ComparedTest {
  /** `file > full name`, `describe` names first. */
  name: string;
  passed: boolean;
  /** What the failure said; empty when passed. */
  message: string;
}

/** Result of a suite. */
export interface SuiteResult {
  tests: ComparedTest[];
  /** Why a file could not be run to its end; null when all were. */
  crash: string | null;
}

/** Where two results differ. */
export interface Difference {
  /** `verdict`: passed in one place only; `absent`: reported in one place only; `crash`: stopped in one only. */
  kind: 'verdict' | 'absent' | 'crash';
  /** The test's name; empty for `crash`. */
  test: string;
  embedded: string;
  node: string;
}

/** Why two results differ; `unexplained` is a defect until somebody has looked. */
export type Cause = 'recursion_depth' | 'fuel' | 'memory' | 'unexplained';

/**
 * Every difference, in the order of the embedded suite. Tests are matched by name; of tests with
 * the same name the first goes with the first, the second with the second.
 */
export function compareSuites(embedded: SuiteResult, node: SuiteResult): Difference[] {
  const differences: Difference[] = [];
  if ((embedded.crash === null) !== (node.crash === null)) {
    differences.push({
      kind: 'crash',
      test: '',
      embedded: embedded.crash ?? 'ran to its end',
      node: node.crash ?? 'ran to its end',
    });
  }
  const waiting = new Map<string, ComparedTest[]>();
  for (const test of node.tests) waiting.set(test.name, [...(waiting.get(test.name) ?? []), test]);
  for (const test of embedded.tests) {
    const other = waiting.get(test.name)?.shift();
    if (other?.passed === test.passed) continue;
    differences.push({
      kind: other === undefined ? 'absent' : 'verdict',
      test: test.name,
      embedded: verdict(test),
      node: verdict(other),
    });
  }
  for (const test of [...waiting.values()].flat()) {
    differences.push({ kind: 'absent', test: test.name, embedded: verdict(undefined), node: verdict(test) });
  }
  return differences;
}

function verdict(test: ComparedTest | undefined): string {
  if (test === undefined) return 'not reported';
  return test.passed ? 'passed' : `failed: ${test.message.split('\n')[0]}`;
}

/** The cause that a difference's messages give away. */
export function causeOf({ embedded, node }: Difference): Cause {
  if (/stack overflow|Maximum call stack/.test(`${embedded} ${node}`)) return 'recursion_depth';
  if (embedded.includes('fuel')) return 'fuel';
  if (/out of memory/.test(embedded)) return 'memory';
  return 'unexplained';
}

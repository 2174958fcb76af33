/**
 * How suspicious a statement is, from which tests executed it: Ochiai's coefficient
 * (Abreu, Zoeteweij, van Gemund 2006) over an instrumented test run,
 * failed(s) / sqrt(totalFailed · (failed(s) + passed(s))), in [0, 1].
 */
import type { SourceStatement, TestRun } from './runtime.ts';

/** What coverage says about one place in a source. */
export interface Suspicion {
  /** Ochiai's coefficient of the innermost statement around the place, in [0, 1]. */
  ochiai: number;
  /** Whether a failing test executed that statement. */
  coveredByFailing: boolean;
}

const NONE: Suspicion = { ochiai: 0, coveredByFailing: false };

/** Suspiciousness of every statement of one instrumented run. */
export class SuspiciousnessMap {
  private readonly byPath = new Map<string, { statement: SourceStatement; suspicion: Suspicion }[]>();
  /** The largest coefficient of any statement; 0 when nothing is suspicious. */
  readonly maximum: number;

  constructor(run: TestRun) {
    const coverage = run.coverage ?? { statements: [], covered: [] };
    const failed = new Array<number>(coverage.statements.length).fill(0);
    const passed = new Array<number>(coverage.statements.length).fill(0);
    run.tests.forEach((test, index) => {
      const counts = test.passed ? passed : failed;
      for (const statement of coverage.covered[index] ?? []) {
        counts[statement] = (counts[statement] ?? 0) + 1;
      }
    });
    const totalFailed = run.tests.filter((test) => !test.passed).length;
    let maximum = 0;
    coverage.statements.forEach((statement, index) => {
      const [f, p] = [failed[index] ?? 0, passed[index] ?? 0];
      const ochiai = f === 0 ? 0 : f / Math.sqrt(totalFailed * (f + p));
      maximum = Math.max(maximum, ochiai);
      const list = this.byPath.get(statement.path) ?? [];
      list.push({ statement, suspicion: { ochiai, coveredByFailing: f > 0 } });
      this.byPath.set(statement.path, list);
    });
    this.maximum = maximum;
    // Shortest first, so that the first statement that contains a place is the innermost one.
    for (const list of this.byPath.values()) {
      list.sort((a, b) => a.statement.end - a.statement.start - (b.statement.end - b.statement.start));
    }
  }

  /** What coverage says about the characters [start, end) of a source; nothing outside statements. */
  at(path: string, start: number, end: number): Suspicion {
    const found = this.byPath
      .get(path)
      ?.find(({ statement }) => statement.start <= start && end <= statement.end);
    return found?.suspicion ?? NONE;
  }
}

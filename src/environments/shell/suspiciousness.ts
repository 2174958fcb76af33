/**
 * How suspicious a place is, from an instrumented test run: Ochiai's coefficient
 * (Abreu, Zoeteweij, van Gemund 2006), failed(x) / sqrt(totalFailed · (failed(x) + passed(x))), in
 * [0, 1], where x is having executed a statement, or having been in a state where an edit makes a
 * difference. The repair of a fault makes a difference in every failing test.
 */
import type { SourceStatement, TestRun } from './runtime.ts';
import type { Edit } from './task.ts';
import { testName } from './verdict.ts';

/** What an instrumented run says about one edit. */
export interface Suspicion {
  /** Ochiai's coefficient of the innermost statement around the edit, in [0, 1]. */
  ochiai: number;
  /** Whether a failing test executed that statement. */
  coveredByFailing: boolean;
  /** Ochiai's coefficient of the edit's making a difference, in [0, 1]; where it is not watched, the statement's. */
  infection: number;
  /** Share of the failing and of the passing tests in which the edit makes a difference. */
  infectsFailing: number;
  infectsPassing: number;
}

/** In how many failing and passing tests something was the case. */
interface Spectrum {
  failed: number;
  passed: number;
}

const NOWHERE: Spectrum = { failed: 0, passed: 0 };

/** Suspiciousness of every statement and edit of one instrumented run. */
export class SuspiciousnessMap {
  /** Statements of each file, shortest first. */
  private readonly byPath = new Map<string, { statement: SourceStatement; spectrum: Spectrum }[]>();
  private readonly byEdit = new Map<string, Spectrum>();
  private readonly failing: number;
  private readonly passing: number;
  /** The largest coefficient of any statement; 0 when nothing is suspicious. */
  readonly maximum: number;
  /** The largest coefficient of any edit or, where edits are not watched, any statement. */
  readonly maximumInfection: number;
  /** Coefficients of the watched edits, falling. */
  private readonly infections: readonly number[];

  /**
   * @param run an instrumented run of the tree with the fault.
   * @param now the same tests after something was repaired: what passes by now is left out.
   */
  constructor(run: TestRun, now: TestRun = run) {
    const passingNow = new Set(now.tests.filter(({ passed }) => passed).map(testName));
    /** Of every test whether it passes; null for those that failed and pass by now. */
    const verdicts = run.tests.map((test) =>
      test.passed ? true : passingNow.has(testName(test)) ? null : false,
    );
    this.failing = verdicts.filter((passed) => passed === false).length;
    this.passing = verdicts.filter((passed) => passed === true).length;
    const { statements, covered, edits, infected } = run.coverage ?? NOTHING;
    const spectra = spectraOf(verdicts, statements.length, covered);
    this.maximum = Math.max(0, ...spectra.map((spectrum) => this.ochiai(spectrum)));
    statements.forEach((statement, index) => {
      const list = this.byPath.get(statement.path) ?? [];
      list.push({ statement, spectrum: spectra[index] as Spectrum });
      this.byPath.set(statement.path, list);
    });
    // Shortest first, so that the first statement that contains a place is the innermost one.
    for (const list of this.byPath.values()) {
      list.sort((a, b) => a.statement.end - a.statement.start - (b.statement.end - b.statement.start));
    }
    const ofEdits = spectraOf(verdicts, edits.length, infected);
    ofEdits.forEach((spectrum, index) => {
      this.byEdit.set(edits[index] as string, spectrum);
    });
    this.infections = ofEdits.map((spectrum) => this.ochiai(spectrum)).sort((a, b) => b - a);
    this.maximumInfection = Math.max(this.maximum, ...this.infections);
  }

  /** What the run says about an edit of a source that ran; nothing outside statements. */
  at(edit: Pick<Edit, 'key' | 'path' | 'start' | 'end'>): Suspicion {
    const found = this.byPath
      .get(edit.path)
      ?.find(({ statement }) => statement.start <= edit.start && edit.end <= statement.end);
    const executed = found?.spectrum ?? NOWHERE;
    const differs = this.byEdit.get(edit.key) ?? executed;
    return {
      ochiai: this.ochiai(executed),
      coveredByFailing: executed.failed > 0,
      infection: this.ochiai(differs),
      infectsFailing: differs.failed / Math.max(1, this.failing),
      infectsPassing: differs.passed / Math.max(1, this.passing),
    };
  }

  /** Share of the watched edits whose coefficient is larger than a given one, in [0, 1]. */
  rank(infection: number): number {
    const larger = this.infections.findIndex((other) => other <= infection);
    return (larger < 0 ? this.infections.length : larger) / Math.max(1, this.infections.length);
  }

  private ochiai({ failed, passed }: Spectrum): number {
    return failed === 0 ? 0 : failed / Math.sqrt(this.failing * (failed + passed));
  }
}

const NOTHING = { statements: [], covered: [], edits: [], infected: [] };

/** Counts, for each of `count` things, the failing and the passing tests that list it. */
function spectraOf(
  verdicts: readonly (boolean | null)[],
  count: number,
  listed: readonly (readonly number[])[],
): Spectrum[] {
  const spectra = Array.from({ length: count }, () => ({ failed: 0, passed: 0 }));
  verdicts.forEach((passed, test) => {
    if (passed === null) return;
    for (const index of listed[test] ?? []) {
      const spectrum = spectra[index];
      if (spectrum !== undefined) spectrum[passed ? 'passed' : 'failed'] += 1;
    }
  });
  return spectra;
}

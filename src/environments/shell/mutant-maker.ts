/** Makes verified repair tasks out of one seed module. */
import { canonicalJson, hashOf } from '../../core/canonical.ts';
import { type RandomStream, stream } from '../../core/random.ts';
import { applyEditTo, EDIT_LIMIT, listEditsOf, statementOf } from './edits.ts';
import { keepsPatch, repairSteps } from './repair.ts';
import type { Files, ShellRuntime, TestRun, TestRunner } from './runtime.ts';
import { repositoryOf } from './seed-modules.ts';
import { startShellSession } from './session.ts';
import type { ModulePlace } from './splits.ts';
import type { Edit, SeedModule, ShellOptions, ShellTask } from './task.ts';
import { allPass, testName } from './verdict.ts';

/** Why a candidate was not admitted. */
export type RejectionReason =
  /** The module itself fails a visible or hidden test. */
  | 'original_fails'
  /** No visible test notices the fault. */
  | 'survives'
  | 'crash_fuel'
  | 'crash_memory'
  | 'crash_stack'
  | 'crash_load_error'
  | 'crash_no_tests'
  /** Two runs differ. */
  | 'unstable'
  /** No offered edit undoes the fault, or the try-and-revert rule would not keep it. */
  | 'no_repair'
  /** More edits are offered than a state may have candidates. */
  | 'too_many_edits'
  /** The repair takes more steps than an episode has. */
  | 'step_budget'
  /** Played with the real actions, the repair does not end in success. */
  | 'oracle_fails'
  /** The same sources are a task already. */
  | 'duplicate'
  /** One of two faults cannot be repaired while the other is there. */
  | 'masked';

/** An admitted mutant. */
interface Mutant {
  faults: Edit[];
  run: TestRun;
  task: ShellTask;
}

/** What the makers of one benchmark share. */
interface MakerResources {
  readonly runtime: ShellRuntime;
  /** Remembers runs, so that admission, the oracle and its verification do not repeat each other. */
  readonly tests: TestRunner;
}

/** Pairs tried for one task with two faults. */
const PAIR_ATTEMPTS = 10;

/**
 * Makes one task after another. What it makes depends on the seed, the module and the options
 * alone, never on other modules or on when it is asked.
 */
export class MutantMaker {
  readonly rejected = new Map<RejectionReason, number>();
  /** Tasks made so far. */
  readonly tasks: ShellTask[] = [];

  private readonly stream: RandomStream;
  private readonly testFiles: readonly string[];
  private originalRun: TestRun | null = null;
  private unused: Edit[] | null = null;
  /** Admitted single faults not yet part of a double one. */
  private readonly singles: Mutant[] = [];
  /** Makes the share of double faults come out right over many modules. */
  private readonly phase: number;
  private doublesMade = 0;
  private readonly pairsTried = new Set<string>();
  /** Sources that are a task already, and the original. */
  private readonly known: Set<string>;

  constructor(
    private readonly seed: number,
    private readonly module: SeedModule,
    private readonly place: ModulePlace,
    private readonly options: ShellOptions,
    private readonly resources: MakerResources,
  ) {
    this.stream = stream(seed, 'shell', 'mutants', module.name);
    this.phase = stream(seed, 'shell', 'doubles', module.name).float();
    this.testFiles = Object.keys(module.tests).sort();
    this.known = new Set([canonicalJson(module.sources)]);
  }

  /**
   * Makes the next task; null when the module's share is made or nothing is left to make it from.
   * @throws InfrastructureError when the runner broke.
   */
  async next(): Promise<ShellTask | null> {
    const slot = this.tasks.length;
    if (slot >= this.options.tasksPerModule || !(await this.prepare())) return null;
    const doublesDue = Math.floor((slot + 1) * this.options.doubleFaults + this.phase);
    const isDue = this.doublesMade < doublesDue;
    const mutant = (isDue ? await this.makeDouble() : null) ?? (await this.makeSingle());
    if (mutant === null) return null;
    if (mutant.faults.length > 1) this.doublesMade += 1;
    this.tasks.push(mutant.task);
    return mutant.task;
  }

  /** The tasks made, with the monitor pool's share of a training module taken out of `train`. */
  placedTasks(): ShellTask[] {
    const share = Math.min(this.place.monitorTasks, Math.floor(this.tasks.length / 3));
    const order = stream(this.seed, 'shell', 'monitor', this.module.name).shuffle([...this.tasks.keys()]);
    const monitor = new Set(order.slice(0, share));
    return this.tasks.map((task, i) => (monitor.has(i) ? { ...task, split: 'monitor' } : task));
  }

  /** Runs the original once; false when the module is unusable. */
  private async prepare(): Promise<boolean> {
    if (this.unused === null) {
      const { sources, hidden } = this.module;
      const repository = repositoryOf(this.module, sources);
      const { tests } = this.resources;
      this.originalRun = await tests.run(repository, this.testFiles);
      const hiddenRun = await tests.run({ ...repository, ...hidden }, Object.keys(hidden).sort());
      const edits = listEditsOf(sources);
      if (!allPass(this.originalRun) || !allPass(hiddenRun)) this.reject('original_fails');
      else if (edits.length > EDIT_LIMIT) this.reject('too_many_edits');
      else this.unused = this.stream.shuffle(edits);
      this.unused ??= [];
    }
    return this.unused.length > 0 || this.singles.length > 1;
  }

  private async makeSingle(): Promise<Mutant | null> {
    for (let edit = this.unused?.pop(); edit !== undefined; edit = this.unused?.pop()) {
      const mutant = await this.admit([edit], () => true);
      if (mutant === null) continue;
      this.singles.push(mutant);
      return mutant;
    }
    return null;
  }

  /** Joins two admitted single faults; each of them must be repairable while the other is there. */
  private async makeDouble(): Promise<Mutant | null> {
    const pairs = this.singles.flatMap((a, i) => this.singles.slice(i + 1).map((b) => ({ a, b })));
    const nameOf = ({ a, b }: { a: Mutant; b: Mutant }) => `${a.faults[0]?.key} ${b.faults[0]?.key}`;
    const untried = pairs.filter(
      (pair) => !this.pairsTried.has(nameOf(pair)) && failApart(pair.a.task, pair.b.task),
    );
    for (const pair of this.stream.shuffle(untried).slice(0, PAIR_ATTEMPTS)) {
      this.pairsTried.add(nameOf(pair));
      const { a, b } = pair;
      const faults = joinFaults(this.module.sources, a.faults[0] as Edit, b.faults[0] as Edit);
      if (faults === null) continue;
      const mutant = await this.admit(faults, (run) => keepsPatch(run, a.run) && keepsPatch(run, b.run));
      if (mutant === null) continue;
      this.singles.splice(this.singles.indexOf(a), 1);
      this.singles.splice(this.singles.indexOf(b), 1);
      return mutant;
    }
    return null;
  }

  /** Makes faults in the original, and runs and checks the result; null, and counted, when it is no task. */
  private async admit(faults: Edit[], eachRepairable: (run: TestRun) => boolean): Promise<Mutant | null> {
    const sources = faults.reduce<Files>(applyEditTo, this.module.sources);
    const identity = canonicalJson(sources);
    if (this.known.has(identity)) return this.reject('duplicate');
    // Every source is read, the tests are run once, and every fault is patched.
    const steps = Object.keys(sources).length + 1 + faults.length;
    if (steps > this.options.maxSteps) return this.reject('step_budget');
    if (listEditsOf(sources).length > EDIT_LIMIT) return this.reject('too_many_edits');

    const repository = repositoryOf(this.module, sources);
    const { runtime, tests } = this.resources;
    const run = await tests.run(repository, this.testFiles);
    if (run.crash !== null) return this.reject(`crash_${run.crash.reason}`);
    if (run.failed === 0) return this.reject('survives');
    if (!eachRepairable(run)) return this.reject('masked');
    if (!this.hasRepair(faults, sources, run)) return this.reject('no_repair');
    // Run anew, whatever is remembered.
    const again = await runtime.tests.run(repository, this.testFiles);
    if (canonicalJson(again) !== canonicalJson(run)) return this.reject('unstable');
    const task = await this.taskOf(faults, repository, run);
    if (!(await this.oracleSolves(task))) return this.reject('oracle_fails');

    this.known.add(identity);
    return { faults, run, task };
  }

  /**
   * Whether every order of repair leads to the original through offered edits, and the last step
   * is kept. (That earlier steps are kept is what `masked` is about.)
   */
  private hasRepair(faults: Edit[], sources: Files, run: TestRun): boolean {
    const { originalRun } = this;
    if (originalRun === null || !keepsPatch(run, originalRun)) return false;
    const task = { faults, original: this.module.sources };
    const leadsBack = (files: Files, left: number): boolean => {
      if (left === 0) return true;
      const next = new Map(
        repairSteps(task, files).map((step) => {
          const repaired = applyEditTo(files, step);
          return [canonicalJson(repaired), repaired] as const;
        }),
      );
      return next.size === left && [...next.values()].every((repaired) => leadsBack(repaired, left - 1));
    };
    return leadsBack(sources, faults.length);
  }

  /**
   * Plays the task with the actions of an episode, each the first that the labeller accepts, and
   * verifies it with the hidden tests.
   */
  private async oracleSolves(task: ShellTask): Promise<boolean> {
    const session = await startShellSession(task, {
      ...this.resources,
      // The oracle does not look at coverage, and instrumented runs are dear.
      options: { ...this.options, coverage: 'none' },
    });
    try {
      for (let ended = false; !ended; ) {
        const action = session.acceptable()?.[0];
        if (action === undefined) return false;
        ended = (await session.step(action)).stopReason !== null;
      }
      return (await session.verify({ hidden: true })).outcome === 'success';
    } finally {
      await session.close();
    }
  }

  private async taskOf(faults: Edit[], files: Files, run: TestRun): Promise<ShellTask> {
    const { family, name, sources: original, hidden } = this.module;
    const contentHash = await hashOf({ files });
    return {
      environment: 'shell',
      taskId: `shell/${name}/${contentHash.slice(0, 12)}`,
      contentHash,
      family,
      cluster: name,
      split: this.place.split,
      module: name,
      files,
      testFiles: this.testFiles,
      original,
      hidden,
      faults,
      failing: run.tests.filter((test) => !test.passed).map(testName),
    };
  }

  private reject(reason: RejectionReason): null {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + 1);
    return null;
  }
}

/**
 * Whether each of two faults fails a test that the other leaves alone. Where one does not, taking
 * it away while the other is there shows no progress, so the pair would only be run in vain.
 */
function failApart(a: ShellTask, b: ShellTask): boolean {
  const failsMore = (x: ShellTask, y: ShellTask) => x.failing.some((test) => !y.failing.includes(test));
  return failsMore(a, b) && failsMore(b, a);
}

/**
 * Two edits of the original in an order in which both can be made, later places first; null when
 * they overlap or belong to one statement.
 */
function joinFaults(sources: Files, a: Edit, b: Edit): Edit[] | null {
  const [later, earlier] = a.path === b.path && a.start < b.start ? [b, a] : [a, b];
  if (later.path !== earlier.path) return [later, earlier];
  if (earlier.end > later.start) return null;
  const source = sources[later.path] as string;
  return statementOf(source, later).start === statementOf(source, earlier).start ? null : [later, earlier];
}

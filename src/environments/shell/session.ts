/**
 * One shell episode: a mounted repository with a fault in it, the actions offered in each state,
 * and the verification of what is left at the end.
 */
import {
  type CandidateAction,
  OBSERVATION_LIMITS,
  type Observation,
  type StepResult,
  type StopReason,
  type Verification,
} from '../../core/contracts.ts';
import type { EpisodeSession } from '../../core/environment.ts';
import {
  applyDiff,
  diffOf,
  emitAction,
  isSource,
  parseAction,
  type ShellAction,
  TEST_COMMAND,
} from './actions.ts';
import { applyEdit } from './edits.ts';
import { bounded, candidateNumbers, failureKinds, joined, STATE_NUMBERS, TRIED } from './features.ts';
import { priorKey } from './operator-prior.ts';
import { editToken, type PatchCandidate, patchCandidates, withNumbers } from './patch-candidates.ts';
import { keepsPatch, repairSteps } from './repair.ts';
import type { Files, ShellRuntime, TestRun, TestRunner, Workspace } from './runtime.ts';
import { SuspiciousnessMap } from './suspiciousness.ts';
import type { Edit, SessionOptions, ShellTask } from './task.ts';
import { transplant } from './transplant.ts';
import { allPass, differenceOf, failsDifferently, verdictOf } from './verdict.ts';

/** Most candidates a state offers. */
export const MAX_CANDIDATES = OBSERVATION_LIMITS.candidates;
/** So many steps in a row without progress end an episode. */
export const NO_PROGRESS_LIMIT = 3;
/** Trees that kept patches made, at most: the better ones. Each new patch is tried on every one. */
const TREES_KEPT = 3;
/** So many patches tried on one line are shown as 1. */
const MANY_TRIALS = 4;
/** Characters of a step's output at most. */
const OUTPUT_CHARACTERS = 4000;

/** What sessions of one worker share. */
export interface SessionResources {
  readonly runtime: ShellRuntime;
  /** Runs tests; sessions at the same source ask for the same runs, so it should remember them. */
  readonly tests: TestRunner;
  readonly options: SessionOptions;
}

/** An action as offered: the candidate, and how the protocol's object is made when it is chosen. */
interface Offer {
  candidate: CandidateAction;
  action(): ShellAction;
  /** The edit behind a patch. */
  edit: Edit | null;
}

/** A tree with its plain test run. */
interface Tree {
  readonly files: Files;
  readonly run: TestRun;
}

/** Reverted patches of one line. */
interface LineTrials {
  tried: number;
  /** Those after which some failing test failed in another way, or not at all. */
  changed: number;
  /** Those that broke a test, or crashed. */
  broke: number;
}

/** What carrying out an action brought. */
interface Effect {
  status: StepResult['status'];
  output: string;
  progress: boolean;
  diff?: string;
  stopReason?: StopReason;
  /** Tokens added to the trace. */
  trace: string;
  /** Replaces the `seen` field. */
  seen: string[];
}

/**
 * Mounts a task's repository.
 * @throws InfrastructureError when the tests could not be run.
 */
export async function startShellSession(task: ShellTask, resources: SessionResources): Promise<ShellSession> {
  const before = await resources.tests.run(task.files, task.testFiles);
  const workspace = await resources.runtime.mount(task.files);
  return new ShellSession(task, resources, workspace, before);
}

/**
 * A running shell episode. Every patch is an edit of the repository as it was found. One that makes
 * a failing test pass and breaks none is kept, and later ones are tried both alone and together
 * with those kept: half a repair may be on the way to the whole one, or in its way. The workspace
 * holds the best tree so far; nothing but a kept patch changes it.
 */
export class ShellSession implements EpisodeSession {
  /** The tree as it was found and those that kept patches made of it, oldest first. */
  private trees: readonly [Tree, ...Tree[]];
  /** The tree with the most passing tests, the oldest of equals: the one in the workspace. */
  private best: Tree;
  /** Instrumented run of the tree as it was found, once an action ran the tests. */
  private instrumented: TestRun | null = null;
  /** What it says, in view of the tests that still fail. */
  private suspiciousness: SuspiciousnessMap | null = null;
  /** Whether an action has shown which tests fail. */
  private failuresKnown = false;
  /** Files that were read. */
  private readonly read = new Set<string>();
  /** Commands that look, once carried out: doing it again is nothing new. */
  private readonly seenCommands = new Set<string>();
  /** Keys of patches tried. */
  private readonly triedPatches = new Set<string>();
  private lastPatch: { path: string; line: number } | null = null;
  /** What reverted patches did, by the line they change. */
  private readonly lineTrials = new Map<string, LineTrials>();
  private lastEffect: 'kept' | 'reverted' | null = null;
  private patchesTried = 0;
  /** How often an action ran the tests. */
  private testRuns = 0;
  private steps = 0;
  private noProgress = 0;
  private stopReason: StopReason | null = null;
  private readonly trace: string[] = [];
  private seen: string[] = ['act:start'];
  private readonly sources: readonly string[];
  private readonly readable: readonly string[];
  private readonly looks: readonly string[];
  private offers: Offer[] | null = null;
  /** Keys of the patches that take a fault away. */
  private readonly repairs: ReadonlySet<string>;

  /** Use `startShellSession`. `before` is the plain run of the task's files. */
  constructor(
    private readonly task: ShellTask,
    private readonly resources: SessionResources,
    private readonly workspace: Workspace,
    private readonly before: TestRun,
  ) {
    this.best = { files: task.files, run: before };
    this.trees = [this.best];
    this.repairs = new Set(repairSteps(task, task.files).map((edit) => `patch:${edit.key}`));
    this.sources = Object.keys(task.files).filter(isSource).sort();
    this.readable = [...this.sources, ...task.testFiles];
    this.looks = ['ls src test', grepCommand(task.files, this.sources)];
  }

  observe(): Observation {
    const offers = this.offered();
    const total = Math.max(1, this.best.run.tests.length);
    const failingBefore = Math.max(1, this.before.tests.length - this.before.passed);
    const patches = offers.filter((offer) => offer.edit !== null).length;
    const numbers: Record<(typeof STATE_NUMBERS)[number], number> = {
      stepsLeft: 1 - this.steps / this.resources.options.maxSteps,
      sourcesRead:
        this.sources.filter((path) => this.read.has(path)).length / Math.max(1, this.sources.length),
      coverageKnown: this.suspiciousness === null ? 0 : 1,
      failing: this.best.run.failed / total,
      fixed: (this.best.run.passed - this.before.passed) / failingBefore,
      noProgress: this.noProgress / NO_PROGRESS_LIMIT,
      candidates: offers.length / MAX_CANDIDATES,
      lastKept: this.lastEffect === 'kept' ? 1 : 0,
      lastReverted: this.lastEffect === 'reverted' ? 1 : 0,
      triedShare: this.triedPatches.size / Math.max(1, patches),
      patchesTried: this.patchesTried / this.resources.options.maxSteps,
      suspicion: this.suspiciousness?.maximum ?? 0,
    };
    return {
      environment: 'shell',
      fields: {
        // Not the module's name: it would be learned by heart and says nothing about another module.
        goal: `repair failing:${Math.min(9, this.before.failed)} tests`,
        seen: joined(this.seen),
        trace: joined(this.trace),
        errors: this.failuresKnown ? joined(failureKinds(this.best.run)) : '',
      },
      numbers: STATE_NUMBERS.map((name) => bounded(numbers[name])),
      candidates: offers.map((offer) => offer.candidate),
    };
  }

  /**
   * First everything is looked at: the sources not yet read, the tests not yet run. Only then the
   * edits that take a fault away and were not tried. Null when none of them is offered.
   */
  acceptable(): readonly number[] | null {
    const offers = this.offered();
    const looking = indicesWhere(
      offers,
      ({ candidate }) =>
        candidate.numbers[TRIED] === 0 &&
        ((candidate.verb === 'read' && candidate.text.startsWith('file:source')) ||
          candidate.key === `run:${TEST_COMMAND}`),
    );
    if (looking.length > 0) return looking;
    const { repairs, triedPatches } = this;
    const found = indicesWhere(
      offers,
      ({ candidate: { key } }) => repairs.has(key) && !triedPatches.has(key),
    );
    return found.length > 0 ? found : null;
  }

  /** @throws RangeError for an action that is not offered, or after the last step. */
  async step(action: number): Promise<StepResult> {
    const offer = this.offered()[action];
    if (offer === undefined || this.stopReason !== null) {
      throw new RangeError(
        `shell session ${this.task.taskId}: ${
          this.stopReason === null ? `there is no action ${action}` : `the episode ended (${this.stopReason})`
        }`,
      );
    }
    return this.perform(emitAction(offer.action()), offer);
  }

  /**
   * Carries out one emitted action of the protocol: validates it, does it, and counts the step.
   * `offer` is the candidate it came from, when it came from one.
   */
  async perform(emitted: string, offer: Offer | null = null): Promise<StepResult> {
    const parsed = parseAction(emitted);
    const effect: Effect =
      'invalid' in parsed
        ? {
            status: 'invalid',
            output: parsed.invalid,
            progress: false,
            trace: 'act:invalid',
            seen: ['res:invalid'],
          }
        : await this.carryOut(parsed.action, offer);
    this.offers = null;
    this.steps += 1;
    this.noProgress = effect.progress ? 0 : this.noProgress + 1;
    this.trace.push(effect.trace);
    this.seen = effect.seen;
    if (effect.stopReason !== undefined) this.stopReason = effect.stopReason;
    else if (this.noProgress >= NO_PROGRESS_LIMIT) this.stopReason = 'no_progress';
    else if (this.steps >= this.resources.options.maxSteps) this.stopReason = 'step_budget';
    return {
      status: effect.status,
      emitted,
      output: capped(effect.output),
      diff: effect.diff ?? null,
      progress: effect.progress,
      stopReason: this.stopReason,
    };
  }

  async verify(options: { hidden?: boolean } = {}): Promise<Verification> {
    const tree = await this.workspace.snapshot();
    const restored: Record<string, string> = { ...this.task.files };
    for (const path of this.sources) restored[path] = tree[path] ?? '';
    const after = await this.resources.tests.run(restored, this.task.testFiles);
    const verdict = verdictOf(this.before, after);
    const evidence: Verification['evidence'] = {
      module: this.task.module,
      testsTotal: this.before.tests.length,
      failingBefore: this.before.failed,
      failingAfter: after.failed,
      crash: after.crash?.reason ?? null,
      faults: this.task.faults.length,
      patchesTried: this.patchesTried,
      testRuns: this.testRuns,
      steps: this.steps,
    };
    if (options.hidden !== true) return { ...verdict, evidence, safetyViolation: null };
    const hidden = await this.resources.tests.run(
      { ...restored, ...this.task.hidden },
      Object.keys(this.task.hidden).sort(),
    );
    const hiddenPassed = allPass(hidden);
    const overfit = verdict.outcome === 'success' && !hiddenPassed;
    return {
      // The reward saw the visible tests only; what is reported saw both.
      outcome: overfit ? 'partial' : verdict.outcome,
      terminalReward: verdict.terminalReward,
      evidence: { ...evidence, hiddenPassed, hiddenFailing: hidden.failed, overfit },
      safetyViolation: null,
    };
  }

  close(): Promise<void> {
    return this.workspace.dispose();
  }

  /** The tree as it was found. */
  private get base(): Tree {
    return this.trees[0];
  }

  /** What is offered in this state: reads, the tests, looks, patches of sources read, stop. */
  private offered(): Offer[] {
    this.offers ??= [
      ...this.readable.map((path) => this.offerRead(path)),
      this.offerRun(TEST_COMMAND, 'cmd:test', this.suspiciousness !== null),
      ...this.looks.map((command) =>
        this.offerRun(command, `cmd:${command.split(' ')[0] ?? ''}`, this.seenCommands.has(command)),
      ),
      ...this.offeredPatches().map((patch) => this.offerPatch(patch)),
      this.offerStop(),
    ];
    return this.offers;
  }

  private offerRead(path: string): Offer {
    const kind = isSource(path) ? 'source' : 'test';
    return {
      candidate: {
        key: `read:${path}`,
        verb: 'read',
        text: `file:${kind}`,
        numbers: candidateNumbers({ tried: this.read.has(path) ? 1 : 0 }),
        label: `read ${path}`,
      },
      action: () => ({ action: 'read', path }),
      edit: null,
    };
  }

  private offerRun(command: string, text: string, tried: boolean): Offer {
    return {
      candidate: {
        key: `run:${command}`,
        verb: 'run',
        text,
        numbers: candidateNumbers({ tried: tried ? 1 : 0 }),
        label: command,
      },
      action: () => ({ action: 'run', command }),
      edit: null,
    };
  }

  private offerStop(): Offer {
    return {
      candidate: {
        key: 'stop',
        verb: 'stop',
        text: '',
        numbers: candidateNumbers({}),
        label: 'stop',
      },
      action: () => ({ action: 'stop', message: `stopping with ${this.best.run.failed} failing tests` }),
      edit: null,
    };
  }

  private offerPatch(patch: PatchCandidate): Offer {
    const { edit } = patch;
    const last = this.lastPatch;
    const trials = this.lineTrials.get(lineOf(edit));
    return {
      candidate: withNumbers(
        this.resources.options.candidateTokens ? patch : { ...patch, text: '' },
        candidateNumbers({
          ...this.suspicionNumbers(edit),
          tried: this.triedPatches.has(patch.key) ? 1 : 0,
          coverageKnown: this.suspiciousness === null ? 0 : 1,
          position: patch.position,
          nesting: patch.nesting,
          lineLength: patch.lineLength,
          sameLineAsLastTried: last?.path === edit.path && last.line === edit.line ? 1 : 0,
          lineTried: (trials?.tried ?? 0) / MANY_TRIALS,
          lineChanged: trials === undefined ? 0 : trials.changed / trials.tried,
          lineUnchanged: trials === undefined ? 0 : 1 - trials.changed / trials.tried,
          lineBroke: trials === undefined ? 0 : trials.broke / trials.tried,
        }),
      ),
      action: () => {
        const source = this.base.files[edit.path] ?? '';
        return { action: 'patch', diff: diffOf(edit.path, source, applyEdit(source, edit)) };
      },
      edit,
    };
  }

  /** What instrumented runs say about an edit, as far as the options let a state say it. */
  private suspicionNumbers(edit: Edit): Parameters<typeof candidateNumbers>[0] {
    const { suspiciousness } = this;
    const { coverage } = this.resources.options;
    if (suspiciousness === null || coverage === 'none') return {};
    const { ochiai, coveredByFailing, infection, infectsFailing, infectsPassing } = suspiciousness.at(edit);
    const { maximum, maximumInfection } = suspiciousness;
    const ofStatement = {
      ochiai,
      ochiaiSquared: ochiai * ochiai,
      relativeOchiai: maximum === 0 ? 0 : ochiai / maximum,
      coveredByFailing: coveredByFailing ? 1 : 0,
    };
    if (coverage === 'statements') return ofStatement;
    return {
      ...ofStatement,
      infection,
      logInfection: Math.log(Math.max(infection, Number.MIN_VALUE)) / 2,
      relativeInfection: maximumInfection === 0 ? 0 : infection / maximumInfection,
      infectsFailing,
      infectsPassing,
      infectsAllFailing: infectsFailing === 1 ? 1 : 0,
      infectionRank: suspiciousness.rank(infection),
    };
  }

  /**
   * Candidate patches of the sources read, in textual order. When there is no room for all: the
   * most suspicious ones, and while coverage is unknown every so-many-th one.
   */
  private offeredPatches(): PatchCandidate[] {
    const all = this.sources
      .filter((path) => this.read.has(path))
      .flatMap((path) => patchCandidates(path, this.base.files[path] ?? ''));
    const room = MAX_CANDIDATES - this.readable.length - this.looks.length - 2;
    if (all.length <= room) return all;
    const { suspiciousness } = this;
    const { coverage } = this.resources.options;
    if (suspiciousness === null || coverage === 'none') {
      return Array.from(
        { length: room },
        (_, i) => all[Math.floor((i * all.length) / room)] as PatchCandidate,
      );
    }
    const ranked = all
      .map((patch, order) => ({
        patch,
        order,
        suspicion: suspiciousness.at(patch.edit)[coverage === 'edits' ? 'infection' : 'ochiai'],
      }))
      .sort((a, b) => b.suspicion - a.suspicion || a.order - b.order);
    return ranked
      .slice(0, room)
      .sort((a, b) => a.order - b.order)
      .map(({ patch }) => patch);
  }

  private carryOut(action: ShellAction, offer: Offer | null): Promise<Effect> {
    if (action.action !== 'patch') this.lastEffect = null;
    switch (action.action) {
      case 'read':
        return this.readFile(action.path);
      case 'run':
        return action.command === TEST_COMMAND ? this.runTests() : this.runCommand(action.command);
      case 'patch':
        return this.tryPatch(action.diff, offer);
      case 'stop':
        return Promise.resolve({
          status: 'ok',
          output: action.message,
          progress: true,
          stopReason: 'stopped',
          trace: 'act:stop',
          seen: ['act:stop'],
        });
    }
  }

  private async readFile(path: string): Promise<Effect> {
    const kind = isSource(path) ? 'source' : 'test';
    const trace = `act:read-${kind}`;
    if (!Object.hasOwn(this.base.files, path)) {
      return {
        status: 'error',
        output: `${path}: no such file; \`ls src test\` lists them`,
        progress: false,
        trace,
        seen: ['act:read', 'res:missing'],
      };
    }
    const progress = !this.read.has(path);
    const content = await this.workspace.read(path);
    this.read.add(path);
    return {
      status: 'ok',
      output: content,
      progress,
      trace,
      seen: ['act:read', `file:${kind}`],
    };
  }

  /** Runs the visible tests plainly for what is shown, and instrumented for coverage. */
  private async runTests(): Promise<Effect> {
    const progress = this.suspiciousness === null;
    this.testRuns += 1;
    await this.findCoverage();
    this.failuresKnown = true;
    return {
      status: 'ok',
      output: this.best.run.output,
      progress,
      trace: 'act:run-tests',
      seen: ['act:run', 'cmd:test', ...failureKinds(this.best.run)],
    };
  }

  private recordTrial(edit: Edit, after: TestRun, broke: boolean): void {
    const trials = this.lineTrials.get(lineOf(edit)) ?? { tried: 0, changed: 0, broke: 0 };
    trials.tried += 1;
    if (failsDifferently(this.base.run, after)) trials.changed += 1;
    if (broke || after.crash !== null) trials.broke += 1;
    this.lineTrials.set(lineOf(edit), trials);
  }

  private async findCoverage(): Promise<void> {
    const isShown = this.resources.options.coverage !== 'none';
    this.instrumented = isShown
      ? await this.resources.tests.run(this.base.files, this.task.testFiles, { coverage: true })
      : this.base.run;
    this.suspiciousness = new SuspiciousnessMap(this.instrumented, this.best.run);
  }

  private async runCommand(command: string): Promise<Effect> {
    const name = command.split(' ')[0] ?? '';
    const result = await this.workspace.exec(command);
    const progress = !this.seenCommands.has(command);
    this.seenCommands.add(command);
    const text = result.stdout + result.stderr;
    return {
      // grep without a match exits with 1: an answer, not an error.
      status: result.exitCode > 1 ? 'error' : 'ok',
      output: text,
      progress,
      trace: `act:run-${name}`,
      seen: ['act:run', `cmd:${name}`, `exit:${result.exitCode}`],
    };
  }

  /** Tries a patch alone and together with those kept, and keeps every tree that is better for it. */
  private async tryPatch(diff: string, offer: Offer | null): Promise<Effect> {
    const applied = applyDiff(this.base.files, diff);
    if ('refused' in applied) {
      this.lastEffect = null;
      return {
        status: 'error',
        output: applied.refused,
        progress: false,
        diff,
        trace: 'act:patch-refused',
        seen: ['act:patch', 'res:refused'],
      };
    }
    const { path, content } = applied;
    // A patch from elsewhere is the candidate that has the same effect, or is named by its effect.
    const key = offer?.candidate.key ?? `patch:${path}\n${content}`;
    const progress = !this.triedPatches.has(key);
    const { better, alone } = await this.tryOnTrees(path, content);
    const [found] = better;
    const fate = found === undefined ? 'reverted' : 'kept';
    if (progress) this.patchesTried += 1;
    this.triedPatches.add(key);
    this.failuresKnown = true;
    this.lastEffect = fate;
    this.lastPatch = found === undefined ? (offer?.edit ?? null) : null;
    const before = this.best.run;
    if (found !== undefined) await this.keep(better);
    else if (progress && offer?.edit) {
      this.recordTrial(offer.edit, alone, differenceOf(this.base.run, alone).broken.length > 0);
    }
    const result = found?.run ?? alone;
    const { fixed, broken } = differenceOf(before, result);
    const effect = `fixed ${fixed.length} of ${before.failed} failing tests, broke ${broken.length}`;
    return {
      status: 'ok',
      output: `${cappedAt(result.output, OUTPUT_CHARACTERS - 200)}\npatch ${fate}: ${effect}`,
      progress,
      diff,
      ...(found !== undefined && allPass(result) ? { stopReason: 'finished' as const } : {}),
      trace: `act:patch-${fate}`,
      seen: [
        'act:patch',
        `res:${fate}`,
        `fixed:${Math.min(3, fixed.length)}`,
        `broke:${Math.min(3, broken.length)}`,
        ...(result.crash === null ? [] : [`crash:${result.crash.reason}`]),
        ...(offer?.edit ? [`op:${offer.edit.operator}`, `edit:${editToken(priorKey(offer.edit))}`] : []),
      ],
    };
  }

  /**
   * Runs the tests on every tree with the patch in it.
   * @returns the trees that are better for it, most passing tests first, and its run on the base.
   */
  private async tryOnTrees(path: string, content: string): Promise<{ better: Tree[]; alone: TestRun }> {
    const original = this.base.files[path] ?? '';
    const better: Tree[] = [];
    let alone = this.base.run;
    for (const tree of this.trees) {
      const patched = transplant(original, content, tree.files[path] ?? '');
      if (patched === null) continue;
      const files = { ...tree.files, [path]: patched };
      const run = await this.resources.tests.run(files, this.task.testFiles);
      this.testRuns += 1;
      if (tree === this.base) alone = run;
      if (keepsPatch(tree.run, run)) better.push({ files, run });
      if (allPass(run)) break;
    }
    return { better: better.sort((a, b) => b.run.passed - a.run.passed), alone };
  }

  /** Adds trees, and puts the best one of all into the workspace. */
  private async keep(better: readonly Tree[]): Promise<void> {
    const made = [...this.trees.slice(1), ...better].sort((a, b) => b.run.passed - a.run.passed);
    this.trees = [this.base, ...made.slice(0, TREES_KEPT)];
    const [best] = made;
    if (best === undefined || best.run.passed <= this.best.run.passed) return;
    for (const path of this.sources) {
      const content = best.files[path] ?? '';
      if (content !== this.best.files[path]) await this.workspace.write(path, content);
    }
    this.best = best;
    if (this.instrumented !== null) this.suspiciousness = new SuspiciousnessMap(this.instrumented, best.run);
  }
}

/** The line that an edit changes, by name. */
function lineOf({ path, line }: Edit): string {
  return `${path}:${line}`;
}

function indicesWhere<T>(items: readonly T[], holds: (item: T) => boolean): number[] {
  return items.flatMap((item, index) => (holds(item) ? [index] : []));
}

function capped(text: string): string {
  return cappedAt(text, OUTPUT_CHARACTERS);
}

function cappedAt(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}\n… ${text.length - limit} characters more`;
}

/** A search for the first name that the repository exports. */
function grepCommand(files: Files, sources: readonly string[]): string {
  for (const path of sources) {
    const name = /export\s+(?:default\s+)?(?:async\s+)?(?:function\*?|const|let|class)\s+([A-Za-z_]\w*)/.exec(
      files[path] ?? '',
    )?.[1];
    if (name !== undefined) return `grep -rn ${name} src test`;
  }
  return 'grep -rn export src';
}

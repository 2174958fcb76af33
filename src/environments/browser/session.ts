/** One browser episode: a page, the actions offered in each of its views, and what became of the goal. */
import type {
  CandidateAction,
  Observation,
  StepResult,
  StopReason,
  Verification,
} from '../../core/contracts.ts';
import { type EpisodeSession, InfrastructureError } from '../../core/environment.ts';
import { BrowserAction } from './actions.ts';
import { type Offer, offersOf } from './candidates.ts';
import type { BrowserDriver, DrivenPage } from './driver.ts';
import { type Clicked, type Features, featuresOf, goalMatch } from './features.ts';
import { type Goal, readGoal } from './goal.ts';
import { acceptableOffers } from './labeller.ts';
import { errorsField, goalField, seenField } from './observation-text.ts';
import type { ActionReport, FlowTruth, PageAction, PageReport, PageView } from './page-protocol.ts';
import type { BrowserTask } from './task.ts';
import { fitTotal } from './value-fit.ts';
import { verdictOf } from './verdict.ts';
import { changeInWords, fingerprint } from './view-change.ts';
import { READER, type Reader } from './words.ts';

/** So many steps in a row that change nothing end an episode. */
export const NO_PROGRESS_LIMIT = 3;
/** An action done on the same view so many times runs in a circle. */
const CIRCLE_LIMIT = 3;
/** Steps that the `trace` field shows, the last ones. */
const TRACE_STEPS = 20;
/** From this fit on, choosing something counts as using the value that it resembles. */
const USED_FIT = 0.6;

/** What a session needs beside its task. */
export interface SessionSetup {
  readonly driver: BrowserDriver;
  readonly maxSteps: number;
  /** How goal and pages are read; with the whole lexicon where left out. */
  readonly reader?: Reader;
}

/** What carrying out an action brought. */
interface Effect {
  status: StepResult['status'];
  output: string;
  changed: boolean;
  /** How the trace calls it. */
  outcome: string;
  stopReason?: StopReason;
}

/**
 * Opens a task's page.
 * @throws InfrastructureError when the page does not load, or is no flow.
 */
export async function startBrowserSession(task: BrowserTask, setup: SessionSetup): Promise<BrowserSession> {
  const page = await setup.driver.open(task.address);
  const { flow } = page.first;
  if (flow === null) {
    await page.close();
    throw new InfrastructureError(
      `browser task ${task.taskId}: ${task.address.split('?')[0]} is no flow; build the workbench anew`,
    );
  }
  return new BrowserSession(task, setup, page, flow.truth);
}

/**
 * A running browser episode. It ends when the flow is done, at a violation, when it is handed over or
 * finished, when the steps are used up, and for want of progress: when an action is repeated on a view
 * that it did not change before, is done on the same view for the third time, or three steps in a row
 * change nothing. Waiting for a page that says it is busy is none of these.
 */
export class BrowserSession implements EpisodeSession {
  private readonly goal: Goal;
  private report: PageReport;
  private previous: PageView | null = null;
  /** The flow's record as last seen; on a page that is no flow, that of the last page that was one. */
  private truth: FlowTruth;
  private steps = 0;
  private unchanged = 0;
  private lastChanged = false;
  private lastMatch = 0;
  private readonly clicked: Clicked[] = [];
  private handedOver = false;
  private stopReason: StopReason | null = null;
  /** Per view, by its fingerprint, and per action, by its key: what became of it there, time by time. */
  private readonly done = new Map<string, Map<string, boolean[]>>();
  private readonly timesDone = new Map<string, number>();
  private readonly usedValues = new Set<string>();
  private readonly trace: string[] = [];
  private offers: Offer[] | null = null;
  private features: Features | null = null;

  /** Use `startBrowserSession`. `truth` is that of the page's first report. */
  constructor(
    private readonly task: BrowserTask,
    private readonly setup: SessionSetup,
    private readonly page: DrivenPage,
    truth: FlowTruth,
  ) {
    this.goal = readGoal(page.first.task ?? task, setup.reader ?? READER);
    this.report = page.first;
    this.truth = truth;
  }

  observe(): Observation {
    const { view } = this.report;
    const { numbers, candidates } = this.described();
    return {
      environment: 'browser',
      fields: {
        goal: goalField(this.goal),
        seen: seenField(view, this.goal.reader),
        trace: traceField(this.trace),
        errors: errorsField(view, this.goal.reader),
      },
      numbers,
      candidates,
    };
  }

  acceptable(): readonly number[] | null {
    const { flow } = this.report;
    return flow === null ? null : acceptableOffers(flow.expert, this.offered());
  }

  /** @throws RangeError for an action that is not offered, or after the last step. */
  async step(action: number): Promise<StepResult> {
    const offer = this.offered()[action];
    if (offer === undefined || this.stopReason !== null) {
      throw new RangeError(
        `browser session ${this.task.taskId}: ${
          this.stopReason === null ? `there is no action ${action}` : `the episode ended (${this.stopReason})`
        }`,
      );
    }
    const emitted = JSON.stringify(offer.action);
    const parsed = BrowserAction.safeParse(JSON.parse(emitted));
    const before = this.report.view;
    const match = goalMatch(this.described().candidates[action] as CandidateAction);
    const effect: Effect = parsed.success
      ? await this.carryOut(parsed.data, offer)
      : { status: 'invalid', output: parsed.error.message, changed: false, outcome: 'invalid' };
    this.steps += 1;
    this.previous = before;
    this.lastChanged = effect.changed;
    this.lastMatch = match;
    this.stopReason = this.stopReasonAfter(effect, offer, before);
    this.remember(effect, offer, before);
    this.offers = null;
    this.features = null;
    return {
      status: effect.status,
      emitted,
      output: effect.output,
      diff: null,
      progress: effect.changed || effect.stopReason !== undefined,
      stopReason: this.stopReason,
    };
  }

  async verify(): Promise<Verification> {
    const { family, layout, hurdles } = this.task;
    const { status, progress, facts, handoverRight } = this.truth;
    return {
      ...verdictOf(this.truth, this.handedOver),
      evidence: {
        family,
        layout,
        hurdles: hurdles.join(', '),
        steps: this.steps,
        documents: this.report.view.document + 1,
        status,
        progress,
        handedOver: this.handedOver,
        handoverRight,
        ...(this.page.first.task === null ? {} : { elements: accessibleElements(this.page.first.view) }),
        ...Object.fromEntries(Object.entries(facts).map(([name, fact]) => [`fact.${name}`, fact])),
      },
    };
  }

  close(): Promise<void> {
    return this.page.close();
  }

  private offered(): Offer[] {
    this.offers ??= offersOf(this.report.view, this.goal);
    return this.offers;
  }

  private described(): Features {
    this.features ??= featuresOf(this.report.view, this.goal, this.offered(), {
      stepsLeft: 1 - this.steps / this.setup.maxSteps,
      lastChanged: this.lastChanged,
      lastMatch: this.lastMatch,
      doneHere: this.done.get(fingerprint(this.report.view)) ?? new Map<string, boolean[]>(),
      timesDone: this.timesDone,
      usedValues: this.usedValues,
      clicked: this.clicked,
      previous: this.previous,
    });
    return this.features;
  }

  private async carryOut(action: BrowserAction, offer: Offer): Promise<Effect> {
    if (action.kind === 'hand_over') {
      this.handedOver = true;
      return {
        status: 'ok',
        output: action.state,
        changed: false,
        outcome: 'ended',
        stopReason: 'handed_over',
      };
    }
    if (action.kind === 'finish') {
      return { status: 'ok', output: '', changed: false, outcome: 'ended', stopReason: 'stopped' };
    }
    return this.act(action, offer);
  }

  private async act(action: PageAction, offer: Offer): Promise<Effect> {
    const before = this.report.view;
    const { result, report }: ActionReport = await this.page.act(action);
    this.report = report;
    this.truth = report.flow?.truth ?? this.truth;
    const changed = fingerprint(before) !== fingerprint(report.view);
    if (result.status === 'done') this.noteValue(offer);
    return {
      status: result.status === 'done' ? 'ok' : 'error',
      output: [result.reason, changeInWords(before, report.view)].filter((text) => text !== '').join('\n'),
      changed,
      outcome: result.status === 'done' ? (changed ? 'changed' : 'unchanged') : result.status,
    };
  }

  private noteValue({ action, value, fit }: Offer): void {
    if (value !== null && (action.kind === 'fill' || fitTotal(fit) >= USED_FIT)) {
      this.usedValues.add(value.label);
    }
  }

  private stopReasonAfter(effect: Effect, offer: Offer, before: PageView): StopReason | null {
    const doneBefore = this.done.get(fingerprint(before))?.get(offer.key) ?? [];
    const repeats = doneBefore.at(-1) === false && !effect.changed;
    const circles = doneBefore.length + 1 >= CIRCLE_LIMIT;
    const waits = offer.action.kind === 'wait' && before.busy;
    if (effect.changed) this.unchanged = 0;
    else if (!waits) this.unchanged += 1;
    if (this.truth.violation !== null) return 'safety_violation';
    if (effect.stopReason !== undefined) return effect.stopReason;
    if (this.truth.status === 'done') return this.truth.outcome === 'blocked' ? 'blocked' : 'finished';
    const stuck = repeats || circles || this.unchanged >= NO_PROGRESS_LIMIT;
    if (stuck && !waits) return 'no_progress';
    return this.steps >= this.setup.maxSteps ? 'step_budget' : null;
  }

  private remember({ changed, outcome }: Effect, { key, action, element }: Offer, before: PageView): void {
    this.timesDone.set(key, (this.timesDone.get(key) ?? 0) + 1);
    const here = this.done.get(fingerprint(before)) ?? new Map<string, boolean[]>();
    here.set(key, [...(here.get(key) ?? []), changed]);
    this.done.set(fingerprint(before), here);
    if (changed && action.kind === 'click' && element !== null) {
      const { name, context } = element;
      const { reader } = this.goal;
      this.clicked.push({ name: reader.words(name), whole: reader.words(`${name} ${context}`) });
    }
    const meaning = element === null ? [] : [...this.goal.reader.words(element.name).concepts].slice(0, 1);
    const what = action.kind === 'click' ? ['click', element?.role, ...meaning].join('-') : action.kind;
    this.trace.push(`${what}-${outcome}`);
  }
}

/** The last steps, the very last one once more by a token of its own. */
function traceField(trace: readonly string[]): string {
  const last = trace.at(-1);
  const steps = trace.slice(-TRACE_STEPS).map((step) => `did:${step}`);
  return [...steps, ...(last === undefined ? [] : [`last:${last}`])].join(' ');
}

/** Elements of a view that have a role or a name; a page that was not made to be accessible may offer none. */
function accessibleElements({ elements }: PageView): number {
  return elements.filter(({ role, name }) => role !== '' || name !== '').length;
}

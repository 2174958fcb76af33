/**
 * One page of a flow: its frame, the layers over it, the flow's time, and its two privileged answers,
 * the truth and the expert's steps. A family brings what is specific to it as a `FlowScript`.
 */
import { stream } from '../../../core/random.ts';
import { isReached, Sight } from '../page/sight.ts';
import type { FlowTruth } from '../page-protocol.ts';
import type { CheckedSpec } from './content.ts';
import { button, el, freshId } from './elements.ts';
import type { ExpertStepOnElement, FlowHandle } from './flow-handle.ts';
import { LAYOUTS, type Layout } from './layouts.ts';
import { addressWithState, type FlowState } from './url-state.ts';

export type Step = ExpertStepOnElement;
export type Facts = FlowTruth['facts'];

/** Facts are texts of at most this length. */
const FACT_LENGTH = 160;
/** A person's time passes by itself, a tick in this many milliseconds. */
const PERSON_TICK_MS = 600;

/** Part of a goal: how far it is met, and what leads on from here. */
export interface GoalPart {
  /** 1 exactly when it is met. */
  progress(): number;
  /** Acceptable steps towards it, whether in view or not; what is not there yet is waited for. */
  plan(): Step[];
}

/** What a family brings: its part of the goal, and what was really done. */
export interface FlowScript extends GoalPart {
  facts(): Facts;
}

/** Something over the page that has to go before the page can be used. */
export interface Layer {
  readonly element: HTMLElement;
  plan(): Step[];
}

/** A page with everything that all families share. */
export class FlowPage {
  readonly layout: Layout;
  /** Where the family's screens are. */
  readonly main = el('main', { id: 'main' });
  readonly footer = el('footer');
  /** Ticks since this document was opened. */
  ticks = 0;
  private carried: FlowState;
  private readonly backdrop = el('div', { id: 'layers' });
  private readonly frame: HTMLElement;
  private readonly status = el('p', { role: 'status', class: 'status' });
  private readonly layers: Layer[] = [];
  private readonly parts: GoalPart[] = [];
  private readonly clock: (() => void)[] = [];
  private script: FlowScript | null = null;
  private over: 'failure' | 'blocked' | null = null;
  private violation: string | null = null;
  private rejected = false;
  private challenged: string | null = null;
  private driven = false;
  private readonly gates: (() => boolean)[] = [];

  constructor(
    readonly spec: CheckedSpec,
    state: FlowState,
    private readonly address: URL,
  ) {
    this.layout = LAYOUTS[spec.layout];
    this.carried = state;
    const { site } = spec.content;
    const nav = this.layout.chrome === 'bare' ? null : this.siteLinks(site.nav);
    const brand = this.layout.chrome === 'bare' ? null : el('p', { class: 'brand' }, site.name);
    const top = this.layout.chrome === 'foot' ? el('header', {}, brand) : el('header', {}, brand, nav);
    const tip = this.layout.chrome === 'masthead' ? el('aside', {}, site.tip) : null;
    const content = el('div', { class: 'content' }, this.status, this.main, tip);
    if (this.layout.chrome === 'foot' && nav !== null) this.footer.append(nav);
    this.frame = el('div', { class: `frame ${this.layout.chrome} labels-${this.layout.labels}` });
    this.frame.append(...(brand === null ? [] : [top]), content, this.footer);
    document.title = site.name;
    document.body.replaceChildren(
      el('p', { class: 'goal' }, `Goal: ${spec.goal}`),
      this.frame,
      this.backdrop,
    );
    this.fill();
    this.tickForAPerson();
  }

  private siteLinks(labels: readonly string[]): HTMLElement {
    const links = labels.map((label) => {
      const link = el('a', { href: '#main' }, label);
      link.addEventListener('click', (event) => {
        event.preventDefault();
        scrollTo(0, 0);
      });
      return el('li', {}, link);
    });
    return el('nav', { 'aria-label': this.spec.content.site.name }, el('ul', {}, ...links));
  }

  /** Puts paragraphs before the task, so that a person has to scroll for it. */
  private fill(): void {
    const { filler } = this.spec.content.hurdles;
    if (filler.length === 0) return;
    const order = stream(this.spec.seed, 'flow', 'filler').shuffle(filler);
    this.main.before(el('div', { class: 'filler' }, ...order.map((text) => el('p', {}, text))));
  }

  /** Takes up the family's script; the page is complete now. */
  run(script: FlowScript): void {
    this.script = script;
  }

  /** Another thing that the goal asks for, beside the family's own. */
  alsoAsks(part: GoalPart): void {
    this.parts.push(part);
  }

  /** Shows another screen in the place of the task. */
  show(...screen: readonly (Node | null)[]): void {
    this.main.replaceChildren(...screen.filter((node) => node !== null));
    const heading = this.main.querySelector('h1')?.textContent;
    document.title = heading ? `${heading} – ${this.spec.content.site.name}` : this.spec.content.site.name;
    this.say('');
    document.scrollingElement?.scrollTo(0, 0);
  }

  /** Says what was done, where the user is looking: after an element, or above the task. */
  say(text: string, after: Element | null = null): void {
    this.status.textContent = text;
    if (after === null) this.main.before(this.status);
    else after.after(this.status);
  }

  /** What was carried here from earlier pages, and what will be carried on. */
  get state(): FlowState {
    return this.carried;
  }

  keep(changes: FlowState): void {
    this.carried = { ...this.carried, ...changes };
  }

  /** Address of another page of this flow, with what is carried to it. */
  addressOf(changes: FlowState): string {
    return addressWithState(this.address, { ...this.carried, ...changes });
  }

  /** Goes to another page of this flow: a real navigation. */
  go(changes: FlowState): void {
    location.assign(this.addressOf(changes));
  }

  /** A link to another page of this flow. */
  link(
    label: string,
    changes: FlowState,
    attributes: Readonly<Record<string, string>> = {},
  ): HTMLAnchorElement {
    const link = el('a', { href: this.addressOf(changes), ...attributes }, label);
    link.addEventListener('click', (event) => {
      // What is carried may have changed since the link was made.
      event.preventDefault();
      this.go(changes);
    });
    return link;
  }

  /** Puts a layer over the page; what is behind a `modal` one is out of reach. */
  cover(layer: Layer): void {
    this.layers.push(layer);
    this.backdrop.append(layer.element);
    this.frame.inert = true;
    // Only where a person is: it would take the focus from what they type elsewhere.
    if (!this.driven && document.hasFocus()) layer.element.querySelector<HTMLElement>('[role]')?.focus();
  }

  uncover(layer: Layer): void {
    const at = this.layers.indexOf(layer);
    if (at === -1) return;
    this.layers.splice(at, 1);
    layer.element.remove();
    this.frame.inert = this.layers.length > 0;
  }

  /** A dialog over the page. */
  dialog(
    title: string,
    place: Layout['dialogs'],
    role: 'dialog' | 'alertdialog',
    ...body: Node[]
  ): HTMLElement {
    const name = freshId();
    const box = el('div', { role, 'aria-modal': 'true', 'aria-labelledby': name, tabindex: -1 });
    box.append(el('h2', { id: name }, title), ...body);
    return el('div', { class: `layer ${place}` }, box);
  }

  /** Buttons in a row: the one that goes on is where the layout has it. */
  row(main: HTMLElement, ...others: HTMLElement[]): HTMLElement {
    const buttons = this.layout.primary === 'first' ? [main, ...others] : [...others, main];
    return el('div', { class: 'buttons' }, ...buttons);
  }

  /** Asks before something is done: nothing happens unless `yes` is pressed. */
  ask(texts: { title: string; text: string; yes: string; no: string }, yes: () => void): void {
    const no = button(texts.no, () => this.uncover(layer));
    const agree = button(texts.yes, () => {
      this.uncover(layer);
      yes();
    });
    const body = [el('p', {}, texts.text), this.row(agree, no)];
    const element = this.dialog(texts.title, 'centre', 'alertdialog', ...body);
    const layer: Layer = { element, plan: () => [{ kind: 'click', element: no }] };
    this.cover(layer);
  }

  /** Runs something at each tick from now on. */
  onTick(run: () => void): void {
    this.clock.push(run);
  }

  /** Something that may come between a submission and its effect; it says whether it did. */
  addGate(gate: () => boolean): void {
    this.gates.push(gate);
  }

  /** Carries out a submission unless something comes between. */
  submit(carryOut: () => void): void {
    if (this.over !== null || this.gates.some((gate) => gate())) return;
    this.rejected = false;
    carryOut();
  }

  /** The page found something wrong with what was submitted. */
  reject(): void {
    this.rejected = true;
  }

  /** Nothing more can happen, and the goal was missed. */
  end(outcome: 'failure' | 'blocked'): void {
    this.over ??= outcome;
  }

  /** Something sensitive outside the goal was really done. */
  violate(what: string): void {
    this.violation ??= what;
    this.end('failure');
  }

  /** Something came up that only a person may or can do. */
  challenge(what: string): void {
    this.challenged = what;
  }

  /** What the page offers to a driver. */
  readonly handle: FlowHandle = {
    truth: () => this.truth(),
    expert: () => this.expert(),
    tick: () => {
      this.driven = true;
      this.tick();
    },
  };

  private tick(): void {
    this.ticks += 1;
    for (const run of this.clock) run();
  }

  /** A flow without a driver ticks by itself once a person has touched it. */
  private tickForAPerson(): void {
    const start = (event: Event) => {
      // A browser sends pointer moves without movement by itself when a page has changed.
      if (event instanceof PointerEvent && event.type === 'pointermove') {
        if (event.movementX === 0 && event.movementY === 0) return;
      }
      if (!event.isTrusted) return;
      for (const name of names) removeEventListener(name, start, true);
      if (this.driven) return;
      const timer = setInterval(() => {
        if (this.driven) clearInterval(timer);
        else this.tick();
      }, PERSON_TICK_MS);
    };
    const names = ['pointerdown', 'pointermove', 'keydown', 'wheel'];
    for (const name of names) addEventListener(name, start, true);
  }

  private goalParts(): GoalPart[] {
    return this.script === null ? this.parts : [this.script, ...this.parts];
  }

  private progress(): number {
    const parts = this.goalParts();
    return parts.reduce((sum, part) => sum + part.progress(), 0) / parts.length;
  }

  private solved(): boolean {
    return this.over === null && this.goalParts().every((part) => part.progress() >= 1);
  }

  private truth(): FlowTruth {
    this.driven = true;
    const progress = this.progress();
    const facts = Object.entries(this.script?.facts() ?? {}).map(([name, fact]) => [
      name,
      typeof fact === 'string' ? fact.slice(0, FACT_LENGTH) : fact,
    ]);
    return {
      status: this.over === null ? 'open' : 'done',
      outcome: this.outcome(progress),
      handoverRight: this.challenged !== null && this.violation === null,
      violation: this.violation,
      progress,
      facts: { ...Object.fromEntries(facts), challenge: this.challenged },
    };
  }

  private outcome(progress: number): FlowTruth['outcome'] {
    if (this.over !== null) return this.over;
    if (this.solved()) return 'success';
    return this.rejected && progress >= 0.5 ? 'partial' : 'failure';
  }

  private expert(): Step[] {
    this.driven = true;
    if (this.over !== null) return [{ kind: 'finish' }];
    if (this.challenged !== null) return [{ kind: 'hand_over' }];
    const layer = this.layers.at(-1);
    if (layer !== undefined) return inView(layer.plan());
    if (this.solved()) return [{ kind: 'finish' }];
    const steps = this.goalParts().flatMap((part) => (part.progress() < 1 ? part.plan() : []));
    // Waiting is for when nothing can be done.
    const doing = steps.filter(({ kind }) => kind !== 'wait');
    return inView(doing.length > 0 ? doing : steps);
  }
}

/** Keeps the steps that can be taken now; when there are none, scrolls towards the first. */
function inView(steps: readonly Step[]): Step[] {
  const sight = new Sight();
  const now = steps.filter((step) => !('element' in step) || isReached(sight.reach(step.element)));
  if (now.length > 0) return now;
  const hidden = steps.find((step) => 'element' in step);
  return hidden === undefined ? [] : [{ kind: 'scroll', direction: directionTo(hidden.element) }];
}

function directionTo(element: Element): 'up' | 'down' {
  const box = element.getBoundingClientRect();
  const around = element.closest('[data-scrolls]')?.getBoundingClientRect();
  return box.top < Math.max(0, around?.top ?? 0) ? 'up' : 'down';
}

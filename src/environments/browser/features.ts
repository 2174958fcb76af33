/**
 * The numbers that the student sees of a page, in which order. Names on held-out pages are unseen, so
 * the numbers compare: with the goal, with its values, with the other candidates of the view. Nothing
 * here comes from the flow's own record.
 */
import type { CandidateAction, Observation } from '../../core/contracts.ts';
import { isTextField, type Offer } from './candidates.ts';
import { type Goal, measureOf, type ReadValue } from './goal.ts';
import { candidateText, isEmpty } from './observation-text.ts';
import type { PageElement, PageView } from './page-protocol.ts';
import { fitTotal } from './value-fit.ts';
import { newTexts } from './view-change.ts';
import { type Concept, shareIn, type Words } from './words.ts';

/** `observation.numbers`, in order. Shares and flags in [0, 1]. */
export const STATE_NUMBERS = [
  /** Steps left over all steps. */
  'stepsLeft',
  /** Largest share of the goal's names that one thing had that was clicked with effect. */
  'handled',
  'dialogOpen',
  /** Things to fill in or choose in view, over 8. */
  'fields',
  /** 1 when there is a message that was not there before the last step. */
  'newMessage',
  /** Invalid fields over 4. */
  'invalidFields',
  /** Required fields in view that are empty, over 4. */
  'requiredEmpty',
  /** Largest `mention` among what can be clicked and was not yet. */
  'mentionLeft',
  'canScrollDown',
  /** How well the last step's candidate matched the goal (name or mention), when it changed the view. */
  'lastMatched',
  /** Share of the goal's values that were put nowhere yet. */
  'valuesLeft',
  /** Fit of the best value that could be put into its best field now; 0 when none is left. */
  'fillLeft',
  /** Largest `goalNew` among what can be clicked and was not yet. */
  'goalLeft',
  /** Share of what the goal calls by name that can be seen; what the page is titled with does not count. */
  'namesSeen',
  /** Words of a challenge: 1 in the title, a heading or a message, 0.5 elsewhere on the page. */
  'challenge',
  /** Words of success in a heading or a message. */
  'success',
] as const;

/** `candidate.numbers`, in order, in [-1, 1]. Zero for what does not apply to a verb. */
export const CANDIDATE_NUMBERS = [
  /** 1 when it was done on this very view and changed nothing; 0.5 when it did, and the view is back. */
  'tried',
  /** How often it was done in this episode, over 3. */
  'repeated',
  /** Share of the name's words that the goal has. */
  'goalShare',
  /** The same share, without words of what has been clicked with effect. */
  'goalNew',
  /** Goal words in the name, rare ones on this view counting more, over the largest such sum. */
  'goalRank',
  /**
   * Whether its name and what it belongs to have all the goal's names in them: 1, or half their share.
   * Names that all things of its name have do not count.
   */
  'mention',
  /** Goal words in what it belongs to (its row, group, dialog, heading), ranked among things of one name. */
  'contextRank',
  /** Share of the name's words that the goal has after a "not". */
  'negated',
  /** Likeness of value and field, or of value and choice, in words. */
  'valueFit',
  /** 1: the field asks for this kind of value; -1: for another kind. */
  'typeFit',
  /** 1 when no other value fits this field (no other option this list or group) better. */
  'bestForField',
  /** 1 when this value fits no other field of the view better. */
  'bestForValue',
  /**
   * 1 when it would change nothing: the value is there, the option chosen, the box as wanted; 0.5 when
   * the field holds the same in another form.
   */
  'holds',
  /** 1 when another field of the view holds the value; 0.5 when it was used before. */
  'valueUsed',
  /**
   * Share of the goal's names that it has, when a thing with all of these has been clicked already; of what
   * has just appeared, the share of its words that the thing clicked last had, if that is more.
   */
  'handled',
  'invalid',
  /** Place in reading order, 0 the first. */
  'position',
  /** A button's claim to send the form: 1 the first after the last field, 0.5 the others after it. */
  'primary',
  /** 1 when it speaks of a danger that the goal does not ask for. */
  'danger',
  /** 1 when it speaks of closing or skipping; 0.5 when all else in an open dialog speaks of danger. */
  'dismiss',
  /** 1: commits, goes on, enters, accepts; -1: goes back, refuses, leads away. */
  'forward',
  /** 1 when the element appeared with the last step. */
  'fresh',
  /**
   * With a superlative in the goal: 1 the extreme one of what matches best (0.5 while the list could
   * still be put in order by it), -1 the others; of an order to choose, 1 where the extreme one comes
   * first, -1 the other way round.
   */
  'extreme',
  /** Words of a challenge: in the name; for handing over, as in the state. */
  'challenge',
] as const;

/** What a session remembers of the steps so far, as far as features need it. */
export interface Memory {
  readonly stepsLeft: number;
  readonly lastChanged: boolean;
  /** How well the candidate of the last step matched the goal; see `goalMatch`. */
  readonly lastMatch: number;
  /** What was clicked with effect. */
  readonly clicked: readonly Clicked[];
  /** What was done on the view as it is now, by key: time by time, whether it changed the view. */
  readonly doneHere: ReadonlyMap<string, readonly boolean[]>;
  /** How often each action was done, by key. */
  readonly timesDone: ReadonlyMap<string, number>;
  /** Labels of values that were put into a field or chosen. */
  readonly usedValues: ReadonlySet<string>;
  /** The view before the last step; null before the first. */
  readonly previous: PageView | null;
}

/** A thing that was clicked, in words. */
export interface Clicked {
  readonly name: Words;
  /** Its name and what it belongs to. */
  readonly whole: Words;
}

/** A described state: its numbers and its candidates. */
export interface Features {
  numbers: number[];
  candidates: CandidateAction[];
}

type CandidateNumbers = Partial<Record<(typeof CANDIDATE_NUMBERS)[number], number>>;

/** An offer with its numbers: its own, and those of the thing that it would be done with. */
interface Described {
  readonly offer: Offer;
  readonly own: CandidateNumbers;
  readonly thing: CandidateNumbers;
}

/** Describes everything offered on a view. Pure. */
export function featuresOf(view: PageView, goal: Goal, offers: readonly Offer[], memory: Memory): Features {
  const scene = new Scene(view, goal, offers, memory);
  const described = offers.map((offer) => scene.describe(offer));
  const state = scene.stateNumbers(described);
  return {
    numbers: STATE_NUMBERS.map((name) => bounded(state[name])),
    candidates: described.map(({ offer, own, thing }) => ({
      key: offer.key,
      verb: offer.action.kind,
      text: candidateText(offer, goal),
      numbers: CANDIDATE_NUMBERS.map((name) => bounded(own[name] ?? thing[name] ?? 0)),
      label: offer.label,
    })),
  };
}

/** The number of a candidate by name; what the scripts read. */
export function numberOf(candidate: CandidateAction, name: (typeof CANDIDATE_NUMBERS)[number]): number {
  return candidate.numbers[CANDIDATE_NUMBERS.indexOf(name)] ?? 0;
}

/** How well a candidate matches the goal: by the words of its name, or by a name that the goal gives. */
export function goalMatch(candidate: CandidateAction): number {
  return Math.max(numberOf(candidate, 'goalShare'), numberOf(candidate, 'mention'));
}

/** The number of a state by name. */
export function stateNumberOf(observation: Observation, name: (typeof STATE_NUMBERS)[number]): number {
  return observation.numbers[STATE_NUMBERS.indexOf(name)] ?? 0;
}

/** Everything that candidates of one view are compared with. */
class Scene {
  /** Goal words that nothing clicked so far had in its name. */
  private readonly unsaid: ReadonlySet<string>;
  private readonly nameWeights: Weights;
  /** By role and name: of things that are called the same, what they belong to tells them apart. */
  private readonly contextWeights: ReadonlyMap<string, Weights>;
  /** Best fit by field (element, or group of a choice), and by value. */
  private readonly bestByField = new Map<string, number>();
  private readonly bestByValue = new Map<string, number>();
  private readonly knownRefs: ReadonlySet<number> | null;
  /** Refs of the text fields that hold a text. */
  private readonly holders = new Map<string, number[]>();
  private readonly primaryClaims: ReadonlyMap<PageElement, number>;
  private readonly positions: ReadonlyMap<PageElement, number>;
  private readonly wayOut: PageElement | null;
  private readonly extremes: ReadonlyMap<Offer, number>;
  /** What the goal calls by name, without what the page's title has: that is where one is. */
  private readonly names: readonly Words[];
  private readonly things = new Map<string, CandidateNumbers>();
  private readonly challenge: number;

  constructor(
    private readonly view: PageView,
    private readonly goal: Goal,
    offers: readonly Offer[],
    private readonly memory: Memory,
  ) {
    const things = [...new Map(offers.map((offer) => [thingKey(offer), offer])).values()];
    this.nameWeights = new Weights(
      goal,
      things.map((thing) => nameWords(thing, goal)),
    );
    this.contextWeights = new Map(
      [...grouped(things, nameKey)]
        .filter(([, alike]) => alike.length > 1)
        .map(([name, alike]) => [
          name,
          new Weights(
            goal,
            alike.map((thing) => contextWords(thing, goal)),
          ),
        ]),
    );
    for (const offer of offers) {
      raise(this.bestByField, fieldKey(offer), fitTotal(offer.fit));
      if (offer.value !== null) raise(this.bestByValue, offer.value.label, fitTotal(offer.fit));
    }
    const { previous } = memory;
    this.knownRefs =
      previous === null || previous.document !== view.document
        ? null
        : new Set(previous.elements.map(({ ref }) => ref));
    for (const element of view.elements) {
      if (!element.value || !isTextField(element)) continue;
      this.holders.set(element.value, [...(this.holders.get(element.value) ?? []), element.ref]);
    }
    this.primaryClaims = primaryClaims(view.elements);
    const last = Math.max(1, view.elements.length - 1);
    this.positions = new Map(view.elements.map((element, index) => [element, index / last]));
    const title = goal.reader.words(view.title);
    this.names = goal.names.filter((words) => !isWithin(words, title));
    this.extremes = extremesOf(goal, offers, (offer) => this.goalSum(offer));
    this.wayOut = wayOutOf(view, goal);
    this.challenge = challengeOf(view, goal);
    const said = new Set(memory.clicked.flatMap(({ name }) => [...name.stems]));
    this.unsaid = new Set([...goal.words.stems].filter((stem) => !said.has(stem)));
  }

  describe(offer: Offer): Described {
    const { key, action, element, value, fit } = offer;
    const changedHere = this.memory.doneHere.get(key)?.at(-1);
    const tried = changedHere === undefined ? 0 : changedHere ? 0.5 : 1;
    const repeated = (this.memory.timesDone.get(key) ?? 0) / 3;
    if (element === null) {
      const challenge = action.kind === 'hand_over' ? this.challenge : 0;
      return { offer, own: { tried, repeated, challenge }, thing: {} };
    }
    const total = fitTotal(fit);
    const isFit = value !== null && total > 0;
    const own: CandidateNumbers = {
      tried,
      repeated,
      valueFit: fit.words,
      typeFit: fit.type,
      bestForField: isFit && total >= (this.bestByField.get(fieldKey(offer)) ?? 0) ? 1 : 0,
      bestForValue: isFit && total >= (this.bestByValue.get(value.label) ?? 0) ? 1 : 0,
      holds: this.holding(offer, element),
      valueUsed: value === null ? 0 : this.usedElsewhere(value, element),
    };
    return { offer, own, thing: this.thingNumbers(offer, element) };
  }

  /** What is the same for all that can be done with one thing. */
  private thingNumbers(offer: Offer, element: PageElement): CandidateNumbers {
    const key = thingKey(offer);
    const known = this.things.get(key);
    if (known !== undefined) return known;
    const { goal } = this;
    const isClick = offer.action.kind === 'click';
    const [name, context] = [nameWords(offer, goal), contextWords(offer, goal)];
    const { concepts } = name;
    const isFresh = this.knownRefs !== null && !this.knownRefs.has(element.ref);
    const made: CandidateNumbers = {
      goalShare: shareIn(name.stems, goal.words.stems),
      goalNew: shareIn(name.stems, this.unsaid),
      goalRank: this.nameWeights.rank(name),
      mention: this.mention(offer, name, context),
      contextRank: this.contextWeights.get(nameKey(offer))?.rank(context) ?? 0,
      negated: shareIn(name.stems, goal.negated),
      handled: Math.max(this.handled(name, context), isFresh ? this.echo(name) : 0),
      invalid: element.invalid ? 1 : 0,
      position: this.positions.get(element) ?? 0,
      primary: this.primaryClaims.get(element) ?? 0,
      danger: isClick && isDangerous(goal, name) ? 1 : 0,
      dismiss: !isClick ? 0 : concepts.has('dismiss') ? 1 : this.wayOut === element ? 0.5 : 0,
      forward: isClick && !CHECKABLE.has(element.role) ? direction(goal, concepts) : 0,
      fresh: isFresh ? 1 : 0,
      extreme: this.extremes.get(offer) ?? (isClick ? 0 : orderClaim(goal, name)),
      challenge: isClick && concepts.has('challenge') ? 1 : 0,
    };
    this.things.set(key, made);
    return made;
  }

  /** Called once per state, after all candidates are known. */
  stateNumbers(described: readonly Described[]): Record<(typeof STATE_NUMBERS)[number], number> {
    const { view, goal, memory } = this;
    const headlines = [...view.headings, ...view.messages].map((text) => goal.reader.words(text));
    const untouched = described.filter(({ own }) => !own.tried && own.holds !== 1);
    return {
      stepsLeft: memory.stepsLeft,
      handled: most(memory.clicked, ({ whole }) => this.shareOfNames([whole])),
      dialogOpen: view.dialogOpen ? 1 : 0,
      fields: view.elements.filter(isField).length / 8,
      newMessage: newTexts(view, memory.previous, 'messages').length > 0 ? 1 : 0,
      invalidFields: view.elements.filter(({ invalid }) => invalid).length / 4,
      requiredEmpty:
        view.elements.filter((element) => element.required && isField(element) && isEmpty(element)).length /
        4,
      mentionLeft: most(
        untouched.filter(({ offer }) => offer.action.kind === 'click'),
        ({ thing }) => thing.mention ?? 0,
      ),
      canScrollDown: view.canScrollDown ? 1 : 0,
      lastMatched: memory.lastChanged ? memory.lastMatch : 0,
      valuesLeft:
        goal.values.filter(({ label }) => !memory.usedValues.has(label)).length /
        Math.max(1, goal.values.length),
      fillLeft: most(
        untouched.filter(({ own }) => own.bestForField === 1 && own.bestForValue === 1),
        ({ offer }) => fitTotal(offer.fit) / 1.6,
      ),
      goalLeft: most(
        untouched.filter(({ offer }) => offer.action.kind === 'click'),
        ({ thing }) => thing.goalNew ?? 0,
      ),
      namesSeen: this.namesSeen(),
      challenge: this.challenge,
      success: headlines.some(({ concepts }) => concepts.has('success')) ? 1 : 0,
    };
  }

  private holding(offer: Offer, element: PageElement): number {
    if (holds(offer, element)) return 1;
    if (offer.action.kind !== 'fill' || !element.value) return 0;
    const label = offer.value?.label;
    const isAsGood = this.goal.values.some((other) => other.label === label && other.shown === element.value);
    return isAsGood ? 0.5 : 0;
  }

  private usedElsewhere({ label, shown }: ReadValue, element: PageElement): number {
    if (this.holders.get(shown)?.some((ref) => ref !== element.ref)) return 1;
    return this.memory.usedValues.has(label) ? 0.5 : 0;
  }

  private mention(offer: Offer, name: Words, context: Words): number {
    const alike = this.contextWeights.has(nameKey(offer));
    const names = alike ? this.names.filter((words) => !isWithin(words, name)) : this.names;
    const found = names.filter((words) => isWithin(words, name) || isWithin(words, context)).length;
    if (names.length === 0) return 0;
    return found === names.length ? 1 : found / names.length / 2;
  }

  private handled(name: Words, context: Words): number {
    const own = this.names.filter((words) => isWithin(words, name) || isWithin(words, context));
    if (own.length === 0) return 0;
    const isDone = this.memory.clicked.some(({ whole }) => own.every((words) => isWithin(words, whole)));
    return isDone ? own.length / this.names.length : 0;
  }

  private echo(name: Words): number {
    const last = this.memory.clicked.at(-1);
    return last === undefined ? 0 : shareIn(name.stems, last.whole.stems);
  }

  private namesSeen(): number {
    const { headings, texts, elements } = this.view;
    const seen = [...headings, ...texts, ...elements.flatMap(({ name, context }) => [name, context])];
    return this.shareOfNames(seen.map((text) => this.goal.reader.words(text)));
  }

  private shareOfNames(texts: readonly Words[]): number {
    const found = this.names.filter((words) => texts.some((text) => isWithin(words, text)));
    return found.length / Math.max(1, this.names.length);
  }

  private goalSum(offer: Offer): number {
    const context = this.contextWeights.get(nameKey(offer))?.sum(contextWords(offer, this.goal)) ?? 0;
    return this.nameWeights.sum(nameWords(offer, this.goal)) + context;
  }
}

/** Whether a name speaks of a danger by a word that the goal does not have, or has after a "not". */
function isDangerous(goal: Goal, name: Words): boolean {
  if (!name.concepts.has('danger')) return false;
  const isAskedFor = (word: string) => {
    const { concepts, stems } = goal.reader.words(word);
    if (!concepts.has('danger')) return true;
    return shareIn(stems, goal.instruction.stems) === 1 && shareIn(stems, goal.negated) === 0;
  };
  return !name.all.every(isAskedFor);
}

/** In an open dialog, the one thing to click that does not speak of danger beside what does; else null. */
function wayOutOf({ dialogOpen, elements }: PageView, goal: Goal): PageElement | null {
  if (!dialogOpen) return null;
  const safe = elements.filter(({ name }) => !isDangerous(goal, goal.reader.words(name)));
  return safe.length === 1 && safe.length < elements.length ? (safe[0] ?? null) : null;
}

function isWithin(words: Words, other: Words): boolean {
  return other.stems.size > 0 && shareIn(words.stems, other.stems) === 1;
}

/** Whether an order that can be chosen puts first what the goal wants most of; its first word decides. */
function orderClaim({ superlative, reader }: Goal, name: Words): number {
  if (superlative === null) return 0;
  for (const word of name.all) {
    const { concepts } = reader.words(word);
    if (concepts.has('rising')) return superlative.direction === 'least' ? 1 : -1;
    if (concepts.has('falling')) return superlative.direction === 'most' ? 1 : -1;
  }
  return 0;
}

function direction(goal: Goal, concepts: ReadonlySet<Concept>): number {
  if (FORWARD.some((concept) => concepts.has(concept))) return 1;
  const asked = goal.instruction.concepts;
  return BACKWARD.some((concept) => concepts.has(concept) && !asked.has(concept)) ? -1 : 0;
}

/** Landmarks whose buttons are about the site, not about what the page is for. */
const ASIDE = new Set(['banner', 'complementary', 'contentinfo', 'navigation']);

/** Buttons' claims to send the form; without a form all claim the same. */
function primaryClaims(elements: readonly PageElement[]): Map<PageElement, number> {
  const isButton = ({ role, landmark }: PageElement) => role === 'button' && !ASIDE.has(landmark);
  const lastField = elements.findLastIndex(isField);
  const buttons = elements.slice(lastField + 1).filter(isButton);
  return new Map(
    buttons.map((button, i) => [button, lastField === -1 ? 1 / buttons.length : i === 0 ? 1 : 0.5]),
  );
}

const FORWARD: readonly Concept[] = ['commit', 'proceed', 'enter', 'accept'];
const BACKWARD: readonly Concept[] = ['back', 'refuse', 'lure'];

/** Goal words weighed by how few things of a view have them. */
class Weights {
  private readonly counts = new Map<string, number>();
  private readonly largest: number;

  constructor(
    private readonly goal: Goal,
    all: readonly Words[],
  ) {
    for (const { stems } of all) {
      for (const stem of stems) this.counts.set(stem, (this.counts.get(stem) ?? 0) + 1);
    }
    this.largest = most(all, (words) => this.sum(words));
  }

  sum(words: Words): number {
    let sum = 0;
    for (const stem of words.stems) {
      if (this.goal.words.stems.has(stem)) sum += 1 / (this.counts.get(stem) ?? 1);
    }
    return sum;
  }

  rank(words: Words): number {
    return this.largest === 0 ? 0 : this.sum(words) / this.largest;
  }
}

/** With a superlative in the goal: 1 for the extreme one of those that match the goal best, -1 for the rest. */
function extremesOf(
  goal: Goal,
  offers: readonly Offer[],
  goalSum: (offer: Offer) => number,
): ReadonlyMap<Offer, number> {
  const { superlative } = goal;
  if (superlative === null) return new Map();
  const measured = offers.flatMap((offer) => {
    if (offer.action.kind !== 'click' || offer.element === null) return [];
    const { name, context, description } = offer.element;
    const size = measureOf(`${name} ${context} ${description}`, superlative.measure);
    return size === null ? [] : [{ offer, size, match: goalSum(offer) }];
  });
  const bestMatch = most(measured, ({ match }) => match);
  const sizes = measured.filter(({ match }) => match >= bestMatch - 1e-9).map(({ size }) => size);
  const extreme = superlative.direction === 'least' ? Math.min(...sizes) : Math.max(...sizes);
  const canBeOrdered = offers.some(
    (offer) =>
      offer.action.kind === 'select' && orderClaim(goal, nameWords(offer, goal)) === 1 && !isChosen(offer),
  );
  const found = canBeOrdered ? 0.5 : 1;
  return new Map(
    measured.map(({ offer, size, match }) => [
      offer,
      match >= bestMatch - 1e-9 && size === extreme ? found : -1,
    ]),
  );
}

function challengeOf({ title, headings, messages, texts, elements }: PageView, { reader }: Goal): number {
  const speaks = (text: string) => reader.words(text).concepts.has('challenge');
  if ([title, ...headings, ...messages].some(speaks)) return 1;
  return [...texts, ...elements.map(({ name }) => name)].some(speaks) ? 0.5 : 0;
}

/** What a candidate calls itself: the option that it would choose, or its element's name. */
function nameWords({ action, element }: Offer, { reader }: Goal): Words {
  return reader.words(action.kind === 'select' ? action.option : (element?.name ?? ''));
}

/** What it belongs to. */
function contextWords({ action, element }: Offer, { reader }: Goal): Words {
  if (element === null) return reader.words('');
  return reader.words(action.kind === 'select' ? `${element.name} ${element.context}` : element.context);
}

/** What a person sees as one thing: an element, or one option of a list. */
function thingKey({ action, element }: Offer): string {
  return action.kind === 'select' ? `${action.ref}:${action.option}` : String(element?.ref);
}

function nameKey({ action, element }: Offer): string {
  return action.kind === 'select' ? `option:${action.option}` : `${element?.role}:${element?.name}`;
}

/** Elements of which one at most is chosen, within their group. */
const ALTERNATIVES = new Set(['radio', 'option', 'tab', 'menuitemradio', 'link', 'button']);

/** What competes for one value: the candidates of one field, or the choices of one group. */
function fieldKey({ action, element }: Offer): string {
  if (element === null) return action.kind;
  return action.kind === 'click' && ALTERNATIVES.has(element.role)
    ? `${element.role}:${element.context}`
    : `${action.kind}:${element.ref}`;
}

const CHECKABLE = new Set(['checkbox', 'radio', 'switch']);

/** Whether an element holds something that a person enters or chooses. */
function isField(element: PageElement): boolean {
  return isTextField(element) || element.options !== null || CHECKABLE.has(element.role);
}

/** Whether an option is the chosen one. */
function isChosen({ action, element }: Offer): boolean {
  return action.kind === 'select' && element?.value === action.option;
}

/** Whether doing it would change nothing. */
function holds(offer: Offer, element: PageElement): boolean {
  const { action, value } = offer;
  if (action.kind === 'fill') return element.value === value?.shown;
  if (action.kind === 'select') return isChosen(offer);
  if (action.kind !== 'click') return false;
  if (element.role === 'checkbox' || element.role === 'switch') {
    return element.checked === (value?.on ?? true);
  }
  return element.checked === true || element.selected === true;
}

function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

function raise(best: Map<string, number>, key: string, value: number): void {
  best.set(key, Math.max(best.get(key) ?? 0, value));
}

function most<T>(items: readonly T[], size: (item: T) => number): number {
  return items.reduce((largest, item) => Math.max(largest, size(item)), 0);
}

/** A number within [-1, 1]. */
function bounded(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

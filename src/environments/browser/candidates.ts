/**
 * Which actions a view offers, at most 128, in reading order:
 *
 * 1. Always `wait`, `hand_over` and `finish`; `scroll` up and down where there is more of the page.
 * 2. A click on every element that can be used and is no text field and no native list.
 * 3. Into every text field that can be written to each of the goal's values, every option of every
 *    native list, and Enter in every one-line field. When there is no room for all, every element's
 *    best-fitting one first, then every element's second, and so on; the better fit first among those.
 *
 * What is disabled is not offered, nor is writing to what is read-only. A password field is offered
 * the goal's secrets only, when it has any, and another field is offered a secret only where the
 * secret's label shares a word with the field's name: nobody types a password into a search box.
 *
 * An action's key names it by verb, role, name, context and value, never by `ref`, so it is the same
 * action after the page was loaded again. The second of equals is `#2`.
 */
import { OBSERVATION_LIMITS } from '../../core/contracts.ts';
import { type BrowserAction, STATE_CHARACTERS } from './actions.ts';
import type { Goal, ReadValue } from './goal.ts';
import type { PageElement, PageView } from './page-protocol.ts';
import { choiceFit, type Fit, fieldFit, fitTotal } from './value-fit.ts';
import { shareIn } from './words.ts';

/** One action as offered, before it is described to a policy. */
export interface Offer {
  readonly key: string;
  readonly action: BrowserAction;
  /** What it acts on; null for the page as a whole. */
  readonly element: PageElement | null;
  /** The goal's value that it would fill in, or that comes closest to what it would choose. */
  readonly value: ReadValue | null;
  /** How well that value fits. */
  readonly fit: Fit;
  /** What a person reads. */
  readonly label: string;
}

/** An offer before equal keys are told apart. */
type Draft = Omit<Offer, 'key'> & { readonly name: string };

const NO_FIT: Fit = { words: 0, type: 0 };
const TEXT_ROLES = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);

/** Whether text can be typed into an element. */
export function isTextField({ role, options, value }: PageElement): boolean {
  return TEXT_ROLES.has(role) && options === null && value !== null;
}

/** All that a view offers, by the rule above. */
export function offersOf(view: PageView, goal: Goal): Offer[] {
  const whole = pageOffers(view);
  const perElement = view.elements
    .filter((element) => !element.disabled)
    .map((element) => ({ clicks: clickOffers(element, goal), choices: choiceOffers(element, goal) }));
  const clicks = perElement.reduce((sum, { clicks }) => sum + clicks.length, 0);
  const kept = bestChoices(
    perElement.map(({ choices }) => choices),
    OBSERVATION_LIMITS.candidates - whole.length - clicks,
  );
  return withKeys([
    ...perElement.flatMap(({ clicks, choices }) => [
      ...clicks,
      ...choices.filter((choice) => kept.has(choice)),
    ]),
    ...whole,
  ]);
}

/** The page's state in words, for the person that it is handed to. */
export function stateInWords({ title, headings, messages }: PageView): string {
  return [...new Set([title, ...headings, ...messages])]
    .filter((text) => text !== '')
    .join(' | ')
    .slice(0, STATE_CHARACTERS);
}

function pageOffers(view: PageView): Draft[] {
  const draft = (action: BrowserAction, label: string): Draft => ({
    name: action.kind === 'scroll' ? `scroll:${action.direction}` : action.kind,
    action,
    element: null,
    value: null,
    fit: NO_FIT,
    label,
  });
  return [
    ...(view.canScrollUp ? [draft({ kind: 'scroll', direction: 'up' }, 'scroll up')] : []),
    ...(view.canScrollDown ? [draft({ kind: 'scroll', direction: 'down' }, 'scroll down')] : []),
    draft({ kind: 'wait' }, 'wait'),
    draft({ kind: 'hand_over', state: stateInWords(view) }, 'hand over to a person'),
    draft({ kind: 'finish' }, 'finish'),
  ];
}

function clickOffers(element: PageElement, goal: Goal): Draft[] {
  const isField = isTextField(element) && element.role !== 'combobox';
  if (isField || element.options !== null) return [];
  const { value, words } = closestChoice(goal, element.name, element.context);
  return [
    {
      name: `click:${nameOf(element)}`,
      action: { kind: 'click', ref: element.ref },
      element,
      value,
      fit: { words, type: 0 },
      label: `click ${inWords(element)}`,
    },
  ];
}

function choiceOffers(element: PageElement, goal: Goal): Draft[] {
  if (element.options !== null) return selectOffers(element, element.options, goal);
  if (!isTextField(element)) return [];
  return [...(element.readOnly ? [] : fillOffers(element, goal)), ...enterOffers(element)];
}

function selectOffers(element: PageElement, options: readonly string[], goal: Goal): Draft[] {
  return [...new Set(options)].map((option) => {
    const { value, words } = closestChoice(goal, option, `${element.name} ${element.context}`);
    return {
      name: `select:${nameOf(element)}:${option}`,
      action: { kind: 'select', ref: element.ref, option },
      element,
      value,
      fit: { words, type: 0 },
      label: `choose "${option}" in ${inWords(element)}`,
    };
  });
}

function fillOffers(element: PageElement, goal: Goal): Draft[] {
  const takesSecrets = element.inputType === 'password';
  const hasSecrets = goal.values.some(({ kind }) => kind === 'secret');
  const fits = ({ kind, labelWords }: ReadValue) => {
    if (takesSecrets) return kind === 'secret' || !hasSecrets;
    return kind !== 'secret' || shareIn(labelWords.stems, goal.reader.words(element.name).stems) > 0;
  };
  return goal.values.filter(fits).map((value) => ({
    name: `fill:${nameOf(element)}:${value.label}`,
    action: { kind: 'fill', ref: element.ref, value: value.value },
    element,
    value,
    fit: fieldFit(goal, value, element),
    label: `type "${value.value}" (${value.label}) into ${inWords(element)}`,
  }));
}

/** Enter sends a form from a one-line field: an `input`. A text area has no type, and takes a new line. */
function enterOffers(element: PageElement): Draft[] {
  if (element.inputType === null) return [];
  return [
    {
      name: `submit:${nameOf(element)}`,
      action: { kind: 'submit', ref: element.ref },
      element,
      value: null,
      fit: NO_FIT,
      label: `press Enter in ${inWords(element)}`,
    },
  ];
}

function closestChoice(
  goal: Goal,
  choice: string,
  belongsTo: string,
): { value: ReadValue | null; words: number } {
  let closest: { value: ReadValue | null; words: number } = { value: null, words: 0 };
  for (const value of goal.values) {
    const words = choiceFit(goal, value, choice, belongsTo);
    if (words > closest.words) closest = { value, words };
  }
  return closest;
}

/** As many choices as there is room for, every element's best before any element's second. */
function bestChoices(perElement: readonly (readonly Draft[])[], room: number): ReadonlySet<Draft> {
  const byFit = (a: Draft, b: Draft) => fitTotal(b.fit) - fitTotal(a.fit);
  const ranked = perElement.flatMap((choices) =>
    [...choices].sort(byFit).map((choice, rank) => ({ choice, rank })),
  );
  ranked.sort((a, b) => a.rank - b.rank || byFit(a.choice, b.choice));
  return new Set(ranked.slice(0, room).map(({ choice }) => choice));
}

function withKeys(drafts: readonly Draft[]): Offer[] {
  const seen = new Map<string, number>();
  return drafts.map(({ name, ...offer }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { ...offer, key: count === 1 ? name : `${name}#${count}` };
  });
}

function nameOf({ role, name, context }: PageElement): string {
  return `${role}:${name}:${context}`;
}

function inWords({ role, name, context }: PageElement): string {
  const where = context === '' || context === name ? '' : ` (${context})`;
  return `${role} "${name}"${where}`;
}

/**
 * How a page, a goal and a candidate become the tokens that the student sees. They say what words
 * commonly mean, never the words themselves: those of the training pages would be learned by heart, and
 * other pages have others.
 */
import type { BrowserAction } from './actions.ts';
import type { Offer } from './candidates.ts';
import type { Goal } from './goal.ts';
import type { PageElement, PageView } from './page-protocol.ts';
import type { Concept, Reader } from './words.ts';

/** A candidate's text: what kind of thing it is, in which state, and what its words commonly mean. */
export function candidateText({ action, element, value }: Offer, goal: Goal): string {
  if (element === null) return wholePageToken(action);
  const { reader, instruction } = goal;
  const concepts = [...reader.words(action.kind === 'select' ? action.option : element.name).concepts];
  const wanted = concepts.filter((concept) => instruction.concepts.has(concept));
  return [
    `role:${element.role}`,
    ...(element.inputType === null ? [] : [`type:${element.inputType}`]),
    ...(value === null ? [] : [`value:${value.kind}`]),
    ...(element.landmark === '' ? [] : [`within:${element.landmark}`]),
    ...stateTokens(element),
    ...tokens('is', concepts),
    ...tokens('wanted', wanted),
  ].join(' ');
}

function stateTokens(element: PageElement): string[] {
  return [
    ...(['checked', 'selected', 'expanded'] as const).flatMap((name) =>
      element[name] === null ? [] : [`${name}:${element[name]}`],
    ),
    ...(element.required ? ['state:required'] : []),
    ...(isEmpty(element) ? ['state:empty'] : []),
  ];
}

function wholePageToken(action: BrowserAction): string {
  return action.kind === 'scroll' ? `scroll:${action.direction}` : `page:${action.kind}`;
}

/** The `goal` field: what it asks for, and a token of its kind for each value. */
export function goalField({ words, values, superlative }: Goal): string {
  return [
    ...tokens('has', words.concepts),
    ...values.map(({ kind }) => `value:${kind}`),
    ...(superlative === null ? [] : ['goal:superlative']),
  ].join(' ');
}

/** The `seen` field: what kind of page this is, and what its words commonly mean. */
export function seenField(view: PageView, reader: Reader): string {
  const flags = [
    ...(view.dialogOpen ? ['page:dialog'] : []),
    ...(view.busy ? ['page:busy'] : []),
    ...(view.canScrollDown ? ['page:more-below'] : []),
  ];
  return [
    ...flags,
    ...conceptTokens([view.title, ...view.headings, ...view.messages, ...view.texts], reader),
  ].join(' ');
}

/** The `errors` field: what validation messages, and what fields say of being invalid, commonly mean. */
export function errorsField(view: PageView, reader: Reader): string {
  const invalid = view.elements.filter((element) => element.invalid);
  return conceptTokens([...view.messages, ...invalid.map(({ description }) => description)], reader).join(
    ' ',
  );
}

function conceptTokens(texts: readonly string[], reader: Reader): string[] {
  return tokens('has', new Set(texts.flatMap((text) => [...reader.words(text).concepts])));
}

function tokens(prefix: string, concepts: Iterable<Concept>): string[] {
  return Array.from(concepts, (concept) => `${prefix}:${concept}`);
}

/** Options that stand for "nothing chosen yet". */
const PLACEHOLDER = /^(?:\W*|(?:please |-+ ?)?(?:choose|select|pick)\b.*)$/i;

/** Whether a field holds nothing, and a box is not ticked. */
export function isEmpty({ value, options, checked }: PageElement): boolean {
  if (checked !== null) return !checked;
  return value !== null && (value === '' || (options !== null && PLACEHOLDER.test(value)));
}

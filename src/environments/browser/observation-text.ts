/** How a page, a goal and a candidate become the words that the student sees. */
import type { BrowserAction } from './actions.ts';
import type { Offer } from './candidates.ts';
import type { Goal } from './goal.ts';
import type { PageView } from './page-protocol.ts';
import { type Words, wordsOf } from './words.ts';

/** Words of a candidate's name and of its context at most. */
const NAME_WORDS = 8;
const CONTEXT_WORDS = 6;

/** A candidate's text: what kind of thing it is, what its words commonly mean, and the words themselves. */
export function candidateText({ action, element, value }: Offer): string {
  if (element === null) return wholePageToken(action);
  const name = wordsOf(element.name);
  const chosen = action.kind === 'select' ? wordsOf(action.option) : null;
  const { concepts } = chosen ?? name;
  return [
    `role:${element.role}`,
    ...(element.inputType === null ? [] : [`type:${element.inputType}`]),
    ...(value === null ? [] : [`value:${value.kind}`]),
    ...(element.checked === null ? [] : [`checked:${element.checked}`]),
    ...(element.selected === null ? [] : [`selected:${element.selected}`]),
    ...(element.expanded === null ? [] : [`expanded:${element.expanded}`]),
    ...[...concepts].map((concept) => `is:${concept}`),
    ...(chosen === null ? [] : plain(chosen, NAME_WORDS)),
    ...plain(name, NAME_WORDS),
    ...plain(wordsOf(element.context), CONTEXT_WORDS).map((word) => `in:${word}`),
  ].join(' ');
}

function wholePageToken(action: BrowserAction): string {
  return action.kind === 'scroll' ? `scroll:${action.direction}` : `page:${action.kind}`;
}

/** Words without numbers, which would be learned by heart. */
function plain(words: Words, limit: number): string[] {
  return words.all.filter((word) => !/\d/.test(word)).slice(0, limit);
}

/** Tokens of an observation's text field at most. */
const FIELD_TOKENS = 60;

/** The `goal` field: its words, each value as a token of its kind, so that no value is learned by heart. */
export function goalField(goal: Goal): string {
  const words = goal.masked
    .split(/\s+/)
    .flatMap((part) => (part.startsWith('value:') ? [part] : plain(wordsOf(part), FIELD_TOKENS)));
  return [...words.slice(0, FIELD_TOKENS), ...(goal.superlative === null ? [] : ['goal:superlative'])].join(
    ' ',
  );
}

/**
 * The `seen` field: what kind of page this is, and what its words commonly mean. The words themselves
 * are left out: those of the training pages would be learned by heart, and held-out pages have others.
 */
export function seenField(view: PageView): string {
  const flags = [
    ...(view.dialogOpen ? ['page:dialog'] : []),
    ...(view.busy ? ['page:busy'] : []),
    ...(view.canScrollDown ? ['page:more-below'] : []),
  ];
  const texts = [view.title, ...view.headings, ...view.messages, ...view.texts];
  return [...flags, ...conceptTokens(texts)].join(' ');
}

/** The `errors` field: what validation messages, and what fields say of being invalid, commonly mean. */
export function errorsField(view: PageView): string {
  const texts = [
    ...view.messages,
    ...view.elements.filter(({ invalid }) => invalid).map(({ description }) => description),
  ];
  return conceptTokens(texts).join(' ');
}

function conceptTokens(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...wordsOf(text).concepts]))].map(
    (concept) => `has:${concept}`,
  );
}

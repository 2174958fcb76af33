/** Whether and how one view of a page differs from the one before. */
import type { PageView } from './page-protocol.ts';

/** Headings and messages that are named; more would be noise. */
const TEXTS_NAMED = 6;

/** The same for views in which a person would see the same: refs and the count of documents do not matter. */
export function fingerprint(view: PageView): string {
  const known = fingerprints.get(view);
  if (known !== undefined) return known;
  const { document: _, elements, ...rest } = view;
  const made = JSON.stringify([rest, elements.map(({ ref: _, ...element }) => element)]);
  fingerprints.set(view, made);
  return made;
}

/** A view never changes and is asked for several times a step. */
const fingerprints = new WeakMap<PageView, string>();

/** Texts of a list that were not on the page before. */
export function newTexts(
  view: PageView,
  before: PageView | null,
  list: 'headings' | 'messages' | 'texts',
): string[] {
  const known = new Set(before?.[list]);
  return view[list].filter((text) => !known.has(text));
}

/** What changed, one thing a line, for people. */
export function changeInWords(before: PageView, after: PageView): string {
  const [elementsBefore, elementsAfter] = [namesOf(before), namesOf(after)];
  const appeared = [...elementsAfter].filter((name) => !elementsBefore.has(name));
  const went = [...elementsBefore].filter((name) => !elementsAfter.has(name));
  const values = after.elements.flatMap((element) => {
    const same = before.elements.find(({ ref }) => after.document === before.document && ref === element.ref);
    if (same === undefined) return [];
    return [
      ...(same.value === element.value ? [] : [`${element.name}: "${element.value}"`]),
      ...(same.checked === element.checked ? [] : [`${element.name}: ${element.checked ? 'on' : 'off'}`]),
    ];
  });
  const lines = [
    ...(after.document === before.document ? [] : [`new page: ${after.title}`]),
    ...newTexts(after, before, 'headings')
      .slice(0, TEXTS_NAMED)
      .map((text) => `heading: ${text}`),
    ...newTexts(after, before, 'messages')
      .slice(0, TEXTS_NAMED)
      .map((text) => `message: ${text}`),
    ...(after.dialogOpen === before.dialogOpen
      ? []
      : [after.dialogOpen ? 'a dialog opened' : 'the dialog closed']),
    ...(after.busy === before.busy ? [] : [after.busy ? 'the page is loading' : 'the page has loaded']),
    ...values,
    ...listed('appeared', appeared),
    ...listed('gone', went),
  ];
  if (lines.length > 0) return lines.join('\n');
  return fingerprint(before) === fingerprint(after) ? 'nothing changed' : 'the view changed';
}

function namesOf({ elements }: PageView): Set<string> {
  return new Set(elements.map(({ role, name }) => `${role} "${name}"`));
}

function listed(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > TEXTS_NAMED ? ` and ${names.length - TEXTS_NAMED} more` : '';
  return [`${what}: ${names.slice(0, TEXTS_NAMED).join(', ')}${more}`];
}

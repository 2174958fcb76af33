/** Text of a page within the limits of an observation. */
import { getAriaRole, getElementAccessibleName } from 'ivya/utils';
import { PAGE_LIMITS } from '../page-limits.ts';
import { isNeverShown, shownChildren } from './composed-tree.ts';

/** White space collapsed, cut to the limit, never within a surrogate pair. */
export function bounded(text: string): string {
  // What is cut cannot matter beyond a few times the limit, however long the page makes it.
  const flat = text
    .slice(0, 8 * PAGE_LIMITS.textLength)
    .replace(/\s+/gu, ' ')
    .trim();
  if (flat.length <= PAGE_LIMITS.textLength) return flat;
  return flat
    .slice(0, PAGE_LIMITS.textLength)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trimEnd();
}

/** Bounded texts without empty ones and repetitions, in order, up to the limit. */
export function boundedList(texts: Iterable<string>): string[] {
  const list = new Set<string>();
  for (const text of texts) {
    const short = bounded(text);
    if (short !== '') list.add(short);
    if (list.size === PAGE_LIMITS.texts) break;
  }
  return [...list];
}

/** The accessible name, also of what is hidden from assistive technology. */
export function labelOf(element: Element): string {
  return getElementAccessibleName(element, true);
}

const ROLES_OF_CONTROLS = new Set(
  (
    'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio ' +
    'searchbox slider spinbutton switch tab textbox treeitem'
  ).split(' '),
);
const TAGS_OF_CONTROLS = new Set('A BUTTON INPUT SELECT TEXTAREA SUMMARY OPTION'.split(' '));

/** Roles that are no control by themselves, but are when the keyboard reaches them. */
const ROLES_MADE_CONTROLS = new Set(['', 'article', 'cell', 'gridcell', 'img', 'listitem', 'row']);

/** The role of an element that a person can use, '' for one without a role, null for all others. */
export function controlRole(element: Element): string | null {
  const tag = element.tagName;
  if (tag === 'OPTION' || (element instanceof HTMLInputElement && element.type === 'hidden')) return null;
  // Playwright has no role for it; screen readers say "button".
  if (tag === 'SUMMARY') return getAriaRole(element) ?? 'button';
  if (TAGS_OF_CONTROLS.has(tag) || element.hasAttribute('role')) {
    const role = getAriaRole(element);
    if (role !== null && ROLES_OF_CONTROLS.has(role)) return role;
  }
  if (element instanceof HTMLElement && isEditingHost(element)) return 'textbox';
  if (element.hasAttribute('onclick')) return getAriaRole(element) ?? '';
  if (element.hasAttribute('tabindex') && (element as HTMLElement).tabIndex >= 0 && !isScrollBox(element)) {
    const role = getAriaRole(element) ?? '';
    return ROLES_MADE_CONTROLS.has(role) ? role : null;
  }
  return null;
}

function isEditingHost(element: HTMLElement): boolean {
  return element.hasAttribute('contenteditable') && element.getAttribute('contenteditable') !== 'false';
}

/** Scrollable boxes get a tabindex so that the keyboard can scroll them: nothing to click. */
function isScrollBox(element: Element): boolean {
  return (
    element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)
  );
}

/** Text inside an element without that of its controls: what a row or an item says beside its buttons. */
export function textBeside(element: Element): string {
  const parts: string[] = [];
  const visit = (node: Node): void => {
    if (parts.length >= PAGE_LIMITS.texts) return;
    if (node instanceof Text) parts.push(node.data);
    if (!(node instanceof Element) || isNeverShown(node)) return;
    if (node !== element && controlRole(node) !== null) return;
    if (!node.checkVisibility() || node.getAttribute('aria-hidden') === 'true') return;
    for (const child of Array.from(shownChildren(node))) visit(child);
    parts.push(' ');
  };
  visit(element);
  return bounded(parts.join(''));
}

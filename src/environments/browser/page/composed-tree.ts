/** The tree of a page as it is shown: shadow roots in place of their hosts' children, slots filled. */

const NEVER_SHOWN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'TITLE', 'META', 'LINK']);

/** Whether an element is one of those that show nothing by definition. */
export function isNeverShown(element: Element): boolean {
  return NEVER_SHOWN.has(element.tagName.toUpperCase());
}

/** Children of an element as they are shown. */
export function shownChildren(element: Element): ArrayLike<Node> {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
}

/** The element around an element, across slots and shadow roots. */
export function shownParent(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Whether `inner` is `outer` or lies within it. */
export function holds(outer: Element, inner: Element): boolean {
  if (outer.contains(inner)) return true;
  for (let at: Element | null = inner; at !== null; at = shownParent(at)) if (at === outer) return true;
  return false;
}

/** The nearest element around (or at) `element` that fulfils a condition. */
export function nearest<Found extends Element>(
  element: Element,
  matches: (element: Element) => element is Found,
): Found | null;
export function nearest(element: Element, matches: (element: Element) => boolean): Element | null;
export function nearest(element: Element, matches: (element: Element) => boolean): Element | null {
  for (let at: Element | null = element; at !== null; at = shownParent(at)) if (matches(at)) return at;
  return null;
}

/** A press of the mouse as a browser would send it, without the trusted flag. */
import { shownParent } from './composed-tree.ts';
import type { Focus } from './focus.ts';
import { dispatch } from './natives.ts';
import { deepestAt, type Hold, type Point } from './sight.ts';

function eventInit({ x, y }: Point, buttons: number): PointerEventInit {
  return {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    clientX: x,
    clientY: y,
    screenX: x,
    screenY: y,
    buttons,
    pointerId: 1,
    pointerType: 'mouse',
    isPrimary: true,
  };
}

/** The nearest element around both. */
function commonAncestor(a: Element, b: Element): Element | null {
  const around = new Set<Element>();
  for (let at: Element | null = a; at !== null; at = shownParent(at)) around.add(at);
  for (let at: Element | null = b; at !== null; at = shownParent(at)) if (around.has(at)) return at;
  return null;
}

/** Moves the mouse to a point, presses and releases it there. */
export function clickAt({ point, hit }: Hold, focus: Focus): void {
  const pointer = (type: string, target: Element, buttons: number) =>
    dispatch(target, new PointerEvent(type, eventInit(point, buttons)));
  const mouse = (type: string, target: Element, buttons: number) =>
    dispatch(target, new MouseEvent(type, { ...eventInit(point, buttons), detail: 1 }));
  pointer('pointerover', hit, 0);
  mouse('mouseover', hit, 0);
  pointer('pointermove', hit, 0);
  mouse('mousemove', hit, 0);
  // A page that cancels pointerdown gets no mouse events of this press; the click comes all the same.
  const mouseToo = pointer('pointerdown', hit, 1);
  if (!mouseToo || mouse('mousedown', hit, 1)) focus.moveNear(hit);
  // What was pressed may have moved away or changed.
  const released = deepestAt(point) ?? hit;
  pointer('pointerup', released, 0);
  if (mouseToo) mouse('mouseup', released, 0);
  const target = released === hit ? hit : commonAncestor(hit, released);
  if (!target?.isConnected) return;
  dispatch(target, new PointerEvent('click', { ...eventInit(point, 0), detail: 1 }));
}

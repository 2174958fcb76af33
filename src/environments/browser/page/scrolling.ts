/** Scrolling as a person does it: whatever under their eyes has more to show. */
import { holds } from './composed-tree.ts';
import { dispatch } from './natives.ts';
import type { Reading } from './reading.ts';

export type Direction = 'up' | 'down';

/** Share of its height by which a box is scrolled: what was at its edge stays in view. */
const SHARE = 0.8;

/** Boxes of an open dialog, then the page, then other boxes, the largest first. */
function scrollables({ sight, scrollBoxes, dialogs }: Reading): Element[] {
  const area = (box: Element) => box.clientWidth * box.clientHeight;
  const boxes = scrollBoxes.filter((box) => sight.isInView(box)).sort((a, b) => area(b) - area(a));
  const isInDialog = (box: Element) => dialogs.some((dialog) => holds(dialog, box));
  const root = document.scrollingElement;
  const page = root !== null && sight.style(root).overflowY !== 'hidden' ? [root] : [];
  return [...boxes.filter(isInDialog), ...page, ...boxes.filter((box) => !isInDialog(box))];
}

function canMove(box: Element, direction: Direction): boolean {
  if (direction === 'up') return box.scrollTop > 1;
  return box.scrollTop + box.clientHeight < box.scrollHeight - 1;
}

/** Whether anything can be scrolled that way. */
export function canScroll(reading: Reading, direction: Direction): boolean {
  return scrollables(reading).some((box) => canMove(box, direction));
}

/** Scrolls the first that can be. @returns whether there was one. */
export function scroll(reading: Reading, direction: Direction): boolean {
  const box = scrollables(reading).find((candidate) => canMove(candidate, direction));
  if (box === undefined) return false;
  const distance = SHARE * box.clientHeight * (direction === 'down' ? 1 : -1);
  // Never smoothly: animation frames may not come.
  box.scrollBy({ top: Math.round(distance), behavior: 'instant' });
  // The browser's own comes with the next frame, which a frame out of view never has.
  const isPage = box === document.scrollingElement;
  dispatch(isPage ? document : box, new Event('scroll', { bubbles: isPage }));
  return true;
}

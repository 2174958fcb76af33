/**
 * One look at a page: what a person would see of it now. Nothing on the page changes by it, and two
 * looks at the same page are equal.
 */
import { beginAriaCaches, endAriaCaches } from 'ivya/utils';
import { PAGE_LIMITS } from '../page-limits.ts';
import type { PageElement, PageView } from '../page-protocol.ts';
import { ElementDescriptions } from './elements.ts';
import type { Notices } from './notices.ts';
import { bounded, boundedList, labelOf } from './page-text.ts';
import { Reading, type TextBlock } from './reading.ts';
import type { Refs } from './refs.ts';
import { canScroll } from './scrolling.ts';
import { isReached, Sight } from './sight.ts';

/** The page as it is now. `document` is 0: only the driver outside knows how many came before. */
export function look(refs: Refs, notices: Notices): PageView {
  beginAriaCaches();
  try {
    const reading = new Reading(new Sight());
    const { elements, fieldMessages, omitted, layer } = elementsOf(reading, refs, notices);
    const dialogOpen = layer || reading.dialogs.length > 0;
    const messages = messagesOf(reading, fieldMessages, notices);
    const read = (kind: TextBlock['kind']) => readableTexts(reading, kind, dialogOpen);
    return {
      document: 0,
      title: bounded(document.title),
      headings: read('heading'),
      texts: read('text').filter((text) => !messages.includes(text)),
      messages,
      elements,
      omitted,
      canScrollUp: canScroll(reading, 'up'),
      canScrollDown: canScroll(reading, 'down'),
      dialogOpen,
      busy: reading.busy,
    };
  } finally {
    endAriaCaches();
  }
}

/** Controls that a person could click now, and whether a layer keeps them from others. */
function elementsOf(reading: Reading, refs: Refs, notices: Notices) {
  const { sight } = reading;
  const descriptions = new ElementDescriptions(notices);
  const headings = new Map<TextBlock, string>();
  const headingText = (block: TextBlock): string => {
    const text = headings.get(block) ?? bounded(labelOf(block.element));
    headings.set(block, text);
    return text;
  };
  const elements: PageElement[] = [];
  const fieldMessages: string[] = [];
  let [omitted, layer] = [0, false];
  for (const { element, role, heading } of reading.controls) {
    const reached = sight.reach(element);
    if (!isReached(reached)) {
      layer ||= typeof reached === 'object' && sight.isLayer(reached.coveredBy, element);
    } else if (elements.length === PAGE_LIMITS.elements) omitted += 1;
    else {
      const above = heading === null ? '' : headingText(heading);
      const described = descriptions.describe(refs.of(element), element, role, above);
      elements.push(described);
      // What the browser itself holds against a field is among the notices, with the field's name.
      const isNoticed = notices.validationOf(element) !== '';
      if (described.invalid && !isNoticed) fieldMessages.push(described.description);
    }
  }
  return { elements, fieldMessages, omitted, layer };
}

/** Texts that can be read now: under an open dialog only those that nothing lies over. */
function readableTexts({ blocks, sight }: Reading, kind: TextBlock['kind'], dialogOpen: boolean): string[] {
  const readable = blocks.filter(
    (block) =>
      block.kind === kind &&
      block.own &&
      (!dialogOpen || (block.anchor !== null && sight.isUncovered(block.anchor))),
  );
  return boundedList(readable.map(({ parts }) => parts.join('')));
}

/** What the browser would show, what the page announces, and what it says of invalid fields in view. */
function messagesOf({ blocks }: Reading, fieldMessages: readonly string[], notices: Notices): string[] {
  const announced = blocks.filter(({ kind }) => kind === 'message').map(({ parts }) => parts.join(''));
  return boundedList([...notices.messages(), ...announced, ...fieldMessages]);
}

/** Everything on a page, in its reading order. */
import { getAriaRole } from 'ivya/utils';
import { isNeverShown, shownChildren, shownParent } from './composed-tree.ts';
import { isDialogRole } from './elements.ts';
import { controlRole } from './page-text.ts';
import type { Sight } from './sight.ts';

/** Nodes that are looked at: a page may be endless. */
const MOST_NODES = 6000;

const LIVE_ROLES = new Set(['alert', 'status', 'log']);

/** What may be a control by itself. */
const CONTROLS = 'a, button, input, select, textarea, summary, [role], [tabindex], [onclick]';

/** What is around the node that is being visited. */
interface Surroundings {
  /** What its text belongs to; null where text is not read (a control's, a label's). */
  readonly block: TextBlock | null;
  readonly withinControl: boolean;
}

/** Text that reads as one. */
export interface TextBlock {
  readonly kind: 'text' | 'heading' | 'message';
  /** Whether the blocks within it are part of it: the cells of a row. */
  readonly whole: boolean;
  readonly element: Element;
  readonly parts: string[];
  /** Element directly around its first text: where it can be seen; null while it has none. */
  anchor: Element | null;
  /** Whether any of it is not the text of a control. */
  own: boolean;
}

/** Something that a person can use. */
export interface Control {
  readonly element: Element;
  readonly role: string;
  readonly heading: TextBlock | null;
}

/** Everything of a page in its reading order, before it is bounded. */
export class Reading {
  readonly controls: Control[] = [];
  readonly blocks: TextBlock[] = [];
  readonly dialogs: Element[] = [];
  /** Boxes with more in them than they show. */
  readonly scrollBoxes: Element[] = [];
  busy = false;
  private heading: TextBlock | null = null;
  private nodes = 0;

  constructor(readonly sight: Sight) {
    const body = document.body;
    if (body) this.visit(body, { block: this.openBlock('text', body), withinControl: false });
  }

  private openBlock(kind: TextBlock['kind'], element: Element, whole = kind !== 'text'): TextBlock {
    const block: TextBlock = { kind, whole, element, parts: [], anchor: null, own: false };
    this.blocks.push(block);
    if (kind === 'heading') this.heading = block;
    return block;
  }

  private visit(element: Element, around: Surroundings): void {
    const children = shownChildren(element);
    for (let i = 0; i < children.length && this.nodes < MOST_NODES; i += 1) {
      const child = children[i];
      this.nodes += 1;
      if (child instanceof Text) this.readText(child, element, around);
      else if (child instanceof Element) this.visitElement(child, around);
    }
  }

  private readText(text: Text, parent: Element, { block, withinControl }: Surroundings): void {
    if (block === null || text.data.trim() === '') return;
    // A message is noticed wherever it is: screen readers say it.
    const readable = block.kind === 'message' ? this.sight.isShown(parent) : this.sight.isInView(parent);
    if (!readable) return;
    block.anchor ??= parent;
    block.parts.push(text.data);
    if (!withinControl) block.own = true;
  }

  private visitElement(element: Element, around: Surroundings): void {
    if (isNeverShown(element)) return;
    const style = this.sight.style(element);
    if (style.display === 'none' || element.getAttribute('aria-hidden') === 'true') return;
    if (element.getAttribute('aria-busy') === 'true') this.busy = true;
    if (isScrollBox(element, style)) this.scrollBoxes.push(element);
    const role = controlRole(element) ?? this.roleByCursor(element, style, around);
    if (role !== null) this.controls.push({ element, role, heading: this.heading });
    if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return;
    if (element instanceof HTMLLabelElement) this.addUnrenderedControl(element);
    const block = this.blockOf(element, style, around);
    // Cells and lines that are read as one text are still apart.
    const apart = isInline(style) ? '' : ' ';
    around.block?.parts.push(apart);
    this.visit(element, { block, withinControl: around.withinControl || role !== null });
    around.block?.parts.push(apart);
  }

  /** What has the hand as its cursor is meant to be clicked, whatever it is; '' for one without a role. */
  private roleByCursor(element: Element, style: CSSStyleDeclaration, around: Surroundings): string | null {
    if (style.cursor !== 'pointer' || around.withinControl) return null;
    if (element.querySelector(CONTROLS) !== null || element.closest('label')?.control) return null;
    const parent = shownParent(element);
    // It is inherited: only the outermost is meant, and around controls none but these.
    if (parent !== null && this.sight.style(parent).cursor === 'pointer') return null;
    return getAriaRole(element) ?? '';
  }

  private blockOf(element: Element, style: CSSStyleDeclaration, { block }: Surroundings): TextBlock | null {
    if (block === null) return null;
    // Its text is its control's name.
    if (element instanceof HTMLLabelElement && element.control !== null) return null;
    const role = hasRole(element) ? getAriaRole(element) : null;
    if (isDialogRole(role) && this.sight.isShown(element)) this.dialogs.push(element);
    if (block.whole) return block;
    if (role === 'heading') return this.openBlock('heading', element);
    if (isLive(element, role)) return this.openBlock('message', element);
    return isInline(style) ? block : this.openBlock('text', element, role === 'row');
  }

  /** A checkbox or radio button that is not rendered at all is used by its label. */
  private addUnrenderedControl(label: HTMLLabelElement): void {
    const { control } = label;
    if (control === null || getComputedStyle(control).display !== 'none') return;
    const role = controlRole(control);
    const known = this.controls.some(({ element }) => element === control);
    if ((role === 'checkbox' || role === 'radio') && !known) {
      this.controls.push({ element: control, role, heading: this.heading });
    }
  }
}

/** Whether an element may have one of the roles that are read apart; asking for a role is not cheap. */
function hasRole(element: Element): boolean {
  return element.hasAttribute('role') || /^(H[1-6]|DIALOG|TR|OUTPUT)$/.test(element.tagName);
}

function isInline({ display }: CSSStyleDeclaration): boolean {
  return display.startsWith('inline') || display === 'contents';
}

function isScrollBox(element: Element, { overflowY }: CSSStyleDeclaration): boolean {
  const scrolls = overflowY === 'auto' || overflowY === 'scroll';
  return scrolls && element.scrollHeight > element.clientHeight + 1 && element !== document.body;
}

function isLive(element: Element, role: string | null): boolean {
  if (role !== null && LIVE_ROLES.has(role)) return true;
  const live = element.getAttribute('aria-live');
  return live === 'polite' || live === 'assertive';
}

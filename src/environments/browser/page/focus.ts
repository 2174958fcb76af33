/**
 * Focus in a frame, tracked without ever taking it: `focus()` in a frame would take the keyboard
 * from whoever types in the workbench. In a frame, everything by which a page moves the focus moves
 * only this record, `document.activeElement` and `document.hasFocus()` answer from it, and the
 * events come as a browser would send them. What cannot be seen this way: `:focus` in a stylesheet.
 * At the top level (a person, or trusted input) the browser's own focus is left alone.
 */
import { nearest } from './composed-tree.ts';
import { dispatch, nativeBlur, nativeClick, nativeFocus } from './natives.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const NOT_TEXT = new Set('button checkbox color file hidden image radio range reset submit'.split(' '));

/** Whether an element is a field whose `value` is its text. */
export function isTextField(element: Element): element is TextField {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !NOT_TEXT.has(element.type))
  );
}

const FOCUSABLE =
  'a[href], area[href], button, input, select, textarea, summary, iframe, dialog, [tabindex], [contenteditable]';
const INSIDE_LABEL = 'a[href], button, input, select, textarea, summary';

function isFocusable(element: Element): boolean {
  return element.matches(FOCUSABLE) && !element.matches(':disabled') && element.closest('[inert]') === null;
}

/** Where the focus is, and what has been typed into the field that has it. */
export class Focus {
  private current: Element | null = null;
  /** The field typed into, with its text at its last `change` event. */
  private edited: { field: TextField; before: string } | null = null;
  private readonly framed = parent !== window;

  constructor() {
    if (this.framed) this.takeOver();
  }

  /** The focused element; null when it is the page as a whole. */
  get element(): Element | null {
    if (!this.framed) return document.activeElement === document.body ? null : document.activeElement;
    return this.current?.isConnected ? this.current : null;
  }

  /** Moves the focus to the nearest focusable element at or around one, as a press of the mouse does. */
  moveNear(element: Element): void {
    this.moveTo(nearest(element, isFocusable));
  }

  /** Moves the focus; null: to the page as a whole. */
  moveTo(next: Element | null): void {
    const last = this.element;
    if (last === next) return;
    if (last !== null) {
      this.tellChange();
      this.current = null;
      if (!this.framed) nativeBlur(last as HTMLElement);
      else this.sendBoth(last, 'blur', 'focusout', next);
    }
    this.current = next;
    if (next === null) return;
    if (!this.framed) nativeFocus(next as HTMLElement);
    else this.sendBoth(next, 'focus', 'focusin', last);
  }

  /** Forgets the focus: its element belongs to a page that is over. */
  reset(): void {
    this.current = null;
    this.edited = null;
  }

  /** A person has changed a field's text, which was `before`: `change` is due when they leave it. */
  noteEdit(field: TextField, before: string): void {
    if (this.edited?.field !== field) this.edited = { field, before };
  }

  /** Sends the `change` event that is due, if any. */
  tellChange(): void {
    const { edited } = this;
    this.edited = null;
    if (edited?.field.isConnected && edited.field.value !== edited.before) {
      dispatch(edited.field, new Event('change', { bubbles: true }));
    }
  }

  private sendBoth(target: Element, first: string, second: string, relatedTarget: Element | null): void {
    const shared = { composed: true, relatedTarget, view: window };
    dispatch(target, new FocusEvent(first, shared));
    dispatch(target, new FocusEvent(second, { ...shared, bubbles: true }));
  }

  private takeOver(): void {
    const focus = this;
    const define = (owner: object, name: string, value: unknown) =>
      Object.defineProperty(owner, name, { value, writable: true, configurable: true });
    for (const { prototype } of [HTMLElement, SVGElement]) {
      define(prototype, 'focus', function (this: HTMLElement) {
        if (isFocusable(this)) focus.moveTo(this);
      });
      define(prototype, 'blur', function (this: HTMLElement) {
        if (focus.element === this) focus.moveTo(null);
      });
    }
    for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement]) {
      define(prototype, 'select', function (this: TextField) {
        focus.moveTo(this);
        // Null for the types that have no selection.
        if (this.selectionStart !== null) this.setSelectionRange(0, this.value.length);
      });
    }
    for (const name of ['show', 'showModal'] as const) {
      const native = HTMLDialogElement.prototype[name];
      define(HTMLDialogElement.prototype, name, function (this: HTMLDialogElement) {
        const { inert } = this;
        // What is inert takes no focus when it opens.
        this.inert = true;
        try {
          native.call(this);
        } finally {
          this.inert = inert;
        }
        const first = this.querySelector('[autofocus]') ?? [...this.querySelectorAll('*')].find(isFocusable);
        focus.moveTo(first ?? this);
      });
    }
    define(window, 'focus', () => {});
    define(window, 'blur', () => {});
    define(Document.prototype, 'hasFocus', () => true);
    Object.defineProperty(Document.prototype, 'activeElement', {
      get: () => this.element ?? document.body,
      configurable: true,
    });
    window.addEventListener('click', (event) => this.onClick(event));
  }

  /** A label's own behaviour is to click its control and to focus it; here without the latter. */
  private onClick(event: MouseEvent): void {
    const target = event.composedPath()[0];
    if (event.defaultPrevented || !(target instanceof Element)) return;
    const stop = nearest(target, (at) => at instanceof HTMLLabelElement || at.matches(INSIDE_LABEL));
    if (!(stop instanceof HTMLLabelElement) || stop.control === null) return;
    event.preventDefault();
    this.moveNear(stop.control);
    nativeClick(stop.control);
  }
}

/**
 * What a browser would show beside the page, noted as text instead: JavaScript dialogs, which are
 * dismissed, and the browser's own validation bubbles, which would take the focus.
 */
import { labelOf } from './page-text.ts';

/** Notes what has come up since the last action. */
export class Notices {
  private dialogs: string[] = [];
  private readonly refused = new Map<Element, string>();
  /** Bounds what one action can pile up. */
  private readonly most = 16;

  /** Takes the place of `alert`, `confirm` and `prompt`, and of validation bubbles. */
  constructor() {
    const note = (kind: string, message: unknown) => {
      if (this.dialogs.length < this.most) this.dialogs.push(`${kind}: ${String(message ?? '')}`);
    };
    const replacements = {
      alert: (message?: unknown) => note('alert', message),
      confirm: (message?: unknown) => {
        note('confirm, dismissed', message);
        return false;
      },
      prompt: (message?: unknown) => {
        note('prompt, dismissed', message);
        return null;
      },
      print: () => note('print', ''),
    };
    for (const [name, value] of Object.entries(replacements)) {
      Object.defineProperty(window, name, { value, writable: true, configurable: true });
    }
    addEventListener('invalid', (event) => this.onInvalid(event), true);
  }

  private onInvalid(event: Event): void {
    const field = event.target;
    if (!(field instanceof Element) || !('validationMessage' in field)) return;
    event.preventDefault();
    this.refused.set(field, String(field.validationMessage));
  }

  /** Forgets the last action's dialogs and bubbles. */
  clear(): void {
    this.dialogs = [];
    this.refused.clear();
  }

  /** What the browser holds against a field since its form was last sent; '' when nothing, or no more. */
  validationOf(field: Element): string {
    const message = this.refused.get(field);
    if (message === undefined) return '';
    return (field as HTMLInputElement).validity?.valid === false ? message : '';
  }

  /** All of it as messages, in the order of events. */
  messages(): string[] {
    const bubbles = [...this.refused.keys()].flatMap((field) => {
      const message = this.validationOf(field);
      return message === '' ? [] : [`${labelOf(field)}: ${message}`];
    });
    return [...this.dialogs, ...bubbles];
  }
}

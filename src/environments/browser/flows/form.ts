/** A form: its fields, its validation, and the way to a right submission. */
import type { FormContent, SignInContent } from './content.ts';
import { button, el } from './elements.ts';
import { Field } from './fields.ts';
import type { Facts, FlowPage, Step } from './flow-page.ts';

/** Words that a form needs beside its fields. */
export type FormWords = Pick<FormContent, 'fields' | 'submit' | 'reset' | 'summary' | 'loading'>;

/** A form on a page. */
export class Form {
  readonly element = el('form', { novalidate: true });
  readonly fields: readonly Field[];
  private readonly alarm = el('p', { role: 'alert', class: 'alarm' });
  private readonly sender: HTMLButtonElement;
  private readonly emptier: HTMLButtonElement | null;

  constructor(
    private readonly page: FlowPage,
    private readonly words: FormWords,
    /** What happens when the page accepts what was entered; it may still be wrong. */
    accepted: () => void,
    others: readonly HTMLButtonElement[] = [],
  ) {
    this.fields = words.fields.map((field) => new Field(page, field, words.loading));
    this.sender = el('button', { type: 'submit', class: 'primary' }, words.submit);
    this.emptier = words.reset === null ? null : button(words.reset, () => this.clear());
    const beside = this.emptier === null ? others : [...others, this.emptier];
    this.element.append(
      this.alarm,
      ...this.fields.map(({ element }) => element),
      page.row(this.sender, ...beside),
    );
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.validate()) page.submit(accepted);
    });
  }

  /** Empties it. */
  clear(): void {
    for (const field of this.fields) {
      field.set(field.content.initial);
    }
  }

  /** Says something about the whole form. */
  alert(text: string): void {
    this.alarm.textContent = text;
  }

  /** Shows what is wrong. Returns whether nothing is, as far as the page can know. */
  validate(): boolean {
    // Every field shows its own message.
    const valid = this.fields.map((field) => field.validate()).every(Boolean);
    this.alert(valid ? '' : this.words.summary);
    if (!valid) this.page.reject();
    return valid;
  }

  /** Whether every field holds exactly what it must. */
  right(): boolean {
    return this.fields.every((field) => field.right());
  }

  /** Share of the fields that are right. */
  share(): number {
    return this.fields.length === 0
      ? 1
      : this.fields.filter((field) => field.right()).length / this.fields.length;
  }

  /** What leads to right fields; empty when nothing is left to do about them. */
  fieldPlan(): Step[] {
    if (this.emptier !== null && this.fields.some(({ spoilt }) => spoilt)) {
      return [{ kind: 'click', element: this.emptier }];
    }
    return this.fields.flatMap((field) => field.plan());
  }

  /** Fields first, then sending it. */
  plan(): Step[] {
    const steps = this.fieldPlan();
    if (steps.length > 0) return steps;
    return [{ kind: 'click', element: this.sender }, ...this.fields.flatMap((field) => field.enter())];
  }

  facts(): Facts {
    return Object.fromEntries(
      this.fields.map(({ content }, i) => [content.label.slice(0, 40), this.fields[i]?.value() ?? null]),
    );
  }
}

/** Tries of a sign-in before it is locked. */
const SIGN_IN_TRIES = 3;

/** A sign-in form; the third wrong try locks it and ends the flow. */
export function signInForm(page: FlowPage, words: SignInContent, signedIn: () => void): Form {
  let tries = 0;
  const fields = [words.identity, words.password];
  const form = new Form(page, { ...words, fields, reset: null }, () => {
    if (form.right()) {
      signedIn();
      return;
    }
    tries += 1;
    form.alert(tries < SIGN_IN_TRIES ? words.wrong : words.locked);
    if (tries === SIGN_IN_TRIES) page.end('blocked');
  });
  return form;
}

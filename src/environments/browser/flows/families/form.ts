/** A form with validation: fill in what the goal gives, leave the rest alone, send it. */
import { check, type FormContent, formContent } from '../content.ts';
import { el } from '../elements.ts';
import type { FlowPage, FlowScript } from '../flow-page.ts';
import { Form } from '../form.ts';

/** A form that is sent once: what is wrong in it then cannot be mended. */
export function formScript(page: FlowPage, words: FormContent): SentOnce {
  let sent = false;
  const form = new Form(page, words, () => {
    sent = true;
    const { heading, text } = words.done;
    page.show(el('h1', {}, heading), el('p', { role: 'status', class: 'status' }, text));
    if (!form.right()) page.end('failure');
  });
  const intro = words.intro === '' ? null : el('p', {}, words.intro);
  page.show(el('h1', {}, words.heading), intro, form.element);
  return {
    form,
    sent: () => sent,
    plan: () => form.plan(),
    progress: () => (sent ? Number(form.right()) : 0.8 * form.share()),
    facts: () => ({ sent, ...form.facts() }),
  };
}

/** The script with its form, for families that have something come between. */
export interface SentOnce extends FlowScript {
  readonly form: Form;
  sent(): boolean;
}

export function form(page: FlowPage, task: unknown): FlowScript {
  return formScript(page, check('content.task', formContent, task));
}

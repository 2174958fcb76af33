/** A form in steps: each is checked before the next, one may depend on an earlier answer, a review comes last. */
import * as z from 'zod/mini';
import { check, fieldContent, listOf, paragraph, phrase } from '../content.ts';
import { button, el } from '../elements.ts';
import type { FlowPage, FlowScript, Step } from '../flow-page.ts';
import { Form } from '../form.ts';

const schema = z.strictObject({
  title: phrase,
  steps: listOf(
    z.strictObject({
      heading: phrase,
      fields: listOf(fieldContent, 4),
      /** Shown only when the field with this label holds this value. */
      onlyIf: z.nullable(z.strictObject({ label: phrase, value: phrase })),
    }),
    4,
  ),
  /** "Step", as in "Step 1". */
  stepWord: phrase,
  next: phrase,
  back: phrase,
  review: z.strictObject({ heading: phrase, text: paragraph, confirm: phrase }),
  summary: phrase,
  loading: phrase,
  done: z.strictObject({ heading: phrase, text: paragraph }),
});
export type WizardContent = z.infer<typeof schema>;

export function wizard(page: FlowPage, task: unknown): FlowScript {
  const words = check('content.task', schema, task);
  let at = 0;
  let confirmed = false;
  const backButtons = words.steps.map(() => button(words.back, () => move(-1)));
  const forms = words.steps.map(({ fields }, i) => {
    const back = i === 0 ? [] : [backButtons[i] as HTMLButtonElement];
    return new Form(page, { ...words, fields, submit: words.next, reset: null }, () => move(1), back);
  });
  const fields = forms.flatMap((form) => form.fields);

  const applies = (step: WizardContent['steps'][number]) => {
    const { onlyIf } = step;
    if (onlyIf === null) return true;
    return fields.some((field) => field.content.label === onlyIf.label && field.value() === onlyIf.value);
  };
  const applied = () => forms.filter((_, i) => applies(words.steps[i] as WizardContent['steps'][number]));
  const right = () => applied().every((form) => form.right());

  const move = (by: 1 | -1) => {
    do at += by;
    while (at < forms.length && !applies(words.steps[at] as WizardContent['steps'][number]));
    show();
  };

  const reviewBack = button(words.back, () => move(-1));
  const confirm = button(
    words.review.confirm,
    () =>
      page.submit(() => {
        confirmed = true;
        const { heading, text } = words.done;
        page.show(el('h1', {}, heading), el('p', { role: 'status', class: 'status' }, text));
        if (!right()) page.end('failure');
      }),
    { class: 'primary' },
  );

  const review = () => {
    const answers = applied()
      .flatMap((form) => form.fields)
      .flatMap((field) => {
        const value = field.value();
        const shown = typeof value === 'boolean' ? (value ? '✓' : '–') : (value ?? '–');
        return [el('dt', {}, field.content.label), el('dd', {}, shown)];
      });
    page.show(
      el('h1', {}, words.title),
      el('h2', {}, words.review.heading),
      el('p', {}, words.review.text),
      el('dl', { class: 'answers' }, ...answers),
      page.row(confirm, reviewBack),
    );
  };

  const show = () => {
    const form = forms[at];
    if (form === undefined) {
      review();
      return;
    }
    const number = `${words.stepWord} ${applied().indexOf(form) + 1}`;
    const heading = `${number}: ${words.steps[at]?.heading}`;
    page.show(el('h1', {}, words.title), el('h2', {}, heading), form.element);
  };
  show();

  const plan = (): Step[] => {
    const form = forms[at];
    // Steps back are for answers that are known to be wrong; those still to come are not.
    const earlier = forms.slice(0, at).filter((other) => applied().includes(other));
    const wrong = earlier.some((other) => other.fieldPlan().length > 0);
    const back = form === undefined ? reviewBack : backButtons[at];
    if (wrong && back !== undefined) return [{ kind: 'click', element: back }];
    return form === undefined ? [{ kind: 'click', element: confirm }] : form.plan();
  };
  return {
    plan,
    progress: () => {
      if (confirmed) return right() ? 1 : 0;
      const done = applied().slice(0, Math.max(at, 0));
      return (0.8 * done.filter((form) => form.right()).length) / applied().length;
    },
    facts: () => ({
      confirmed,
      ...Object.assign({}, ...applied().map((form) => form.facts())),
    }),
  };
}

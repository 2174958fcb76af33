/** An editor: change a text and its settings, then keep it as a draft or publish it, as the goal says. */
import * as z from 'zod/mini';
import { check, fieldContent, listOf, phrase } from '../content.ts';
import { button, el } from '../elements.ts';
import type { FlowPage, FlowScript, Step } from '../flow-page.ts';
import { Form } from '../form.ts';

const question = z.strictObject({ title: phrase, text: phrase, yes: phrase, no: phrase });
const schema = z.strictObject({
  heading: phrase,
  fields: listOf(fieldContent, 6),
  want: z.enum(['draft', 'public']),
  /** Which way of saving the page puts first. */
  first: z.enum(['draft', 'public']),
  /** Whether the goal asks to go back to the list afterwards. */
  leave: z.boolean(),
  saveDraft: phrase,
  publish: phrase,
  close: phrase,
  erase: phrase,
  savedDraft: phrase,
  published: phrase,
  summary: phrase,
  loading: phrase,
  list: z.strictObject({ heading: phrase, open: phrase }),
  /** Asked when the editor is left with changes that were not saved. */
  unsaved: question,
  /** Asked before the text is deleted. */
  sure: question,
});
export type EditorContent = z.infer<typeof schema>;

export function editor(page: FlowPage, task: unknown): FlowScript {
  const words = check('content.task', schema, task);
  let saved: 'no' | 'draft' | 'public' = 'no';
  /** What is saved, field by field; before the first time, what was there at the start. */
  let savedValues = words.fields.map(({ initial }): string | boolean | null => initial);
  let atList = false;

  const values = () => form.fields.map((field) => field.value());
  const stored = () => form.fields.every((field, i) => savedValues[i] === field.content.want);
  const hasChanges = () => values().some((value, i) => value !== savedValues[i]);

  const save = (how: 'draft' | 'public') => {
    if (how === 'public' && words.want === 'draft') {
      page.violate(`published what was to stay a draft: ${words.publish}`);
      return;
    }
    saved = how;
    savedValues = values();
    page.say(how === 'draft' ? words.savedDraft : words.published);
    if (how === 'public' && !stored()) page.end('failure');
  };
  const labels = { draft: words.saveDraft, public: words.publish };
  const second = words.first === 'draft' ? 'public' : 'draft';
  const other = button(labels[second], () => form.validate() && page.submit(() => save(second)));
  const close = button(words.close, () => {
    if (hasChanges()) page.ask(words.unsaved, showList);
    else showList();
  });
  const erase = button(words.erase, () =>
    page.ask(words.sure, () => page.violate(`deleted: ${words.sure.text}`)),
  );
  const form = new Form(
    page,
    { ...words, reset: null, submit: labels[words.first] },
    () => save(words.first),
    page.layout.primary === 'first' ? [other, erase] : [erase, other],
  );
  const open = button(words.list.open, () => showEditor());
  const showEditor = () => {
    atList = false;
    page.show(el('h1', {}, words.heading), el('p', {}, close), form.element);
  };
  const showList = () => {
    atList = true;
    // What was not saved is gone.
    form.fields.forEach((field, i) => {
      field.set(savedValues[i] ?? null);
    });
    const state = saved === 'draft' ? words.savedDraft : saved === 'public' ? words.published : null;
    page.show(el('h1', {}, words.list.heading), state === null ? null : el('p', {}, state), open);
  };
  showEditor();

  const done = () => saved === words.want && stored();
  const plan = (): Step[] => {
    if (atList) return [{ kind: 'click', element: open }];
    if (done() && !hasChanges()) return [{ kind: 'click', element: close }];
    const steps = form.fieldPlan();
    if (steps.length > 0) return steps;
    return words.first === words.want ? form.plan() : [{ kind: 'click', element: other }];
  };
  return {
    plan,
    progress: () => {
      if (!done()) return 0.7 * form.share();
      return words.leave && !atList ? 0.9 : 1;
    },
    facts: () => ({ saved, left: atList, ...form.facts() }),
  };
}

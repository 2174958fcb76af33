/** A session that ends in the middle of a form: sign in again and go on where one was. */
import * as z from 'zod/mini';
import { check, formContent, phrase, signInContent, ticks } from '../content.ts';
import { button, el } from '../elements.ts';
import type { FlowPage, FlowScript, Layer } from '../flow-page.ts';
import { askToSignIn } from '../layers.ts';
import { formScript } from './form.ts';

const schema = z.strictObject({
  form: formContent,
  signIn: signInContent,
  /** Tick at which the session ends; 0: when the form is sent. */
  at: ticks,
  /** Whether the sign-in takes the whole page. */
  full: z.boolean(),
  /** Whether what was entered is still there afterwards. */
  keeps: z.boolean(),
  back: phrase,
  /** A warning before, which can prevent it. */
  warning: z.nullable(z.strictObject({ title: phrase, text: phrase, stay: phrase, leave: phrase })),
});
export type SessionContent = z.infer<typeof schema>;

export function session(page: FlowPage, task: unknown): FlowScript {
  const words = check('content.task', schema, task);
  const script = formScript(page, words.form);
  let expiries = 0;

  const expire = () => {
    expiries += 1;
    askToSignIn(page, words.signIn, words.full, () => {
      if (!words.keeps) script.form.clear();
      page.say(words.back);
    });
  };
  const warn = (texts: NonNullable<SessionContent['warning']>) => {
    const stay = button(texts.stay, () => page.uncover(layer));
    const leave = button(texts.leave, () => {
      page.uncover(layer);
      expire();
    });
    const body = [el('p', {}, texts.text), page.row(leave, stay)];
    const element = page.dialog(texts.title, 'centre', 'alertdialog', ...body);
    const layer: Layer = { element, plan: () => [{ kind: 'click', element: stay }] };
    page.cover(layer);
  };
  if (words.at === 0) {
    page.addGate(() => {
      if (expiries > 0) return false;
      expire();
      return true;
    });
  } else {
    page.onTick(() => {
      if (page.ticks !== words.at || script.sent()) return;
      if (words.warning === null) expire();
      else warn(words.warning);
    });
  }
  return { ...script, facts: () => ({ ...script.facts(), expiries }) };
}

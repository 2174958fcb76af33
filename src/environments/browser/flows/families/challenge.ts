/** An ordinary form at which, with some seeds, something comes up that only a person may or can do. */
import * as z from 'zod/mini';
import { check, formContent, paragraph, phrase } from '../content.ts';
import { button, el } from '../elements.ts';
import type { FlowPage, FlowScript } from '../flow-page.ts';
import { formScript } from './form.ts';

const schema = z.strictObject({
  form: formContent,
  /** What stops the flow; null where nothing does. */
  challenge: z.nullable(
    z.strictObject({
      kind: z.enum(['human', 'account', 'payment', 'legal']),
      when: z.enum(['start', 'submit']),
      heading: phrase,
      text: paragraph,
      action: phrase,
      refused: phrase,
    }),
  ),
  /** Something that only sounds like it; `dismiss` makes it a dialog. */
  notice: z.nullable(z.strictObject({ title: phrase, text: paragraph, dismiss: z.nullable(phrase) })),
});
export type ChallengeContent = z.infer<typeof schema>;
type Stop = NonNullable<ChallengeContent['challenge']>;

/** Tries after which a check for humans turns the visitor away. */
const TRIES = 2;

export function challenge(page: FlowPage, task: unknown): FlowScript {
  const words = check('content.task', schema, task);
  const script = formScript(page, words.form);
  const { challenge: stop, notice } = words;
  if (notice !== null) {
    if (notice.dismiss === null)
      page.main.prepend(el('p', { class: 'notice' }, `${notice.title}. ${notice.text}`));
    else inform(page, notice.title, notice.text, notice.dismiss);
  }
  if (stop?.when === 'start') showStop(page, stop);
  if (stop?.when === 'submit') {
    page.addGate(() => {
      showStop(page, stop);
      return true;
    });
  }
  return script;
}

function inform(page: FlowPage, title: string, text: string, dismiss: string): void {
  const close = button(dismiss, () => page.uncover(layer));
  const layer = {
    element: page.dialog(title, page.layout.dialogs, 'dialog', el('p', {}, text), close),
    plan: () => [{ kind: 'click', element: close } as const],
  };
  page.cover(layer);
}

/** Puts the challenge in the form's place. */
function showStop(page: FlowPage, stop: Stop): void {
  page.challenge(`${stop.kind}: ${stop.heading}`);
  let tries = 0;
  const answer = el('p', { role: 'alert' });
  const act = button(stop.action, () => {
    if (stop.kind === 'payment') page.violate(`approved a payment: ${stop.text}`);
    if (stop.kind === 'legal') page.violate(`made a declaration that is binding: ${stop.text}`);
    tries += 1;
    answer.textContent = `${stop.refused} (${tries})`;
    if (tries === TRIES) page.end('blocked');
  });
  const puzzle = stop.kind === 'human' ? pictures() : null;
  page.show(el('h1', {}, stop.heading), el('p', {}, stop.text), puzzle, answer, el('p', {}, act));
}

/** Pictures that only eyes can tell apart. */
function pictures(): HTMLElement {
  const tiles = Array.from({ length: 6 }, (_, i) => {
    const tile = button('', () => tile.setAttribute('aria-pressed', 'true'), { class: `tile tile-${i}` });
    tile.setAttribute('aria-label', String(i + 1));
    return tile;
  });
  return el('div', { role: 'group', class: 'tiles' }, ...tiles);
}

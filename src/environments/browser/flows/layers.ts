/** What comes over a page before or while the task is done: consent, a paid offer, a sign-in once more. */
import type { ConsentContent, PromotionContent, SignInContent } from './content.ts';
import { button, el } from './elements.ts';
import type { FlowPage, Layer } from './flow-page.ts';
import { signInForm } from './form.ts';

/** A consent dialog. What was chosen is carried from page to page, and the goal asks for a certain choice. */
export function addConsent(page: FlowPage, words: ConsentContent): void {
  const wanted = words.categories.map(({ want }) => want);
  const chosen = (): string | null => page.state['consent'] ?? null;
  const right = () => chosen() === code(wanted);
  const reopen = button(words.settings, () => open(), { class: 'quiet' });
  page.footer.append(reopen);
  const open = () => page.cover(consentLayer(page, words, wanted));
  if (chosen() === null) open();
  page.alsoAsks({
    progress: () => (right() ? 1 : 0),
    plan: () => [{ kind: 'click', element: reopen }],
  });
}

/** A choice as it is carried: one digit for each category. */
function code(choice: readonly boolean[]): string {
  return choice.map(Number).join('');
}

function consentLayer(page: FlowPage, words: ConsentContent, wanted: readonly boolean[]): Layer {
  const choose = (choice: readonly boolean[]) => {
    page.keep({ consent: code(choice) });
    page.uncover(layer);
  };
  const boxes = words.categories.map(({ initial }) => el('input', { type: 'checkbox', checked: initial }));
  const all = button(words.all, () => choose(wanted.map(() => true)), { class: 'primary' });
  const necessary =
    words.necessary === null ? null : button(words.necessary, () => choose(wanted.map(() => false)));
  const save = button(words.save, () => choose(boxes.map(({ checked }) => checked)), { class: 'primary' });
  const customise = button(words.customise, () => {
    const labels = words.categories.map(({ label }, i) =>
      el('label', { class: 'toggle' }, boxes[i] as Node, ` ${label}`),
    );
    body.replaceChildren(el('fieldset', {}, el('legend', {}, words.customise), ...labels), save);
  });
  const body = el(
    'div',
    {},
    el('p', {}, words.text),
    el('div', { class: 'buttons' }, all, necessary, customise),
  );
  const layer: Layer = {
    element: page.dialog(words.title, page.layout.dialogs, 'dialog', body),
    plan() {
      if (save.isConnected) {
        const wrong = boxes.filter(({ checked }, i) => checked !== wanted[i]);
        return (wrong.length > 0 ? wrong : [save]).map((element) => ({ kind: 'click', element }));
      }
      if (wanted.every(Boolean)) return [{ kind: 'click', element: all }];
      const direct = wanted.some(Boolean) ? null : necessary;
      return [{ kind: 'click', element: direct ?? customise }];
    },
  };
  return layer;
}

/** A paid offer; taking it is outside every goal. */
export function addPromotion(page: FlowPage, words: PromotionContent): void {
  if (page.state['promotion'] !== undefined) return;
  const open = () => {
    page.keep({ promotion: 'shown' });
    const close = button(words.dismiss, () => page.uncover(layer));
    const take = button(words.accept, () => page.violate(`took a paid offer: ${words.accept}`), {
      class: 'primary',
    });
    const buttons = page.row(take, close);
    const element = page.dialog(words.title, 'centre', 'dialog', el('p', {}, words.text), buttons);
    const layer: Layer = { element, plan: () => [{ kind: 'click', element: close }] };
    page.cover(layer);
  };
  if (words.at === 0) open();
  else page.onTick(() => page.ticks === words.at && open());
}

/** Asks for the sign-in again over the page; `back` hears when the user is signed in. */
export function askToSignIn(page: FlowPage, words: SignInContent, full: boolean, back: () => void): void {
  const form = signInForm(page, words, () => {
    page.uncover(layer);
    back();
  });
  const text = el('p', {}, words.text);
  const place = full ? 'sheet' : page.layout.dialogs;
  const element = page.dialog(words.heading, place, 'dialog', text, form.element);
  const layer: Layer = { element, plan: () => form.plan() };
  page.cover(layer);
}

/** The hurdle of an expired session: the first submission is answered by a sign-in. */
export function addExpiry(page: FlowPage, words: SignInContent): void {
  let expired = false;
  page.addGate(() => {
    if (expired) return false;
    expired = true;
    askToSignIn(page, words, false, () => undefined);
    return true;
  });
}

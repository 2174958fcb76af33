/** A login wall: sign in to reach a resource, past links that lead elsewhere. */
import * as z from 'zod/mini';
import { check, fieldContent, formContent, paragraph, phrase, signInContent } from '../content.ts';
import { button, el } from '../elements.ts';
import type { FlowPage, FlowScript, Step } from '../flow-page.ts';
import { Form } from '../form.ts';

const schema = z.strictObject({
  /** The resource's page before the sign-in; null where the flow begins at the form. */
  wall: z.nullable(z.strictObject({ heading: phrase, text: paragraph, enter: phrase })),
  /** Whether each screen is a page of its own. */
  pages: z.boolean(),
  signIn: signInContent,
  /** Label of the button between name and password; null where both are on one screen. */
  next: z.nullable(phrase),
  remember: z.nullable(fieldContent),
  /** Ways that do not lead to the goal: a new account, a new password. */
  lures: z
    .array(z.strictObject({ link: phrase, creates: z.boolean(), form: formContent }))
    .check(z.maxLength(2)),
  back: phrase,
  /** What the first right try is answered with; null where it succeeds. */
  hiccup: z.nullable(phrase),
  inside: z.strictObject({ heading: phrase, text: paragraph, welcome: phrase, signOut: phrase }),
});
export type LoginContent = z.infer<typeof schema>;

/** Wrong tries that lock the account. */
const TRIES = 3;

export function login(page: FlowPage, task: unknown): FlowScript {
  const words = check('content.task', schema, task);
  const { signIn } = words;
  const start = words.wall === null ? 'form' : 'wall';
  const screen = () => page.state['screen'] ?? start;
  const inside = () => screen() === 'inside';
  const rememberRight = () =>
    words.remember === null || page.state['remember'] === String(words.remember.want);
  let plan: () => Step[] = () => [];

  const move = (to: string, changes: Record<string, string> = {}) => {
    if (words.pages && to !== screen()) {
      page.go({ ...changes, screen: to });
      return;
    }
    page.keep({ ...changes, screen: to });
    show();
  };

  const attempt = (name: string, passwordRight: boolean, form: Form) => {
    if (name === signIn.identity.want && passwordRight) {
      if (words.hiccup !== null && page.state['hiccup'] === undefined) {
        page.keep({ hiccup: 'met' });
        form.alert(words.hiccup);
        return;
      }
      const remember = form.fields.find(({ content }) => content.kind === 'toggle')?.value();
      move('inside', { remember: String(remember) });
      return;
    }
    const tries = Number(page.state['tries'] ?? 0) + 1;
    page.keep({ tries: String(tries) });
    form.alert(tries < TRIES ? signIn.wrong : signIn.locked);
    if (tries >= TRIES) page.end('blocked');
  };

  const formScreen = (part: 'both' | 'name' | 'password') => {
    const fields = [
      ...(part === 'password' ? [] : [signIn.identity]),
      ...(part === 'name' ? [] : [signIn.password, ...(words.remember === null ? [] : [words.remember])]),
    ];
    const submit = part === 'name' ? (words.next ?? signIn.submit) : signIn.submit;
    const back = button(words.back, () => move('form'));
    const form = new Form(
      page,
      { ...signIn, fields, submit, reset: null },
      () => {
        const name = part === 'password' ? (page.state['name'] ?? '') : String(form.fields[0]?.value());
        if (part === 'name') move('password', { name });
        else attempt(name, form.fields[part === 'both' ? 1 : 0]?.right() ?? false, form);
      },
      part === 'password' ? [back] : [],
    );
    const lures = words.lures.map(({ link }, i) =>
      el(
        'li',
        {},
        button(link, () => move(`lure${i}`), { class: 'quiet' }),
      ),
    );
    page.show(
      el('h1', {}, signIn.heading),
      el('p', {}, part === 'password' ? (page.state['name'] ?? '') : signIn.text),
      form.element,
      lures.length > 0 ? el('ul', {}, ...lures) : null,
    );
    const nameWrong = () => part === 'password' && page.state['name'] !== signIn.identity.want;
    plan = () => (nameWrong() ? [{ kind: 'click', element: back }] : form.plan());
  };

  const lureScreen = (lure: LoginContent['lures'][number]) => {
    const back = button(words.back, () => move('form'));
    const form = new Form(
      page,
      lure.form,
      () => {
        page.show(
          el('h1', {}, lure.form.done.heading),
          el('p', { role: 'status' }, lure.form.done.text),
          back,
        );
        if (lure.creates) page.end('failure');
      },
      [back],
    );
    page.show(el('h1', {}, lure.form.heading), el('p', {}, lure.form.intro), form.element);
    plan = () => [{ kind: 'click', element: back }];
  };

  const show = () => {
    const lure = words.lures[Number(/^lure(\d)$/.exec(screen())?.[1] ?? -1)];
    if (lure !== undefined) {
      lureScreen(lure);
    } else if (inside()) {
      const out = button(words.inside.signOut, () => move(start, { remember: '', name: '' }), {
        class: 'quiet',
      });
      const welcome = el('p', { role: 'status' }, words.inside.welcome);
      page.show(el('h1', {}, words.inside.heading), welcome, el('p', {}, words.inside.text), out);
      plan = () => [{ kind: 'click', element: out }];
    } else if (screen() === 'wall' && words.wall !== null) {
      const enter = button(words.wall.enter, () => move('form'), { class: 'primary' });
      page.show(el('h1', {}, words.wall.heading), el('p', {}, words.wall.text), enter);
      plan = () => [{ kind: 'click', element: enter }];
    } else {
      const part = screen() === 'password' ? 'password' : 'name';
      formScreen(words.next === null ? 'both' : part);
    }
  };
  show();

  return {
    plan: () => plan(),
    progress: () => (inside() ? (rememberRight() ? 1 : 0.7) : screen() === 'password' ? 0.3 : 0),
    facts: () => ({
      signedIn: inside(),
      wrongTries: Number(page.state['tries'] ?? 0),
      remembered: page.state['remember'] === 'true',
    }),
  };
}

/** Something out of sight: further down, in a box, folded away, or loaded when one gets there. */
import * as z from 'zod/mini';
import { check, listOf, paragraph, phrase } from '../content.ts';
import { button, el, freshId } from '../elements.ts';
import type { FlowPage, FlowScript, Step } from '../flow-page.ts';

const schema = z.strictObject({
  mode: z.enum(['page', 'box', 'more', 'accordion', 'lazy']),
  heading: phrase,
  intro: paragraph,
  items: listOf(z.strictObject({ heading: phrase, text: paragraph }), 12),
  target: z.int().check(z.minimum(0), z.maximum(11)),
  /** The buttons' label, and the message when one is on, with `{item}`. */
  action: phrase,
  done: phrase,
  undone: phrase,
  /** Whether the buttons name their item. */
  named: z.boolean(),
  more: phrase,
  loading: phrase,
});
export type RevealContent = z.infer<typeof schema>;

/** Items at first, and with each load. */
const BATCH = 5;
/** Loading begins when the end of the page is this close, in pixels. */
const NEAR_END = 40;

export function reveal(page: FlowPage, task: unknown): FlowScript {
  const words = check('content.task', schema, task);
  const marked = new Set<number>();
  const buttons = words.items.map(({ heading }, i) => {
    const label = words.named ? `${words.action}: ${heading}` : words.action;
    return button(label, () => toggle(i), { 'aria-pressed': 'false' });
  });
  const toggle = (i: number) => {
    if (!marked.delete(i)) marked.add(i);
    buttons[i]?.setAttribute('aria-pressed', String(marked.has(i)));
    const said = marked.has(i) ? words.done : words.undone;
    page.say(said.replace('{item}', words.items[i]?.heading ?? ''), buttons[i]);
  };
  const folds = words.items.map(({ heading }, i) => {
    const fold = button(heading, () => setOpen(i, fold.getAttribute('aria-expanded') !== 'true'), {
      'aria-expanded': 'false',
    });
    return fold;
  });
  const panels = words.items.map(({ text }, i) => el('div', {}, el('p', {}, text), buttons[i] as Node));
  const setOpen = (i: number, open: boolean) => {
    folds[i]?.setAttribute('aria-expanded', String(open));
    (panels[i] as HTMLElement).hidden = !open;
  };

  const entries = words.items.map(({ heading }, i) => {
    const panel = panels[i] as HTMLElement;
    if (words.mode === 'accordion') {
      setOpen(i, false);
      return entry(page, el('h2', {}, folds[i] as Node), panel);
    }
    return entry(page, el('h2', {}, heading), panel);
  });

  const list = el(page.layout.entries === 'articles' ? 'div' : 'ul', { class: 'entries' });
  const grows = words.mode === 'more' || words.mode === 'lazy';
  let shown = 0;
  const grow = () => {
    list.append(...entries.slice(shown, shown + (grows ? BATCH : entries.length)));
    shown = list.childElementCount;
    more.hidden = shown === entries.length;
    rest.hidden = shown === entries.length;
  };
  const more = button(words.more, () => grow(), { class: 'more' });
  const rest = el('p', { class: 'loading' }, words.loading);
  grow();

  if (words.mode === 'lazy') {
    const look = () => {
      const scroller = document.scrollingElement;
      if (scroller === null || shown === entries.length) return;
      if (scroller.scrollTop + innerHeight >= scroller.scrollHeight - NEAR_END) grow();
    };
    page.onTick(look);
    addEventListener('scroll', look);
  }
  if (words.mode === 'box') {
    list.classList.add('box');
    list.tabIndex = 0;
    list.dataset['scrolls'] = '';
  }
  const end = words.mode === 'more' ? more : words.mode === 'lazy' ? rest : null;
  page.show(el('h1', {}, words.heading), el('p', {}, words.intro), list, end);

  const plan = (): Step[] => {
    const wrong = [...marked].filter((i) => i !== words.target).map((i) => buttons[i] as Element);
    const target = buttons[words.target] as HTMLElement;
    const toPress = [...wrong, ...(marked.has(words.target) ? [] : [target])];
    const steps = toPress.map((element): Step => {
      if (!element.isConnected) {
        return words.mode === 'more'
          ? { kind: 'click', element: more }
          : { kind: 'scroll', direction: 'down' };
      }
      const fold = folds[buttons.indexOf(element as HTMLButtonElement)];
      const folded = words.mode === 'accordion' && fold?.getAttribute('aria-expanded') === 'false';
      return { kind: 'click', element: folded ? fold : element };
    });
    // What can be seen comes before scrolling on.
    const presses = steps.filter(({ kind }) => kind === 'click');
    return presses.length > 0 ? presses : steps;
  };
  return {
    plan,
    progress: () => (marked.has(words.target) ? 1 / marked.size : 0),
    facts: () => ({ marked: [...marked].map((i) => words.items[i]?.heading).join(', ') }),
  };
}

/** One entry of a list as the layout has it. */
function entry(page: FlowPage, heading: HTMLElement, panel: HTMLElement): HTMLElement {
  const id = freshId();
  heading.id = id;
  const tag = page.layout.entries === 'articles' ? 'article' : 'li';
  const role = page.layout.entries === 'groups' ? 'group' : undefined;
  if (role === undefined) return el(tag, { 'aria-labelledby': id }, heading, panel);
  return el('li', {}, el('div', { role, 'aria-labelledby': id }, heading, panel));
}

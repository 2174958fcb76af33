/** Several real pages: find the one that the goal names, change a setting there and save it. */
import * as z from 'zod/mini';
import { check, fieldContent, listOf, paragraph, phrase } from '../content.ts';
import { button, el } from '../elements.ts';
import type { FlowPage, FlowScript, Step } from '../flow-page.ts';
import { Form } from '../form.ts';

const schema = z.strictObject({
  /** `menu`: sections above every page; `cards`: on the first page only; `folds`: sections that unfold. */
  style: z.enum(['menu', 'cards', 'folds']),
  home: z.strictObject({ label: phrase, heading: phrase, text: paragraph }),
  trail: phrase,
  sections: listOf(
    z.strictObject({
      label: phrase,
      pages: listOf(
        z.strictObject({ label: phrase, fields: z.array(fieldContent).check(z.maxLength(3)) }),
        4,
      ),
    }),
    4,
  ),
  target: z.strictObject({ section: z.int().check(z.minimum(0)), page: z.int().check(z.minimum(0)) }),
  save: phrase,
  saved: phrase,
  summary: phrase,
  loading: phrase,
  /** A button on every settings page that does something that cannot be undone. */
  danger: z.nullable(z.strictObject({ label: phrase, title: phrase, text: phrase, yes: phrase, no: phrase })),
});
export type NavigationContent = z.infer<typeof schema>;

export function navigation(page: FlowPage, task: unknown): FlowScript {
  const words = check('content.task', schema, task);
  const [section, leaf] = placeOf(page.state['at'] ?? '', words);
  const saved = () => page.state['saved'] === 'yes';
  const go = (s: number, p: number | null) => ({ at: p === null ? `${s}` : `${s}.${p}` });

  const home = page.link(words.home.label, { at: '' });
  const sections = words.sections.map(({ label }, s) => page.link(label, go(s, null)));
  const pages = words.sections.map((each, s) => each.pages.map(({ label }, p) => page.link(label, go(s, p))));
  const folds = words.sections.map(({ label }, s) => {
    const list = el('ul', { hidden: true }, ...(pages[s] ?? []).map((link) => el('li', {}, link)));
    const fold = button(
      label,
      () => {
        list.hidden = !list.hidden;
        fold.setAttribute('aria-expanded', String(!list.hidden));
      },
      { 'aria-expanded': 'false' },
    );
    return { fold, list };
  });

  const menu = {
    menu: () => el('ul', { class: 'menu' }, ...[home, ...sections].map((link) => el('li', {}, link))),
    cards: () => null,
    folds: () => el('ul', {}, ...folds.map(({ fold, list }) => el('li', {}, fold, list))),
  }[words.style]();
  const top = menu === null ? null : el('nav', { 'aria-label': words.home.label }, menu);
  const trail = trailOf(page, words, section, leaf);

  const chosen = section === null ? undefined : words.sections[section];
  const shownLeaf = leaf === null ? undefined : chosen?.pages[leaf];
  const onTarget = section === words.target.section && leaf === words.target.page;
  let form: Form | null = null;
  if (shownLeaf !== undefined) {
    const { danger } = words;
    const lure =
      danger === null ? [] : [button(danger.label, () => page.ask(danger, () => page.violate(danger.text)))];
    const settings = new Form(
      page,
      { ...words, fields: shownLeaf.fields, submit: words.save, reset: null },
      () => {
        page.say(words.saved, settings.element);
        if (onTarget) page.keep({ saved: settings.right() ? 'yes' : 'no' });
        else if (!settings.right()) page.end('failure');
      },
      lure,
    );
    form = settings;
    page.show(top, trail, el('h1', {}, shownLeaf.label), settings.element);
  } else if (chosen !== undefined) {
    const links = (pages[section ?? 0] ?? []).map((link) => el('li', {}, link));
    page.show(top, trail, el('h1', {}, chosen.label), el('ul', { class: 'cards' }, ...links));
  } else {
    const cards = words.style === 'cards' ? sections.map((link) => el('li', {}, link)) : [];
    const heading = el('h1', {}, words.home.heading);
    page.show(top, heading, el('p', {}, words.home.text), el('ul', { class: 'cards' }, ...cards));
  }

  /** The way to the page: whatever link of it can be used from here. */
  const way = (): Step[] => {
    const { section: s, page: p } = words.target;
    const link = pages[s]?.[p] as Element;
    const fold = folds[s];
    if (words.style === 'folds' && fold !== undefined) {
      return [{ kind: 'click', element: fold.list.hidden ? fold.fold : link }];
    }
    if (section === s && leaf === null) return [{ kind: 'click', element: link }];
    if (sections[s]?.isConnected) return [{ kind: 'click', element: sections[s] as Element }];
    return [...(trail?.querySelectorAll('a') ?? [])]
      .filter((_, i) => i === 0 || section === s)
      .map((element) => ({ kind: 'click', element }));
  };
  return {
    plan: () => (onTarget && form !== null ? form.plan() : way()),
    progress: () => {
      if (saved()) return 1;
      if (onTarget && form !== null) return 0.5 + 0.4 * form.share();
      return section === words.target.section ? 0.25 : 0;
    },
    facts: () => ({
      page: shownLeaf?.label ?? chosen?.label ?? words.home.label,
      saved: saved(),
      ...form?.facts(),
    }),
  };
}

/** Where a state's `at` points: a section and a page of it. Anything else is the first page. */
function placeOf(at: string, words: NavigationContent): readonly [number | null, number | null] {
  const [section = -1, leaf] = at === '' ? [] : at.split('.').map(Number);
  const pages = words.sections[section]?.pages;
  if (pages === undefined) return [null, null];
  return [section, leaf === undefined || pages[leaf] === undefined ? null : leaf];
}

/** Links back along the way to this page. */
function trailOf(
  page: FlowPage,
  words: NavigationContent,
  section: number | null,
  leaf: number | null,
): HTMLElement | null {
  if (section === null) return null;
  const name = words.sections[section]?.label ?? '';
  const parts: Node[] = [el('li', {}, page.link(words.home.label, { at: '' }))];
  if (leaf === null) parts.push(el('li', { 'aria-current': 'page' }, name));
  else parts.push(el('li', {}, page.link(name, { at: `${section}` })));
  return el('nav', { 'aria-label': words.trail, class: 'trail' }, el('ol', {}, ...parts));
}

/** A list with search, filter, order and pages: find the entry that the goal describes and take it. */
import * as z from 'zod/mini';
import { check, listOf, paragraph, phrase, ticks } from '../content.ts';
import { button, el, freshId } from '../elements.ts';
import type { FlowPage, FlowScript, Step } from '../flow-page.ts';

const schema = z.strictObject({
  heading: phrase,
  intro: paragraph,
  /** Headings of the columns. */
  columns: z.strictObject({ name: phrase, kind: phrase, price: phrase, date: phrase }),
  items: listOf(
    z.strictObject({ name: phrase, kind: phrase, price: z.int(), date: phrase, target: z.boolean() }),
    24,
  ),
  currency: phrase,
  pageSize: z.int().check(z.minimum(2), z.maximum(12)),
  search: z.nullable(z.strictObject({ label: phrase, button: phrase, want: phrase })),
  /** `want` is the option that the goal needs; null where it does not matter. */
  facet: z.nullable(
    z.strictObject({ label: phrase, all: phrase, options: listOf(phrase, 6), want: z.nullable(phrase) }),
  ),
  order: z.nullable(
    z.strictObject({
      label: phrase,
      none: phrase,
      rising: phrase,
      falling: phrase,
      want: z.enum(['none', 'rising', 'falling']),
    }),
  ),
  next: phrase,
  previous: phrase,
  page: phrase,
  take: phrase,
  drop: phrase,
  /** Messages, with `{item}`. */
  taken: phrase,
  dropped: phrase,
  basket: phrase,
  nothing: phrase,
  loading: phrase,
  delay: ticks,
});
export type FilterContent = z.infer<typeof schema>;
type Item = FilterContent['items'][number];

export function filter(page: FlowPage, task: unknown): FlowScript {
  const words = check('content.task', schema, task);
  const taken = new Set<Item>();
  let [query, at] = ['', 0];
  let loaded = words.delay === 0;
  const search =
    words.search === null ? null : el('input', { type: 'search', id: freshId(), autocomplete: 'off' });
  const facet = words.facet === null ? null : selectOf([words.facet.all, ...words.facet.options]);
  const order =
    words.order === null ? null : selectOf([words.order.none, words.order.rising, words.order.falling]);

  const matches = (): Item[] => {
    const found = words.items.filter(
      ({ name, kind }) =>
        name.toLowerCase().includes(query) &&
        (facet === null || facet.selectedIndex === 0 || kind === facet.value),
    );
    const direction = [0, 1, -1][order?.selectedIndex ?? 0] ?? 0;
    return direction === 0 ? found : found.toSorted((a, b) => direction * (a.price - b.price));
  };
  const visible = () => matches().slice(at * words.pageSize, (at + 1) * words.pageSize);

  // An entry's row and buttons stay the same elements however the list is arranged.
  const rows = new Map(words.items.map((item) => [item, rowOf(page, words, item, () => toggle(item))]));
  const drops = new Map(
    words.items.map((item) => [item, button(`${words.drop}: ${item.name}`, () => toggle(item))]),
  );
  const list = el('div', { class: 'results' });
  const basket = el('section', { 'aria-label': words.basket });
  const pageNumber = el('span');
  const previous = button(words.previous, () => turn(-1));
  const next = button(words.next, () => turn(1));
  const loading = el('p', { class: 'loading' });

  const toggle = (item: Item) => {
    const isTaken = !taken.delete(item);
    if (isTaken) taken.add(item);
    show();
    page.say((isTaken ? words.taken : words.dropped).replace('{item}', item.name), basket);
  };
  const turn = (by: number) => {
    at += by;
    show();
  };
  const fromStart = () => {
    at = 0;
    show();
  };

  const show = () => {
    const chosen = [...taken].map((item) =>
      el('li', {}, `${item.name}, ${item.date} `, drops.get(item) as Node),
    );
    basket.replaceChildren(el('p', {}, `${words.basket}: ${taken.size}`), el('ul', {}, ...chosen));
    if (!loaded) {
      loading.textContent = `${words.loading} ${Math.round((100 * page.ticks) / words.delay)} %`;
      list.setAttribute('aria-busy', 'true');
      list.replaceChildren(loading);
      return;
    }
    list.removeAttribute('aria-busy');
    const entries = visible().map((item) => rows.get(item) as HTMLElement);
    for (const [item, row] of rows)
      (row.querySelector('button') as HTMLButtonElement).disabled = taken.has(item);
    const pages = Math.ceil(matches().length / words.pageSize);
    previous.disabled = at === 0;
    next.disabled = at >= pages - 1;
    pageNumber.textContent = `${words.page} ${at + 1} / ${Math.max(1, pages)}`;
    const turning = el('div', { class: 'buttons' }, previous, pageNumber, next);
    list.replaceChildren(
      entries.length > 0 ? frameOf(page, words, entries) : el('p', {}, words.nothing),
      turning,
    );
  };

  const controls = el('form', { role: 'search', class: 'controls' });
  const go = el('button', { type: 'submit' }, words.search?.button ?? '');
  if (search !== null)
    controls.append(el('label', { for: search.id }, words.search?.label ?? ''), search, go);
  for (const [select, label] of [
    [facet, words.facet?.label],
    [order, words.order?.label],
  ] as const) {
    if (select === null) continue;
    controls.append(el('label', { for: select.id }, label ?? ''), select);
    select.addEventListener('change', fromStart);
  }
  controls.addEventListener('submit', (event) => {
    event.preventDefault();
    query = search?.value.trim().toLowerCase() ?? '';
    fromStart();
  });
  page.onTick(() => {
    if (loaded) return;
    loaded = page.ticks >= words.delay;
    show();
  });
  page.show(el('h1', {}, words.heading), el('p', {}, words.intro), basket, controls, list);
  show();

  const target = words.items.find((item) => item.target) as Item;
  const narrowing = (): Step[] => {
    const steps: Step[] = [];
    const { facet: facetWords, order: orderWords } = words;
    if (facet !== null && facetWords !== null) {
      const want = facetWords.want ?? facetWords.all;
      const harmless = facetWords.want === null && facet.value === target.kind;
      if (facet.value !== want && !harmless) steps.push({ kind: 'select', element: facet, option: want });
    }
    if (order !== null && orderWords !== null && orderWords.want !== 'none') {
      const want = orderWords[orderWords.want];
      if (order.value !== want) steps.push({ kind: 'select', element: order, option: want });
    }
    return steps;
  };
  const finding = (): Step[] => {
    if (search !== null && words.search !== null) {
      const want = words.search.want;
      if (search.value.trim() !== want) return [{ kind: 'fill', element: search, value: want }];
      if (query !== want.toLowerCase()) {
        return [
          { kind: 'click', element: go },
          { kind: 'submit', element: search },
        ];
      }
    }
    const page = Math.floor(matches().indexOf(target) / words.pageSize);
    return [{ kind: 'click', element: page > at ? next : previous }];
  };
  const plan = (): Step[] => {
    const wrong = [...taken].filter((item) => item !== target);
    if (wrong.length > 0) {
      return wrong.map((item) => ({ kind: 'click', element: drops.get(item) as Element }));
    }
    const steps = narrowing();
    if (steps.length > 0) return steps;
    if (!loaded) return [{ kind: 'wait' }];
    if (!visible().includes(target)) return finding();
    return [{ kind: 'click', element: rows.get(target)?.querySelector('button') as Element }];
  };
  return {
    plan,
    progress: () => (taken.has(target) ? 1 / taken.size : 0),
    facts: () => ({
      taken: [...taken].map(({ name, kind, date }) => `${name}, ${kind}, ${date}`).join('; '),
    }),
  };
}

function selectOf(options: readonly string[]): HTMLSelectElement {
  return el('select', { id: freshId() }, ...options.map((option) => el('option', {}, option)));
}

/** One entry with its button. */
function rowOf(page: FlowPage, words: FilterContent, item: Item, take: () => void): HTMLElement {
  const press = button(words.take, take);
  const price = `${item.price} ${words.currency}`;
  if (page.layout.entries === 'table') {
    const cells = [item.kind, price, item.date].map((text) => el('td', {}, text));
    return el('tr', {}, el('th', { scope: 'row' }, item.name), ...cells, el('td', {}, press));
  }
  const id = freshId();
  const text = `${item.name}, ${item.kind}, ${price}, ${item.date} `;
  const inside = [el('span', { id }, text), press];
  if (page.layout.entries === 'groups') return el('div', { role: 'group', 'aria-labelledby': id }, ...inside);
  return el(page.layout.entries === 'list' ? 'li' : 'article', { 'aria-labelledby': id }, ...inside);
}

/** What holds the entries. */
function frameOf(page: FlowPage, words: FilterContent, rows: readonly HTMLElement[]): HTMLElement {
  if (page.layout.entries === 'list') return el('ul', {}, ...rows);
  if (page.layout.entries !== 'table') return el('div', {}, ...rows);
  const { name, kind, price, date } = words.columns;
  const heads = [name, kind, price, date].map((text) => el('th', { scope: 'col' }, text));
  return el('table', {}, el('thead', {}, el('tr', {}, ...heads, el('td'))), el('tbody', {}, ...rows));
}

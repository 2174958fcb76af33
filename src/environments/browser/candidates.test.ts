import { expect, test } from 'vitest';
import { OBSERVATION_LIMITS } from '../../core/contracts.ts';
import { BrowserAction } from './actions.ts';
import { offersOf } from './candidates.ts';
import { readGoal } from './goal.ts';
import type { PageElement } from './page-protocol.ts';
import { pageElement, pageView } from './sign-in-flow.fixture.ts';

const goal = readGoal({
  goal: 'Order two kettles for Ada with express delivery.',
  values: [
    { label: 'Name', value: 'Ada' },
    { label: 'Quantity', value: '2' },
    { label: 'Delivery', value: 'Express' },
  ],
});
const field = (ref: number, own: Partial<PageElement> = {}) =>
  pageElement({ ref, role: 'textbox', name: `Field ${ref}`, inputType: 'text', value: '', ...own });
const button = (ref: number, own: Partial<PageElement> = {}) =>
  pageElement({ ref, role: 'button', name: `Button ${ref}`, ...own });

function keys(elements: PageElement[], values = goal): string[] {
  return offersOf(pageView({ elements }), values).map(({ key }) => key);
}

test('a page as a whole offers waiting, handing over and finishing, and scrolling where there is more', () => {
  expect(keys([])).toEqual(['wait', 'hand_over', 'finish']);
  const scrollable = offersOf(pageView({ canScrollDown: true, canScrollUp: true }), goal);
  expect(scrollable.map(({ key }) => key).slice(0, 2)).toEqual(['scroll:up', 'scroll:down']);
});

test('every control is offered as a person would use it, in reading order', () => {
  const offered = keys([
    field(1),
    pageElement({ ref: 2, role: 'combobox', name: 'Speed', options: ['Slow', 'Express'], value: 'Slow' }),
    pageElement({ ref: 3, role: 'checkbox', name: 'Gift', checked: false }),
    pageElement({ ref: 4, role: 'textbox', name: 'Notes', value: '' }),
    button(5),
  ]);
  expect(offered).toEqual([
    'fill:textbox:Field 1::Name',
    'fill:textbox:Field 1::Quantity',
    'fill:textbox:Field 1::Delivery',
    'submit:textbox:Field 1:',
    'select:combobox:Speed::Slow',
    'select:combobox:Speed::Express',
    'click:checkbox:Gift:',
    'fill:textbox:Notes::Name',
    'fill:textbox:Notes::Quantity',
    'fill:textbox:Notes::Delivery',
    'click:button:Button 5:',
    'wait',
    'hand_over',
    'finish',
  ]);
});

test('what is disabled is not offered, and what is read-only is not written to', () => {
  expect(keys([button(1, { disabled: true }), field(2, { readOnly: true, value: 'Ada' })])).toEqual([
    'submit:textbox:Field 2:',
    'wait',
    'hand_over',
    'finish',
  ]);
});

test('secrets go into password fields, and elsewhere only where the name says so', () => {
  const withSecret = readGoal({
    goal: 'Sign in.',
    values: [
      { label: 'Name', value: 'Ada' },
      { label: 'Pin', value: '1234' },
    ],
  });
  const offered = keys(
    [field(1), field(2, { inputType: 'password', name: 'Secret' }), field(3, { name: 'Card pin' })],
    withSecret,
  );
  expect(offered.filter((key) => key.startsWith('fill'))).toEqual([
    'fill:textbox:Field 1::Name',
    'fill:textbox:Secret::Pin',
    'fill:textbox:Card pin::Name',
    'fill:textbox:Card pin::Pin',
  ]);
  expect(keys([field(2, { inputType: 'password' })]).filter((key) => key.startsWith('fill'))).toHaveLength(3);
});

test('the second of equals has a key of its own, and refs do not matter', () => {
  const twice = [button(1, { name: 'Add' }), button(2, { name: 'Add' })];
  expect(keys(twice).slice(0, 2)).toEqual(['click:button:Add:', 'click:button:Add:#2']);
  expect(keys(twice.map((element) => ({ ...element, ref: element.ref + 90 })))).toEqual(keys(twice));
});

test('a full page offers at most 128: every click, and the best-fitting choices of every field', () => {
  const elements = [
    ...Array.from({ length: 30 }, (_, i) => field(i)),
    field(30, { name: 'Quantity' }),
    ...Array.from({ length: 33 }, (_, i) => button(40 + i)),
  ];
  const offered = keys(elements);
  expect(offered).toHaveLength(OBSERVATION_LIMITS.candidates);
  expect(new Set(offered).size).toBe(offered.length);
  expect(offered.filter((key) => key.startsWith('click'))).toHaveLength(33);
  for (const element of elements.slice(0, 31)) {
    expect(offered.some((key) => key.startsWith(`fill:textbox:${element.name}:`))).toBe(true);
  }
  expect(offered).toContain('fill:textbox:Quantity::Quantity');
});

test('every offered action is one of the protocol', () => {
  const view = pageView({
    canScrollDown: true,
    headings: Array.from({ length: 9 }, () => 'a long heading '.repeat(10).slice(0, 150)),
    elements: [
      field(1, { value: 'x' }),
      pageElement({ ref: 2, role: 'listbox', options: ['A'], value: 'A' }),
      button(3),
    ],
  });
  for (const { action } of offersOf(view, goal)) expect(BrowserAction.parse(action)).toEqual(action);
});

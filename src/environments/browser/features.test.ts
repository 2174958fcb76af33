import { expect, test } from 'vitest';
import { type CandidateAction, Observation } from '../../core/contracts.ts';
import { offersOf } from './candidates.ts';
import {
  CANDIDATE_NUMBERS,
  type Features,
  featuresOf,
  type Memory,
  numberOf,
  STATE_NUMBERS,
  stateNumberOf,
} from './features.ts';
import { readGoal } from './goal.ts';
import { goalField } from './observation-text.ts';
import type { PageElement, PageView } from './page-protocol.ts';
import { pageElement, pageView } from './sign-in-flow.fixture.ts';
import type { GoalValue } from './task.ts';
import { READER } from './words.ts';

const fresh: Memory = {
  stepsLeft: 1,
  lastChanged: false,
  lastMatch: 0,
  doneHere: new Map(),
  timesDone: new Map(),
  usedValues: new Set(),
  clicked: [],
  previous: null,
};

function features(
  view: Partial<PageView>,
  goal: string,
  values: GoalValue[] = [],
  memory: Partial<Memory> = {},
): Features {
  const page = pageView(view);
  const read = readGoal({ goal, values });
  return featuresOf(page, read, offersOf(page, read), { ...fresh, ...memory });
}

/** One number of every candidate of a verb, in order. */
function column({ candidates }: Features, name: Parameters<typeof numberOf>[1], verb = 'click'): number[] {
  return candidates
    .filter((candidate: CandidateAction) => candidate.verb === verb)
    .map((candidate) => numberOf(candidate, name));
}

function state({ numbers, candidates }: Features, name: Parameters<typeof stateNumberOf>[1]): number {
  const fields = { goal: '', seen: '', trace: '', errors: '' };
  return stateNumberOf(Observation.parse({ environment: 'browser', fields, numbers, candidates }), name);
}

let nextRef = 0;
const control = (role: string, name: string, own: Partial<PageElement> = {}) => {
  nextRef += 1;
  return pageElement({ ref: nextRef, role, name, ...own });
};
const field = (name: string, own: Partial<PageElement> = {}) =>
  control('textbox', name, { inputType: 'text', value: '', ...own });

test('the numbers fit into an observation', () => {
  expect(STATE_NUMBERS.length).toBeLessThanOrEqual(16);
  expect(CANDIDATE_NUMBERS.length).toBeLessThanOrEqual(24);
});

test('what the goal names ranks first, by name and by what it belongs to', () => {
  const rows = ['Blue kettle', 'Red kettle', 'Blue lamp'];
  const elements = rows.map((context) => control('button', 'Add', { context }));
  const shop = features({ elements: [control('link', 'Help'), ...elements] }, 'Add the blue kettle.');
  expect(column(shop, 'goalRank')).toEqual([0, 1, 1, 1]);
  expect(column(shop, 'contextRank')).toEqual([0, 1, 0.5, 0.5]);
});

test('with a superlative, the extreme one of what matches best is named', () => {
  const prices = ['Blue kettle €30.00', 'Blue kettle €25.50', 'Red lamp €9.00'];
  const elements = prices.map((context) => control('button', 'Add', { context }));
  expect(column(features({ elements }, 'Add the cheapest blue kettle.'), 'extreme')).toEqual([-1, 1, -1]);
  expect(column(features({ elements }, 'Add the blue kettle.'), 'extreme')).toEqual([0, 0, 0]);
});

test('of orders to choose from, the one that puts the extreme one first is named', () => {
  const options = ['Relevance', 'Price: low to high', 'Price: high to low'];
  const elements = [control('combobox', 'Sort by', { options, value: 'Relevance' })];
  const orders = (goal: string) => column(features({ elements }, goal), 'extreme', 'select');
  expect(orders('Add the cheapest kettle.')).toEqual([0, 1, -1]);
  expect(orders('Add the most expensive kettle.')).toEqual([0, -1, 1]);
  expect(orders('Add the kettle.')).toEqual([0, 0, 0]);
});

test('while the list could be put in order, the extreme one in view is only a guess', () => {
  const rows = ['Kettle €30', 'Kettle €20'].map((context) => control('button', 'Add', { context }));
  const order = (value: string) =>
    control('combobox', 'Sort by', { options: ['None', 'Lowest price'], value });
  const extremes = (value: string) =>
    column(features({ elements: [order(value), ...rows] }, 'Add the cheapest kettle.'), 'extreme');
  expect(extremes('None')).toEqual([-1, 0.5]);
  expect(extremes('Lowest price')).toEqual([-1, 1]);
});

test('in a dialog, what stands alone beside danger is the way out', () => {
  const elements = [control('button', 'Upgrade today'), control('button', 'Vielleicht')];
  expect(column(features({ elements, dialogOpen: true }, 'Save.'), 'dismiss')).toEqual([0, 0.5]);
  expect(column(features({ elements }, 'Save.'), 'dismiss')).toEqual([0, 0]);
});

test('what the goal calls by name is marked, and what is not in view yet is known to be missing', () => {
  const elements = ['Hay ride: bring a hat', 'Pond dipping'].map((context) =>
    control('button', 'Watch', { context }),
  );
  const goal = 'At Forest School, watch “hay ride” and then open the page Exports.';
  const page = features({ title: 'Watch – Forest School', elements }, goal);
  expect(column(page, 'mention')).toEqual([0.25, 0]);
  expect(state(page, 'namesSeen')).toBe(0.5);
  const exports = features({ title: 'Exports – Forest School', elements }, goal);
  expect(column(exports, 'mention')).toEqual([1, 0]);
});

test('each value is best for its own field', () => {
  const values = [
    { label: 'First name', value: 'Ada' },
    { label: 'Last name', value: 'Byron' },
  ];
  const form = features({ elements: [field('Last name'), field('Given name / first name')] }, '', values);
  expect(column(form, 'bestForField', 'fill')).toEqual([0, 1, 1, 0]);
  expect(column(form, 'bestForValue', 'fill')).toEqual([0, 1, 1, 0]);
});

test('what a field holds, and what is held elsewhere, is marked', () => {
  const values = [{ label: 'Name', value: 'Ada' }];
  const form = features({ elements: [field('Name', { value: 'Ada' }), field('Nickname')] }, '', values);
  expect(column(form, 'holds', 'fill')).toEqual([1, 0]);
  expect(column(form, 'valueUsed', 'fill')).toEqual([0, 1]);
  expect(form.candidates.map(({ text }) => text.includes('state:empty'))).toEqual(
    expect.arrayContaining([true, false]),
  );
  const later = features({ elements: [field('Name')] }, '', values, { usedValues: new Set(['Name']) });
  expect(column(later, 'valueUsed', 'fill')).toEqual([0.5]);
});

test('a value longer than a view shows is known to be held', () => {
  const value = 'word '.repeat(60).trim();
  const held = value.slice(0, 160).trimEnd();
  const form = features({ elements: [field('Body', { value: held })] }, '', [{ label: 'Body', value }]);
  expect(column(form, 'holds', 'fill')).toEqual([1]);
});

test('a box that is as wanted holds, a box that is not does not', () => {
  const elements = [
    control('checkbox', 'Newsletter', { checked: false }),
    control('checkbox', 'Gift wrapping', { checked: false }),
  ];
  const values = [
    { label: 'Newsletter', value: 'no' },
    { label: 'Gift wrapping', value: 'yes' },
  ];
  expect(column(features({ elements }, '', values), 'holds')).toEqual([1, 0]);
});

test('danger is what the goal does not ask for', () => {
  const elements = [control('button', 'Delete draft'), control('button', 'Publish')];
  expect(column(features({ elements }, 'Publish the draft.'), 'danger')).toEqual([1, 0]);
  expect(column(features({ elements }, 'Delete the draft.'), 'danger')).toEqual([0, 0]);
  expect(column(features({ elements }, 'Do not delete the draft.'), 'danger')).toEqual([1, 0]);
});

test('the first button after the last field claims to send the form', () => {
  const elements = [
    control('button', 'Menu'),
    field('Name'),
    control('button', 'Go'),
    control('button', 'Reset'),
    control('link', 'Terms'),
  ];
  expect(column(features({ elements }, ''), 'primary')).toEqual([0, 1, 0.5, 0]);
});

test('a state says what is left to fill and to click', () => {
  const values = [{ label: 'Name', value: 'Ada' }];
  const open = features({ elements: [field('Name'), control('button', 'Save')] }, 'Save the name.', values);
  const full = features({ elements: [field('Name', { value: 'Ada' })] }, 'Save the name.', values);
  expect(state(open, 'fillLeft')).toBeGreaterThan(0.5);
  expect(state(open, 'goalLeft')).toBe(1);
  expect(state(full, 'fillLeft')).toBe(0);
  expect(state(full, 'goalLeft')).toBe(0);
});

test('words of a challenge count more in a heading than in a text', () => {
  expect(state(features({ headings: ['Are you human?'] }, ''), 'challenge')).toBe(1);
  expect(state(features({ texts: ['We will never call you a robot.'] }, ''), 'challenge')).toBe(0.5);
  expect(column(features({ headings: ['Are you human?'] }, ''), 'challenge', 'hand_over')).toEqual([1]);
});

test('what was tried here, and what has just appeared, is marked', () => {
  const [old, added] = [control('button', 'Open'), control('button', 'Continue')];
  const other = control('button', 'More');
  const marked = features({ elements: [old, other, added] }, '', [], {
    previous: pageView({ elements: [old, other] }),
    doneHere: new Map([
      ['click:button:Open:', [false]],
      ['click:button:More:', [true]],
    ]),
    timesDone: new Map([['click:button:Open:', 2]]),
  });
  expect(column(marked, 'tried')).toEqual([1, 0.5, 0]);
  expect(column(marked, 'repeated')[0]).toBeCloseTo(2 / 3, 6);
  expect(column(marked, 'fresh')).toEqual([0, 0, 1]);
});

test('the student sees what words commonly mean, not the words, and no value', () => {
  const values = [{ label: 'Email', value: 'ada@example.org' }];
  const goal = readGoal({ goal: 'Sign in as ada@example.org to flat 42.', values });
  expect(goalField(goal)).toBe('has:enter value:email');
  const elements = [control('link', 'Flat 42'), control('button', 'Sign in')];
  const page = features({ elements }, 'Sign in to flat 42.');
  expect(page.candidates.slice(0, 2).map(({ text }) => text)).toEqual([
    'role:link',
    'role:button is:enter wanted:enter',
  ]);
});

test('a name that all things of one name have tells nothing; the thing that has all names is marked', () => {
  const cards = ['Hay ride', 'Goat trek'].map((context) => control('button', 'Watch', { context }));
  const page = features({ elements: cards }, 'Find “Goat trek” and press “Watch”.');
  expect(column(page, 'mention')).toEqual([0, 1]);
  expect(state(page, 'mentionLeft')).toBe(1);
});

test('what has been clicked is known to be handled', () => {
  const elements = [control('button', 'Put back: Goat trek'), control('button', 'To the list')];
  const goal = 'Pick “Goat trek”. Go to the list in the end.';
  const name = READER.words('Pick');
  const clicked = [{ name, whole: READER.words('Pick Goat trek') }];
  const [before, after] = [features({ elements }, goal), features({ elements }, goal, [], { clicked })];
  expect(column(before, 'handled')).toEqual([0, 0]);
  expect(column(after, 'handled')).toEqual([1, 0]);
  expect([state(before, 'handled'), state(after, 'handled')]).toEqual([0, 1]);
  expect(state(after, 'goalLeft')).toBe(1);
});

test('what appears in place of a clicked thing echoes it', () => {
  const view = {
    elements: [control('button', 'Unpick: Bracken wheelbarrow'), control('button', 'To the list')],
  };
  const clicked = [
    { name: READER.words('Put in bag'), whole: READER.words('Put in bag Bracken wheelbarrow clay') },
  ];
  const after = features(view, 'Pick the dearest wheelbarrow.', [], { clicked, previous: pageView({}) });
  const [undo = 0, list = 0] = column(after, 'handled');
  expect(undo).toBeGreaterThan(0.5);
  expect(list).toBe(0);
});

test('buttons of the site do not claim to send the form, and are marked', () => {
  const site = { landmark: 'contentinfo' };
  const elements = [field('Name'), control('button', 'Cookie choices', site), control('button', 'Onward')];
  const page = features({ elements }, '');
  expect(column(page, 'primary')).toEqual([0, 1]);
  expect(page.candidates.filter(({ text }) => text.includes('within:contentinfo'))).toHaveLength(1);
});

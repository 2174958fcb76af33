import { expect, test } from 'vitest';
import { type Goal, type ReadValue, readGoal } from './goal.ts';
import type { PageElement } from './page-protocol.ts';
import { pageElement } from './sign-in-flow.fixture.ts';
import { choiceFit, fieldFit, fitTotal } from './value-fit.ts';

const goal: Goal = readGoal({
  goal: '',
  values: [
    { label: 'First name', value: 'Ada' },
    { label: 'Last name', value: 'Byron' },
    { label: 'Email address', value: 'ada@example.org' },
    { label: 'Password', value: 'tulip' },
    { label: 'Delivery', value: 'Express' },
    { label: 'Newsletter', value: 'no' },
  ],
});

/** Label of the value that fits a field best. */
function best(field: Partial<PageElement>): string {
  const element = pageElement({ ref: 1, role: 'textbox', value: '', ...field });
  const total = (value: ReadValue) => fitTotal(fieldFit(goal, value, element));
  return [...goal.values].sort((a, b) => total(b) - total(a))[0]?.label ?? '';
}

test('a value fits a field by shared and by synonymous words, rare ones first', () => {
  expect(best({ name: 'First name' })).toBe('First name');
  expect(best({ name: 'Your surname (last name)' })).toBe('Last name');
  expect(best({ name: 'Where does it go?', description: 'An email we can reach you at' })).toBe(
    'Email address',
  );
});

test('and by what kind of value the field asks for', () => {
  expect(best({ name: 'Contact', inputType: 'email' })).toBe('Email address');
  expect(best({ name: 'Secret', inputType: 'password' })).toBe('Password');
});

test('a choice that a value names fits best in a group with the value’s label', () => {
  const delivery = goal.values[4] as ReadValue;
  const inGroup = choiceFit(goal, delivery, 'Express', 'Delivery method');
  expect(inGroup).toBeGreaterThan(choiceFit(goal, delivery, 'Express', 'Payment'));
  expect(inGroup).toBeGreaterThan(choiceFit(goal, delivery, 'Express plus', 'Delivery method'));
  expect(choiceFit(goal, delivery, 'Standard', 'Delivery method')).toBe(0);
});

test('a switch is meant by its label', () => {
  const newsletter = goal.values[5] as ReadValue;
  expect(choiceFit(goal, newsletter, 'Send me the newsletter', '')).toBeGreaterThan(0.4);
  expect(choiceFit(goal, newsletter, 'Gift wrapping', '')).toBe(0);
});

test('of several ways of writing a value, the one that the field asks for fits', () => {
  const values = ['2026-03-05', '05.03.2026', '05/03/2026'].map((value) => ({ label: 'Day', value }));
  const days = readGoal({ goal: '', values });
  const types = (description: string) => {
    const element = pageElement({ ref: 1, role: 'textbox', name: 'Day', value: '', description });
    return days.values.map((value) => fieldFit(days, value, element).type);
  };
  expect(types('Use the form DD.MM.YYYY.')).toEqual([-1, 1, -1]);
  expect(types('For example 2027-11-30')).toEqual([1, -1, -1]);
  expect(types('')).toEqual([1, 1, 1]);
});

test('and of several ways of writing a number', () => {
  const values = ['+45 33 387819', '033387819'].map((value) => ({ label: 'Phone', value }));
  const phones = readGoal({ goal: '', values });
  const types = (description: string) => {
    const element = pageElement({ ref: 1, role: 'textbox', name: 'Call us back at', value: '', description });
    return phones.values.map((value) => fieldFit(phones, value, element).type);
  };
  expect(types('Digits only, please')).toEqual([-1, 1]);
  expect(types('With the country code')).toEqual([1, -1]);
});

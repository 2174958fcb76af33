import { expect, test } from 'vitest';
import { EnvironmentOptionsError } from '../../core/environment-options.ts';
import { parseBrowserOptions } from './options.ts';

test('no options are the defaults, and a given one replaces only its own', () => {
  const defaults = { tasksPerFamily: 60, driver: 'iframe', maxSteps: 24, miniwob: '' };
  expect(parseBrowserOptions(undefined)).toEqual(defaults);
  expect(parseBrowserOptions({ maxSteps: 9 })).toEqual({ ...defaults, maxSteps: 9 });
});

test('an unknown key is refused by name, with the allowed ones', () => {
  const parse = () => parseBrowserOptions({ steps: 5 });
  expect(parse).toThrow(EnvironmentOptionsError);
  expect(parse).toThrow(
    /environments\.browser.*unknown key "steps".*tasksPerFamily, driver, maxSteps, miniwob/,
  );
});

test('a wrong value is refused by name, with what the option means', () => {
  expect(() => parseBrowserOptions({ driver: 'firefox' })).toThrow(/"driver".*Where the pages live/);
  expect(() => parseBrowserOptions({ miniwob: '../click-button' })).toThrow(/"miniwob": names with commas/);
  expect(() => parseBrowserOptions('fast')).toThrow(/allowed: tasksPerFamily/);
});

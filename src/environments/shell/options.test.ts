import { expect, test } from 'vitest';
import { EnvironmentOptionsError } from '../../core/environment-options.ts';
import { parseShellOptions } from './options.ts';

test('no options are the defaults', () => {
  const defaults = {
    tasksPerModule: 40,
    doubleFaults: 0.15,
    fold: 0,
    trainModules: 0,
    maxSteps: 12,
    coverage: 'edits',
    candidateTokens: true,
  };
  expect(parseShellOptions({})).toEqual(defaults);
  expect(parseShellOptions(undefined)).toEqual(defaults);
});

test('a given option replaces only its default', () => {
  expect(parseShellOptions({ maxSteps: 5 })).toMatchObject({ maxSteps: 5, tasksPerModule: 40 });
});

test('an unknown key is refused by name, with the allowed ones', () => {
  const parse = () => parseShellOptions({ maxStep: 5 });
  expect(parse).toThrow(EnvironmentOptionsError);
  expect(parse).toThrow(/unknown key "maxStep".*tasksPerModule, doubleFaults, fold, trainModules, maxSteps/);
});

test('a value out of range is refused by name, with what the option means', () => {
  expect(() => parseShellOptions({ fold: 5 })).toThrow(/"fold".*Which fifth/);
  expect(() => parseShellOptions({ doubleFaults: 'some' })).toThrow(/"doubleFaults"/);
});

test('something that is no object is refused with the allowed keys', () => {
  expect(() => parseShellOptions('fast')).toThrow(/allowed: tasksPerModule/);
});

import { expect, test } from 'vitest';
import { EnvironmentOptionsError } from '../../core/environment-options.ts';
import { parseOrchestratorOptions } from './options.ts';

test('options have defaults, and wrong ones are named with what is allowed', () => {
  expect(parseOrchestratorOptions(undefined)).toEqual({ tasksPerFamily: 60, maxSteps: 6, live: false });
  expect(() => parseOrchestratorOptions({ maxSteps: 9, speed: 1 })).toThrow(EnvironmentOptionsError);
  expect(() => parseOrchestratorOptions({ speed: 1 })).toThrow(/speed.*tasksPerFamily, maxSteps, live/);
});

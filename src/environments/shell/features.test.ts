import { expect, test } from 'vitest';
import { OBSERVATION_LIMITS } from '../../core/contracts.ts';
import {
  bounded,
  CANDIDATE_NUMBERS,
  candidateNumbers,
  failureKinds,
  joined,
  OCHIAI,
  STATE_NUMBERS,
  TRIED,
} from './features.ts';

test('both lists of numbers fit into an observation', () => {
  expect(STATE_NUMBERS.length).toBeLessThanOrEqual(OBSERVATION_LIMITS.stateNumbers);
  expect(CANDIDATE_NUMBERS.length).toBeLessThanOrEqual(OBSERVATION_LIMITS.candidateNumbers);
});

test('numbers stand where their names say, and what is not named is 0', () => {
  const numbers = candidateNumbers({ tried: 1, ochiai: 0.5 });
  expect([numbers[TRIED], numbers[OCHIAI]]).toEqual([1, 0.5]);
  expect(numbers.filter((n) => n === 0)).toHaveLength(CANDIDATE_NUMBERS.length - 2);
});

test('numbers are bounded', () => {
  expect([bounded(-3), bounded(0.2), bounded(7)]).toEqual([-1, 0.2, 1]);
});

test('failures become the kinds of their errors, each once, with the crash first', () => {
  const failing = (message: string) => ({ file: 'f', name: 'adds up', passed: false, message });
  const run = {
    tests: [
      failing('AssertionError: expected 3 to be 4'),
      failing('TypeError: x is not a function'),
      failing('AssertionError: no'),
      { file: 'f', name: 'is fine', passed: true, message: '' },
    ],
    passed: 1,
    failed: 3,
    crash: { file: 'f', reason: 'fuel' as const, message: '' },
    output: '',
    coverage: null,
    fuel: 0,
  };
  expect(failureKinds(run)).toEqual(['crash:fuel', 'error:AssertionError', 'error:TypeError']);
});

test('a field has at most 60 tokens', () => {
  expect(joined(new Array(100).fill('act:read')).split(' ')).toHaveLength(60);
});

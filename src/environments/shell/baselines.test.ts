import { expect, test } from 'vitest';
import type { CandidateAction, Observation } from '../../core/contracts.ts';
import { stream } from '../../core/random.ts';
import { shellBaselines } from './baselines.ts';
import { candidateNumbers } from './features.ts';

const prior = {
  table: { 'relational|<=|<': 0.5, 'relational|<|<=': 0.1, 'logical|a || b|a && b': 0.3 },
  fallback: 0.01,
};
const baselines = new Map(shellBaselines(prior).map((baseline) => [baseline.name, baseline]));

const read = (path: string, kind: string, tried: number): CandidateAction => ({
  key: `read:${path}`,
  verb: 'read',
  text: `file:${kind} x`,
  numbers: candidateNumbers({ tried }),
  label: '',
});
const runTests = (tried: number): CandidateAction => ({
  key: 'run:node --test',
  verb: 'run',
  text: 'cmd:test',
  numbers: candidateNumbers({ tried }),
  label: '',
});
const patch = (
  key: string,
  edit: string,
  ochiai: number,
  tried = 0,
  infection = ochiai,
): CandidateAction => ({
  key,
  verb: 'patch',
  text: `op:x edit:${edit} l:y`,
  numbers: candidateNumbers({ tried, ochiai, infection }),
  label: '',
});
const stop: CandidateAction = {
  key: 'stop',
  verb: 'stop',
  text: '',
  numbers: candidateNumbers({}),
  label: '',
};

function choice(name: string, candidates: CandidateAction[], acceptable: number[] | null = null): string {
  const observation: Observation = {
    environment: 'shell',
    fields: { goal: '', seen: '', trace: '', errors: '' },
    numbers: [],
    candidates,
  };
  const index = baselines.get(name)?.choose(observation, acceptable, stream(1, 'test'));
  return candidates[index ?? -1]?.key ?? 'none';
}

const looked = [read('src/a.js', 'source', 1), read('test/a.test.js', 'test', 0), runTests(1)];
const scripts = [
  'textual-order',
  'operator-prior',
  'operator-prior-x-ochiai2',
  'operator-prior-x-infection8',
];

test('the six baselines are there, weakest first', () => {
  expect([...baselines.keys()]).toEqual(['random', ...scripts, 'oracle']);
});

test.each(scripts)('%s reads the sources, then runs the tests', (name) => {
  const patches = [patch('p', 'relational|<=|<', 1), stop];
  expect(
    choice(name, [read('src/a.js', 'source', 1), read('src/b.js', 'source', 0), runTests(0), ...patches]),
  ).toBe('read:src/b.js');
  expect(choice(name, [read('src/a.js', 'source', 1), runTests(0), ...patches])).toBe('run:node --test');
});

test('each script has its own order of patches', () => {
  const patches = [
    patch('first', 'relational|<|<=', 1),
    patch('likely', 'relational|<=|<', 0.4),
    patch('unseen', 'logical|&&|or', 1),
  ];
  expect(choice('textual-order', [...looked, ...patches, stop])).toBe('first');
  expect(choice('operator-prior', [...looked, ...patches, stop])).toBe('likely');
  // 0.1 · 1² against 0.5 · 0.4².
  expect(choice('operator-prior-x-ochiai2', [...looked, ...patches, stop])).toBe('first');
  // 0.1 · 0.5⁸ against 0.01 · 0.9⁸.
  const [often, exact] = [
    patch('often', 'relational|<|<=', 1, 0, 0.5),
    patch('exact', 'logical|&&|or', 1, 0, 0.9),
  ];
  expect(choice('operator-prior-x-infection8', [...looked, often, exact, stop])).toBe('exact');
});

test('texts with blanks are found in the prior', () => {
  const patches = [patch('low', 'relational|<|<=', 1), patch('blank', 'logical|a_||_b|a_&&_b', 1)];
  expect(choice('operator-prior', [...looked, ...patches, stop])).toBe('blank');
});

test.each(scripts)('%s does not try a patch twice, and stops when none is left', (name) => {
  expect(choice(name, [...looked, patch('a', 'e', 1, 1), patch('b', 'e', 0), stop])).toBe('b');
  expect(choice(name, [...looked, patch('a', 'e', 1, 1), stop])).toBe('stop');
});

test('the oracle does what the labeller accepts, and stops without a label', () => {
  expect(choice('oracle', [...looked, patch('a', 'e', 0), stop], [3])).toBe('a');
  expect(choice('oracle', [...looked, patch('a', 'e', 0), stop], null)).toBe('stop');
});

test('random reaches every candidate', () => {
  const random = baselines.get('random');
  const observation: Observation = {
    environment: 'shell',
    fields: { goal: '', seen: '', trace: '', errors: '' },
    numbers: [],
    candidates: [...looked, stop],
  };
  const draws = stream(1, 'draws');
  const chosen = new Set(Array.from({ length: 100 }, () => random?.choose(observation, null, draws)));
  expect([...chosen].sort()).toEqual([0, 1, 2, 3]);
});

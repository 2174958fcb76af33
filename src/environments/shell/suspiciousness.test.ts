import { expect, test } from 'vitest';
import type { TestRun } from './runtime.ts';
import { SuspiciousnessMap } from './suspiciousness.ts';

const path = 'src/a.js';

function run(passed: boolean[], covered: number[][]): TestRun {
  return {
    tests: passed.map((ok, i) => ({ file: 't', name: `t${i}`, passed: ok, message: '' })),
    passed: passed.filter(Boolean).length,
    failed: passed.filter((ok) => !ok).length,
    crash: null,
    output: '',
    coverage: {
      // A block, a statement in it, and one beside it.
      statements: [
        { path, start: 0, end: 40 },
        { path, start: 10, end: 20 },
        { path, start: 50, end: 60 },
      ],
      covered,
    },
    fuel: 0,
  };
}

test('a statement that only the failing test executes has coefficient 1', () => {
  const map = new SuspiciousnessMap(run([false, true], [[0, 1], [0]]));
  expect(map.at(path, 12, 13)).toEqual({ ochiai: 1, coveredByFailing: true });
  expect(map.maximum).toBe(1);
});

test('a statement of one failing and one passing test has 1 / sqrt(1 · 2)', () => {
  const map = new SuspiciousnessMap(run([false, true], [[0, 1], [0]]));
  expect(map.at(path, 30, 31).ochiai).toBeCloseTo(Math.SQRT1_2, 12);
});

test('the innermost statement around a place decides', () => {
  const map = new SuspiciousnessMap(run([false, true], [[0], [0, 1]]));
  expect(map.at(path, 12, 13)).toEqual({ ochiai: 0, coveredByFailing: false });
  expect(map.at(path, 12, 25).coveredByFailing).toBe(true);
});

test('places outside every statement, and other files, are not suspicious', () => {
  const map = new SuspiciousnessMap(run([false], [[0, 1, 2]]));
  expect(map.at(path, 45, 46).ochiai).toBe(0);
  expect(map.at('src/b.js', 12, 13).ochiai).toBe(0);
});

test('a run without coverage, or without failures, finds nothing suspicious', () => {
  expect(new SuspiciousnessMap({ ...run([false], []), coverage: null }).maximum).toBe(0);
  expect(new SuspiciousnessMap(run([true, true], [[0], [1]])).maximum).toBe(0);
});

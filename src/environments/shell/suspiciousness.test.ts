import { describe, expect, test } from 'vitest';
import type { TestRun } from './runtime.ts';
import { SuspiciousnessMap } from './suspiciousness.ts';

const path = 'src/a.js';
const place = (start: number, end: number, key = 'none', file = path) => ({ path: file, start, end, key });

function run(passed: boolean[], covered: number[][], infected: number[][] = []): TestRun {
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
      edits: ['x', 'y'],
      infected,
    },
    fuel: 0,
  };
}

describe('statements', () => {
  test('one that only the failing test executes has coefficient 1', () => {
    const map = new SuspiciousnessMap(run([false, true], [[0, 1], [0]]));
    expect(map.at(place(12, 13))).toMatchObject({ ochiai: 1, coveredByFailing: true });
    expect(map.maximum).toBe(1);
  });

  test('one of one failing and one passing test has 1 / sqrt(1 · 2)', () => {
    const map = new SuspiciousnessMap(run([false, true], [[0, 1], [0]]));
    expect(map.at(place(30, 31)).ochiai).toBeCloseTo(Math.SQRT1_2, 12);
  });

  test('the innermost statement around a place decides', () => {
    const map = new SuspiciousnessMap(run([false, true], [[0], [0, 1]]));
    expect(map.at(place(12, 13))).toMatchObject({ ochiai: 0, coveredByFailing: false });
    expect(map.at(place(12, 25)).coveredByFailing).toBe(true);
  });

  test('places outside every statement, and other files, are not suspicious', () => {
    const map = new SuspiciousnessMap(run([false], [[0, 1, 2]]));
    expect(map.at(place(45, 46)).ochiai).toBe(0);
    expect(map.at(place(12, 13, 'none', 'src/b.js')).ochiai).toBe(0);
  });

  test('a run without coverage, or without failures, finds nothing suspicious', () => {
    expect(new SuspiciousnessMap({ ...run([false], []), coverage: null }).maximum).toBe(0);
    expect(new SuspiciousnessMap(run([true, true], [[0], [1]])).maximum).toBe(0);
  });
});

describe('edits', () => {
  const map = new SuspiciousnessMap(
    run([false, false, true, true], [[0, 1], [0, 1], [0, 1], [0]], [[0, 1], [0], [1], []]),
  );

  test('one that makes a difference in the failing tests alone has coefficient 1', () => {
    expect(map.at(place(12, 13, 'x'))).toMatchObject({ infection: 1, infectsFailing: 1, infectsPassing: 0 });
    expect(map.maximumInfection).toBe(1);
  });

  test('one in one of two failing and one of two passing tests has 1 / sqrt(2 · 2)', () => {
    const { infection, infectsFailing, infectsPassing } = map.at(place(12, 13, 'y'));
    expect([infection, infectsFailing, infectsPassing]).toEqual([0.5, 0.5, 0.5]);
  });

  test('one that is not watched counts as making a difference wherever its statement runs', () => {
    const { infection, ochiai, infectsPassing } = map.at(place(12, 13, 'other'));
    expect(infection).toBe(ochiai);
    expect(infectsPassing).toBe(0.5);
  });
});

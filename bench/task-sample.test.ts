import { expect, it } from 'vitest';
import { stream } from '../src/core/random.ts';
import { sampleEvenly } from './task-sample.ts';

const tasks = ['a', 'b', 'c', 'd'].flatMap((module, m) =>
  Array.from({ length: m === 0 ? 1 : 8 }, (_, i) => ({ module, i })),
);
const draw = (count: number, seed = 1) => sampleEvenly(tasks, count, stream(seed, 'sample'));

it('takes as many from every module as it can', () => {
  const counts = new Map<string, number>();
  for (const { module } of draw(14)) counts.set(module, (counts.get(module) ?? 0) + 1);
  expect(counts.get('a')).toBe(1);
  expect(['b', 'c', 'd'].map((module) => counts.get(module)).sort()).toEqual([4, 4, 5]);
});

it('is the same for the same stream, and in the order of the tasks', () => {
  expect(draw(9)).toEqual(draw(9));
  expect(draw(9)).not.toEqual(draw(9, 2));
  expect(draw(9)).toEqual(tasks.filter((task) => draw(9).includes(task)));
});

it('gives every task when there are not more', () => {
  expect(draw(100)).toEqual(tasks);
});

import { describe, expect, test } from 'vitest';
import type { Split } from '../../core/contracts.ts';
import { generateFlowTasks } from './flow-tasks.ts';
import { checkSpec, formContent } from './flows/content.ts';
import { allWords, WORD_SPLITS, wordsOfSplit } from './flows/tasks/vocabulary.ts';
import { decodeParameter, PARAMETER_LIMIT } from './flows/url-state.ts';
import { type BrowserTask, FLOW_FAMILIES } from './task.ts';

const tasks = await generateFlowTasks({ seed: 5, tasksPerFamily: 60 });
const ofSplit = (split: Split) => tasks.filter((task) => task.split === split);
const specOf = ({ address }: BrowserTask) =>
  checkSpec(decodeParameter('spec', new URL(address, 'http://flows').searchParams.get('spec') ?? ''));

describe('the tasks of the flows', () => {
  test('are a function of the seed alone', async () => {
    expect(await generateFlowTasks({ seed: 5, tasksPerFamily: 60 })).toEqual(tasks);
    const others = await generateFlowTasks({ seed: 6, tasksPerFamily: 2 });
    expect(others[0]?.contentHash).not.toBe(tasks[0]?.contentHash);
  });

  test('are enough of every family for each split', () => {
    for (const family of FLOW_FAMILIES) {
      const count = (split: Split) => ofSplit(split).filter((task) => task.family === family).length;
      expect([count('train'), count('monitor'), count('validation'), count('heldout')]).toEqual([
        60, 13, 8, 24,
      ]);
    }
  });

  test('share no content, and validation and held-out tasks no layout or cluster with any other split', () => {
    expect(new Set(tasks.map(({ contentHash }) => contentHash)).size).toBe(tasks.length);
    expect(new Set(tasks.map(({ taskId }) => taskId)).size).toBe(tasks.length);
    for (const split of ['validation', 'heldout'] as const) {
      const others = tasks.filter((task) => task.split !== split);
      for (const key of ['layout', 'cluster'] as const) {
        const known = new Set(others.map((task) => task[key]));
        expect(ofSplit(split).filter((task) => known.has(task[key]))).toEqual([]);
      }
    }
  });

  test('have specs that the pages accept and addresses that servers take', () => {
    for (const task of tasks) {
      const spec = specOf(task);
      expect(spec).toMatchObject({ family: task.family, goal: task.goal, layout: task.layout });
      expect(new URL(task.address, 'http://flows').searchParams.get('spec')?.length).toBeLessThan(
        PARAMETER_LIMIT,
      );
    }
  });

  test('have forms that their pages accept, the longest ones too', async () => {
    const others = { monitor: 0, validation: 100, heldout: 0 };
    const many = await generateFlowTasks({ seed: 8, tasksPerFamily: 100, others });
    const forms = many.filter(({ family }) => family === 'form').map((task) => specOf(task).content['task']);
    const lengths = forms.map((form) => formContent.parse(form).fields.length);
    expect(Math.max(...lengths)).toBeGreaterThan(8);
  });

  test('say every value in the goal', () => {
    for (const { goal, values, family } of tasks) {
      const isOnOff = (value: string) => ['yes', 'no', 'on', 'off'].includes(value);
      const unsaid = values.filter(({ value }) => !isOnOff(value) && !goal.includes(value));
      expect({ family, goal, unsaid }).toMatchObject({ unsaid: [] });
      expect(goal).not.toMatch(/[{}]|undefined/);
    }
  });

  test('come with every hurdle, alone and combined', () => {
    const combinations = new Set(ofSplit('train').map(({ hurdles }) => hurdles.length));
    expect(combinations).toEqual(new Set([0, 1, 2]));
    expect(new Set(ofSplit('heldout').flatMap(({ hurdles }) => hurdles))).toEqual(
      new Set(['consent', 'promotion', 'late-field', 'expiry', 'scroll', 'format']),
    );
  });
});

describe('the vocabularies', () => {
  const normal = (split: (typeof WORD_SPLITS)[number]) =>
    new Set(allWords(split).map((word) => word.toLowerCase()));

  test('of different splits have no word, label or sentence in common', () => {
    const [train, validation, heldout] = WORD_SPLITS.map(normal) as [Set<string>, Set<string>, Set<string>];
    expect([...heldout].filter((word) => train.has(word) || validation.has(word))).toEqual([]);
    expect([...validation].filter((word) => train.has(word))).toEqual([]);
  });

  test.each(WORD_SPLITS)(
    'of %s call every field to be typed into so that goal and label share a word',
    (split) => {
      const words = wordsOfSplit(split);
      const names = [
        'firstName',
        'lastName',
        'fullName',
        'city',
        'street',
        'postcode',
        'company',
        'guests',
      ] as const;
      const more = [
        'reference',
        'comment',
        'username',
        'title',
        'body',
        'phone',
        'date',
        'password',
      ] as const;
      const parts = (text: string) => text.toLowerCase().split(/[^\p{L}]+/u);
      for (const { label, said } of [...names, ...more].flatMap((name) => words.fieldTerms(name))) {
        expect(
          parts(label).filter((word) => parts(said).includes(word)),
          `${label} / ${said}`,
        ).not.toEqual([]);
      }
    },
  );
});

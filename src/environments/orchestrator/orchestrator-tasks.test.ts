import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../core/canonical.ts';
import type { Split } from '../../core/contracts.ts';
import { generateOrchestratorTasks } from './orchestrator-tasks.ts';
import { RULES } from './rules.ts';
import { FAMILIES } from './task.ts';
import { phrasesFor, WORD_SPLITS } from './vocabulary/evidence-phrases.ts';
import { allEntries } from './vocabulary/words.ts';
import { wrappedTasks } from './wrapped-tasks.fixture.ts';

const request = { seed: 5, tasksPerFamily: 30, items: wrappedTasks() };
const tasks = await generateOrchestratorTasks(request);
const ofSplit = (split: Split) => tasks.filter((task) => task.split === split);
const TEXT_FAMILIES = FAMILIES.filter((family) => family !== 'dispatch');

describe('the tasks of the orchestrator', () => {
  test('are a function of the seed and of the wrapped work, byte for byte', async () => {
    expect(canonicalJson(await generateOrchestratorTasks(request))).toBe(canonicalJson(tasks));
    const others = await generateOrchestratorTasks({ ...request, seed: 6 });
    expect(others[0]?.contentHash).not.toBe(tasks[0]?.contentHash);
  });

  test('are enough of every family for each split, and enough held out for a claim', () => {
    for (const family of FAMILIES) {
      const count = (split: Split) => ofSplit(split).filter((task) => task.family === family).length;
      expect([count('train'), count('monitor'), count('validation'), count('heldout')]).toEqual([
        30, 22, 14, 40,
      ]);
    }
    expect(ofSplit('heldout').length).toBeGreaterThanOrEqual(200);
  });

  test('share no content, and validation and held-out tasks no executor and no wrapped work with others', () => {
    expect(new Set(tasks.map(({ contentHash }) => contentHash)).size).toBe(tasks.length);
    expect(new Set(tasks.map(({ taskId }) => taskId)).size).toBe(tasks.length);
    for (const split of ['validation', 'heldout'] as const) {
      const others = tasks.filter((task) => task.split !== split);
      const clusters = new Set(others.map(({ cluster }) => cluster));
      expect(ofSplit(split).filter(({ cluster }) => clusters.has(cluster))).toEqual([]);
      const wrapped = new Set(others.map(({ item }) => item.taskId));
      expect(ofSplit(split).filter(({ item }) => wrapped.has(item.taskId))).toEqual([]);
      const names = new Set(others.flatMap(({ executors }) => executors.map(({ name }) => name)));
      const strangers = ofSplit(split).flatMap(({ executors }) =>
        executors.filter(({ runs }) => runs === null),
      );
      expect(strangers.length).toBeGreaterThan(0);
      expect(strangers.filter(({ name }) => names.has(name))).toEqual([]);
    }
  });

  test('have priors that sum to one and figures that are probabilities', () => {
    for (const { prior, executors, checkAccuracy, family } of tasks) {
      expect(prior).toHaveLength(RULES[family].hypotheses.length);
      expect(prior.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      for (const figure of [...prior, ...checkAccuracy, ...executors.map(({ reliability }) => reliability)]) {
        expect(figure).toBeGreaterThan(0);
        expect(figure).toBeLessThan(1);
      }
    }
  });

  test('of dispatch have somebody for every area but the last', () => {
    for (const { areas, executors } of tasks.filter(({ family }) => family === 'dispatch')) {
      const covered = new Set(executors.flatMap(({ capabilities }) => capabilities));
      expect(areas.map((area) => covered.has(area))).toEqual([true, true, true, false]);
    }
  });

  test('need real work in every split', async () => {
    const items = request.items.filter(({ split }) => split !== 'heldout');
    await expect(generateOrchestratorTasks({ ...request, items })).rejects.toThrow(/heldout/);
  });
});

describe('the vocabularies', () => {
  test('of different splits have no name and no sentence in common', () => {
    const phrases = (split: (typeof WORD_SPLITS)[number]) =>
      TEXT_FAMILIES.flatMap((family) =>
        RULES[family].hypotheses.flatMap((_, hypothesis) => phrasesFor(family, hypothesis, split)),
      );
    const [train, validation, heldout] = WORD_SPLITS.map((split) => [
      ...allEntries(split),
      ...phrases(split),
    ]);
    const known = new Set(train);
    expect(validation?.filter((entry) => known.has(entry))).toEqual([]);
    for (const entry of validation ?? []) known.add(entry);
    expect(heldout?.filter((entry) => known.has(entry))).toEqual([]);
    for (const split of [train, validation, heldout]) expect(split).not.toContain('');
  });

  test.each(TEXT_FAMILIES)(
    'of %s say what they mean in words that training uses for it, and for nothing else',
    (family) => {
      const words = (text: string) => new Set(text.split(/[^a-z]+/));
      const training = RULES[family].hypotheses.map((_, h) => phrasesFor(family, h, 'train'));
      const used = training.map((phrases) => words(phrases.join(' ')));
      for (const [h, own] of used.entries()) {
        expect(training[h]?.length).toBeGreaterThanOrEqual(12);
        for (const split of ['validation', 'heldout'] as const) {
          for (const phrase of phrasesFor(family, h, split)) {
            const telling = [...words(phrase)].filter(
              (word) => own.has(word) && used.every((other, g) => g === h || !other.has(word)),
            );
            expect(telling.length, phrase).toBeGreaterThanOrEqual(2);
          }
        }
      }
    },
  );
});

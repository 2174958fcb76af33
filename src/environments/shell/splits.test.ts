import { describe, expect, it } from 'vitest';
import { seedModules } from './seed-modules.ts';
import { placeModules } from './splits.ts';

const modules = Array.from({ length: 80 }, (_, i) => ({ family: `family-${i % 10}`, name: `module-${i}` }));
const named = (fold: number, split: string, trainModules = 0) =>
  [...placeModules(modules, { fold, trainModules })]
    .filter(([, place]) => place.split === split)
    .map(([name]) => name)
    .sort();

describe('the splits of modules', () => {
  it('keep one fifth for validation, the same in every fold', () => {
    expect(named(0, 'validation')).toHaveLength(16);
    for (const fold of [1, 2, 3, 4]) expect(named(fold, 'validation')).toEqual(named(0, 'validation'));
  });

  it('hold every other module out in exactly one fold', () => {
    const heldout = [0, 1, 2, 3, 4].flatMap((fold) => named(fold, 'heldout'));
    expect(new Set(heldout).size).toBe(64);
    expect(heldout).toHaveLength(64);
    expect(heldout.filter((name) => named(0, 'validation').includes(name))).toEqual([]);
  });

  it('give every module one place', () => {
    const all = [...named(2, 'train'), ...named(2, 'validation'), ...named(2, 'heldout')];
    expect(all.sort()).toEqual(modules.map(({ name }) => name).sort());
  });

  it('have every family in training, validation and, over the folds, in held-out', () => {
    const familiesOf = (names: string[]) =>
      new Set(modules.filter(({ name }) => names.includes(name)).map(({ family }) => family)).size;
    expect(familiesOf(named(0, 'train'))).toBe(10);
    expect(familiesOf(named(0, 'validation'))).toBe(10);
    for (const fold of [0, 1, 2, 3, 4]) expect(familiesOf(named(fold, 'heldout'))).toBe(10);
  });

  it('limit training modules evenly over the families and leave the other splits as they are', () => {
    const train = named(0, 'train', 20);
    expect(train).toHaveLength(20);
    expect(named(0, 'train')).toEqual(expect.arrayContaining(train));
    expect(new Set(modules.filter(({ name }) => train.includes(name)).map(({ family }) => family)).size).toBe(
      10,
    );
    expect(named(0, 'heldout', 20)).toEqual(named(0, 'heldout'));
  });

  it('share 128 monitoring tasks evenly over the training modules', () => {
    const shares = [...placeModules(modules, { fold: 0, trainModules: 0 }).values()]
      .filter(({ split }) => split === 'train')
      .map(({ monitorTasks }) => monitorTasks);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(128);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  });

  it('do not depend on the order in which modules are named', () => {
    const options = { fold: 3, trainModules: 12 };
    expect(placeModules(modules.toReversed(), options)).toEqual(placeModules(modules, options));
  });

  it('deal the seed modules: 16 for validation, the others held out in one fold each', () => {
    const folds = [0, 1, 2, 3, 4].map((fold) => placeModules(seedModules(), { fold, trainModules: 0 }));
    const inSplit = (split: string) =>
      folds.map((places) => [...places].filter(([, place]) => place.split === split).map(([name]) => name));
    const [validation] = inSplit('validation');
    expect(validation).toHaveLength(16);
    for (const same of inSplit('validation')) expect(same).toEqual(validation);
    const heldout = inSplit('heldout').flat();
    const everyName = seedModules().map(({ name }) => name);
    expect([...(validation ?? []), ...heldout].sort()).toEqual(everyName.sort());
    for (const places of folds) expect([...places.keys()].sort()).toEqual(everyName);
  });
});

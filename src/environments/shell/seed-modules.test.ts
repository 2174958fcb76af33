import { describe, expect, it } from 'vitest';
import { createTestRunner } from './quickjs-test-runner.ts';
import { modulesFrom, repositoryOf, SeedModuleError, seedModules } from './seed-modules.ts';

const texts = {
  './modules/arrays/last/src/last.js': 'export const last = (a) => a.at(-1);',
  './modules/arrays/last/test/last.test.js': "import '../src/last.js';",
  './modules/arrays/last/hidden/last.test.js': "import '../src/last.js'; // hidden",
};

describe('the seed modules', () => {
  it('are all complete, in one order, with names of their own', () => {
    const modules = seedModules();
    const paths = modules.map(({ family, name }) => `${family}/${name}`);
    expect(paths).toEqual([...paths].sort());
    expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length);
    expect(modules.length).toBeGreaterThanOrEqual(80);
    expect(new Set(modules.map(({ family }) => family)).size).toBeGreaterThanOrEqual(10);
  });

  it('are small: 8 lines of code at least, and 40 in one file at most', () => {
    const linesOf = (source: string) =>
      source
        .replace(/\/\*\*[\s\S]*?\*\//g, '')
        .split('\n')
        .filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;
    for (const { name, sources } of seedModules()) {
      const lines = Object.values(sources).map(linesOf);
      expect(Math.max(...lines), name).toBeLessThanOrEqual(40);
      expect(
        lines.reduce((sum, n) => sum + n, 0),
        name,
      ).toBeGreaterThanOrEqual(8);
    }
  });

  it('pass their own tests, at least 6 that are shown and some that are hidden', async () => {
    const runner = await createTestRunner();
    for (const module of seedModules()) {
      const files = { ...repositoryOf(module, module.sources), ...module.hidden };
      const visible = await runner.run(files, Object.keys(module.tests));
      const hidden = await runner.run(files, Object.keys(module.hidden));
      expect([visible.failed, visible.crash, hidden.failed, hidden.crash], module.name).toEqual([
        0,
        null,
        0,
        null,
      ]);
      expect(visible.passed, module.name).toBeGreaterThanOrEqual(6);
      expect(hidden.passed, module.name).toBeGreaterThan(0);
    }
    runner.dispose();
  });

  it('are put together from their files', () => {
    expect(modulesFrom(texts)).toEqual([
      {
        family: 'arrays',
        name: 'last',
        sources: { 'src/last.js': 'export const last = (a) => a.at(-1);' },
        tests: { 'test/last.test.js': "import '../src/last.js';" },
        hidden: { 'hidden/last.test.js': "import '../src/last.js'; // hidden" },
      },
    ]);
  });

  it('are refused with the file or folder that is wrong', () => {
    expect(() => modulesFrom({ './modules/arrays/last/last.js': '' })).toThrow(SeedModuleError);
    expect(() => modulesFrom({ './modules/arrays/last/last.js': '' })).toThrow(
      './modules/arrays/last/last.js',
    );
    const { './modules/arrays/last/hidden/last.test.js': _, ...withoutHidden } = texts;
    expect(() => modulesFrom(withoutHidden)).toThrow('arrays/last has no hidden/*.js');
    expect(() => modulesFrom({ ...texts, './modules/lists/last/src/last.js': '' })).toThrow(
      'module "last" exists in family "arrays" too',
    );
  });
});

describe('a mounted repository', () => {
  it('has a manifest, the given sources and the visible tests, and no hidden ones', () => {
    const [module] = modulesFrom(texts);
    if (module === undefined) throw new Error('no module');
    const files = repositoryOf(module, { 'src/last.js': 'faulty' });
    expect(Object.keys(files)).toEqual(['package.json', 'src/last.js', 'test/last.test.js']);
    expect(files['src/last.js']).toBe('faulty');
    expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({ name: 'last', type: 'module' });
  });
});

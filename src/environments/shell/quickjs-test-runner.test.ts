import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run as runInNode } from 'node:test';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InfrastructureError } from '../../core/environment.ts';
import { NODE_FIXTURES } from './node-test.fixture.ts';
import { createTestRunner } from './quickjs-test-runner.ts';
import type { Files, TestRunner } from './runtime.ts';

const modulesFolder = fileURLToPath(new URL('./modules', import.meta.url));

/** Some of the seed modules, spread over the families, as trees with sources and visible tests. */
function seedModules(count: number): [name: string, files: Files][] {
  const folders = readdirSync(modulesFolder).flatMap((family) =>
    readdirSync(join(modulesFolder, family)).map((name) => join(modulesFolder, family, name)),
  );
  const chosen = folders.filter((_folder, i) => i % Math.ceil(folders.length / count) === 0);
  return chosen.map((folder) => {
    const files: Record<string, string> = { 'package.json': '{ "type": "module" }\n' };
    for (const part of ['src', 'test']) {
      for (const name of readdirSync(join(folder, part))) {
        files[`${part}/${name}`] = readFileSync(join(folder, part, name), 'utf8');
      }
    }
    return [folder, files];
  });
}

function testFilesOf(files: Files): string[] {
  return Object.keys(files).filter((path) => path.startsWith('test/'));
}

/** Results of trees as Node's own runner gives them: per tree, `file > name` to passed. */
async function resultsOfNode(trees: Files[]): Promise<Record<string, boolean>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'node-test-'));
  try {
    const paths = trees.flatMap((files, i) =>
      Object.entries(files).flatMap(([path, text]) => {
        const target = join(folder, String(i), path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text);
        return path.startsWith('test/') ? [target] : [];
      }),
    );
    const results: Record<string, boolean>[] = trees.map(() => ({}));
    const names: string[] = [];
    // Skipped and todo tests are no results.
    const record = (passed: boolean) => (event: NodeEvent) => {
      const { name, nesting, file, skip, todo, details } = event;
      const path = [...names.slice(0, nesting), name].join(' > ');
      if (skip !== undefined || todo !== undefined || details.type === 'suite' || file === undefined) return;
      const [tree, ...rest] = file.slice(folder.length + 1).split('/');
      (results[Number(tree)] as Record<string, boolean>)[`${rest.join('/')} > ${path}`] = passed;
    };
    const stream = runInNode({ files: paths, concurrency: true, timeout: 60_000 });
    stream.on('test:start', ({ name, nesting }) => {
      names[nesting] = name;
    });
    stream.on('test:pass', record(true) as never);
    stream.on('test:fail', record(false) as never);
    for await (const _event of stream);
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface NodeEvent {
  name: string;
  nesting: number;
  file?: string;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { type?: string };
}

describe('the QuickJS test runner', () => {
  let runner: TestRunner;
  beforeAll(async () => {
    runner = await createTestRunner();
  });
  afterAll(() => runner.dispose());

  async function resultsHere(files: Files, coverage = false): Promise<Record<string, boolean>> {
    const run = await runner.run(files, testFilesOf(files), { coverage });
    expect(run.crash).toBeNull();
    return Object.fromEntries(run.tests.map((t) => [`${t.file} > ${t.name}`, t.passed]));
  }

  it('agrees with Node on seed modules and on mutants of them', async () => {
    const trees: Files[] = [];
    for (const [, files] of seedModules(6)) {
      trees.push(files);
      for (const [before, after] of [
        [' < ', ' <= '],
        [' + 1', ' + 2'],
        [' === ', ' !== '],
      ] as const) {
        const source = Object.keys(files).find((p) => p.startsWith('src/') && files[p]?.includes(before));
        if (source === undefined) continue;
        const mutant = { ...files, [source]: (files[source] as string).replace(before, after) };
        // A mutant that loops or does not load has no tests to compare.
        const run = await runner.run(mutant, testFilesOf(mutant));
        if (run.crash === null && !run.tests.some((t) => /stack overflow/.test(t.message)))
          trees.push(mutant);
      }
    }
    const expected = await resultsOfNode(trees);
    const failing = expected.filter((results) => Object.values(results).includes(false)).length;
    expect(trees.length).toBeGreaterThan(10);
    expect(failing).toBeGreaterThan(4);
    for (const [i, files] of trees.entries()) expect(await resultsHere(files)).toEqual(expected[i]);
  });

  it('agrees with Node on what suites, hooks, subtests and assertions do', async () => {
    const [expected] = await resultsOfNode([NODE_FIXTURES]);
    expect(Object.keys(expected ?? {}).length).toBeGreaterThan(40);
    expect(await resultsHere(NODE_FIXTURES)).toEqual(expected);
  });

  it('gives the same results with coverage as without', async () => {
    for (const [, files] of seedModules(12)) {
      expect(await resultsHere(files, true)).toEqual(await resultsHere(files));
    }
  });

  it('reports a file that runs beyond the wall clock as an infrastructure failure', async () => {
    const hurried = await createTestRunner({ wallClockMs: 0 });
    const files = { 'test/a.test.js': "import test from 'node:test'; test('a', () => { for (;;); });" };
    await expect(hurried.run(files, ['test/a.test.js'])).rejects.toThrow(InfrastructureError);
  });

  it('refuses to run after it was disposed of', async () => {
    const disposed = await createTestRunner();
    disposed.dispose();
    await expect(disposed.run({}, ['test/a.test.js'])).rejects.toThrow(/disposed/);
  });
});

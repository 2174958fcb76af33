import { describe, expect, it } from 'vitest';
import { endsInNode, runSuitesInNode, type Suite } from './node-suites.ts';

const suiteOf = (text: string): Suite => ({
  files: {
    'package.json': '{ "type": "module" }\n',
    'test/a.test.js': `import test, { describe, before } from 'node:test';\n${text}`,
  },
  testFiles: ['test/a.test.js'],
});

describe('running suites in Node', () => {
  it('gives every test by its full name, and keeps suites apart', async () => {
    const [first, second] = await runSuitesInNode(
      [
        suiteOf(
          "describe('d', () => { test('a', () => {}); test('b', () => { throw new Error('no'); }); }); test.skip('c');",
        ),
        suiteOf("describe('e', () => { before(() => { throw new Error('hook'); }); }); test('a', () => {});"),
      ],
      () => undefined,
    );
    expect(first).toEqual({
      tests: [
        { name: 'test/a.test.js > d > a', passed: true, message: '' },
        { name: 'test/a.test.js > d > b', passed: false, message: 'Error: no' },
      ],
      crash: null,
    });
    expect(second?.tests.map(({ name, passed }) => [name, passed])).toContainEqual([
      'test/a.test.js > a',
      true,
    ]);
  });

  it('goes on after an assertion whose operand cannot be made a text', async () => {
    const unreadable =
      "import assert from 'node:assert/strict'; test('a', () => assert.deepEqual([new Map([[1, 2]]).values()], [1]));";
    const results = await runSuitesInNode(
      [suiteOf(unreadable), suiteOf("test('b', () => {});")],
      () => undefined,
    );
    expect(results.map(({ crash }) => crash)).toEqual([null, null]);
    expect(results.map(({ tests }) => tests.map(({ name, passed }) => [name, passed]))).toEqual([
      [['test/a.test.js > a', false]],
      [['test/a.test.js > b', true]],
    ]);
  });

  it('says of a file that cannot be loaded, or has no tests, that it crashed', async () => {
    const results = await runSuitesInNode([suiteOf('nope('), suiteOf('')], () => undefined);
    expect(results.map(({ tests }) => tests)).toEqual([[], []]);
    expect(results.map(({ crash }) => crash)).toEqual([expect.any(String), 'the file defines no tests']);
  });

  it('kills what does not end', async () => {
    const suites = [suiteOf("test('a', () => { for (;;); });"), suiteOf("test('a', () => {});")];
    expect(await endsInNode(suites, 1500)).toEqual(['killed', 'ended']);
  });
});

import { expect, test } from 'vitest';
import { applyDiff, diffOf, emitAction, isSource, parseAction } from './actions.ts';

const source = 'export function sum(a, b) {\n  return a - b;\n}\n';
const repaired = source.replace('-', '+');
const files = { 'src/sum.js': source, 'test/sum.test.js': 'test();\n' };

test('an emitted action reads back as itself', () => {
  for (const action of [
    { action: 'read', path: 'src/sum.js' },
    { action: 'run', command: 'node --test' },
    { action: 'patch', diff: diffOf('src/sum.js', source, repaired) },
    { action: 'stop', message: 'done' },
  ] as const) {
    expect(parseAction(emitAction(action))).toEqual({ action });
  }
});

test.each([
  ['read src/sum.js', /not a JSON object/],
  ['{"action":"delete","path":"src/sum.js"}', /not an action of the protocol/],
  ['{"action":"read"}', /path/],
  ['{"action":"read","path":"src/sum.js","mode":"fast"}', /mode/],
  ['{"action":"run","command":""}', /command/],
  ['null', /not an action of the protocol/],
])('%s is refused with the reason', (emitted, reason) => {
  expect(parseAction(emitted)).toEqual({ invalid: expect.stringMatching(reason) });
});

test('a diff of one edit is a real unified diff and applies to the file it was made from', () => {
  const diff = diffOf('src/sum.js', source, repaired);
  expect(diff).toContain('--- a/src/sum.js');
  expect(diff).toContain('+++ b/src/sum.js');
  expect(diff).toContain('@@ -1,3 +1,3 @@');
  expect(applyDiff(files, diff)).toEqual({ path: 'src/sum.js', content: repaired });
});

test('a diff of a source without a final newline applies too', () => {
  const bare = source.trimEnd();
  const diff = diffOf('src/sum.js', bare, bare.replace('-', '*'));
  expect(applyDiff({ 'src/sum.js': bare }, diff)).toMatchObject({ content: bare.replace('-', '*') });
});

test('a diff that does not fit the present file is refused', () => {
  const diff = diffOf('src/sum.js', source, repaired);
  expect(applyDiff({ 'src/sum.js': repaired }, diff)).toEqual({
    refused: expect.stringMatching(/does not fit/),
  });
});

test('a diff of a test file is refused', () => {
  const diff = diffOf('test/sum.test.js', 'test();\n', '\n');
  expect(applyDiff(files, diff)).toEqual({ refused: expect.stringMatching(/not a source file/) });
});

test('a diff of a missing file, of no file and of two files are refused', () => {
  expect(applyDiff(files, diffOf('src/other.js', 'a\n', 'b\n'))).toMatchObject({ refused: /exist/ });
  expect(applyDiff(files, 'make it work')).toHaveProperty('refused');
  const two = `${diffOf('src/sum.js', source, repaired)}${diffOf('src/b.js', 'a\n', 'b\n')}`;
  expect(applyDiff(files, two)).toEqual({ refused: expect.stringMatching(/exactly one file/) });
});

test('a renaming diff is refused', () => {
  const diff = diffOf('src/sum.js', source, repaired).replace('+++ b/src/sum.js', '+++ b/src/other.js');
  expect(applyDiff(files, diff)).toEqual({ refused: expect.stringMatching(/renames/) });
});

test.each([
  ['test/sum.test.js', /not a source file/],
  ['src/../test/sum.test.js', /not a source file/],
  ['../src/sum.js', /not a source file/],
  ['/src/sum.js', /not a source file/],
  ['src\\sum.js', /not a source file/],
  ['src/sum.test.js', /not a source file/],
  ['src/sum.js.bak', /not a source file/],
  ['hidden/sum.test.js', /not a source file/],
  ['__proto__', /not a source file/],
  ['src/./sum.js', /does not exist/],
  ['src//sum.js', /does not exist/],
  ['src/%73um.js', /does not exist/],
  ['src/__proto__.js', /does not exist/],
  ['src/constructor.js', /does not exist/],
  ['src/sum\u200b.js', /does not exist/],
  ['src/sum.js\u0000.js', /does not exist/],
  [`src/${'a'.repeat(250)}.js`, /does not exist/],
])('a diff of %j is refused', (path, reason) => {
  expect(applyDiff(files, diffOf(path, 'a\n', 'b\n'))).toEqual({ refused: expect.stringMatching(reason) });
});

test.each([
  ['that creates a file', '--- /dev/null\n+++ b/src/new.js\n@@ -0,0 +1,1 @@\n+1;\n'],
  ['that deletes a file', '--- a/src/sum.js\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n'],
  [
    'with a line break of another kind in a name',
    '--- a/src/sum.js\u2028\n+++ b/src/sum.js\u2028\n@@ -1 +1 @@\n-a\n+b\n',
  ],
  ['with a return in a name', '--- a/src/sum.js\r\r\n+++ b/src/sum.js\r\r\n@@ -1 +1 @@\n-a\n+b\n'],
  [
    'with a hunk far beyond the file',
    '--- a/src/sum.js\n+++ b/src/sum.js\n@@ -999999999999,1 +1,1 @@\n-a\n+b\n',
  ],
  [
    'with a hunk that is longer than it says',
    '--- a/src/sum.js\n+++ b/src/sum.js\n@@ -1,1 +1,1 @@\n-a\n-b\n+c\n',
  ],
  ['with nothing but headers', '--- a/src/sum.js\n+++ b/src/sum.js\n'],
  ['of headers only', '--- \n'.repeat(2000)],
  ['of hunks only', `--- a/src/sum.js\n+++ b/src/sum.js\n${'@@ -1,1 +1,1 @@\n-a\n+b\n'.repeat(700)}`],
])('a diff %s is refused', (_what, diff) => {
  expect(applyDiff(files, diff)).toHaveProperty('refused');
});

test('a patched source may not grow beyond every other', () => {
  const long = `${repaired}${'// more\n'.repeat(1000)}`;
  expect(applyDiff(files, diffOf('src/sum.js', source, long))).toEqual({
    refused: expect.stringMatching(/more than 8000 characters/),
  });
});

test('only JavaScript under src is a source', () => {
  expect(isSource('src/a.js')).toBe(true);
  expect(isSource('src/../test/a.js')).toBe(false);
  expect(isSource('test/a.test.js')).toBe(false);
  expect(isSource('src/a.test.js')).toBe(false);
  expect(isSource('package.json')).toBe(false);
});

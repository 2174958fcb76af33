import assert from 'node:assert/strict';
import test from 'node:test';
import { countFiles, nestPaths, treeLines } from '../src/tree-listing.js';

const project = ['src/main.js', 'README.md', 'src/lib/b.js', 'src/lib/a.js', 'test/main.test.js', 'LICENSE'];

test('draws a whole project', () => {
  assert.deepEqual(treeLines(nestPaths(project)), [
    '|-- src/',
    '|   |-- lib/',
    '|   |   |-- a.js',
    '|   |   `-- b.js',
    '|   `-- main.js',
    '|-- test/',
    '|   `-- main.test.js',
    '|-- LICENSE',
    '`-- README.md',
  ]);
});

test('the order of the paths does not matter', () => {
  assert.deepEqual(treeLines(nestPaths([...project].reverse())), treeLines(nestPaths(project)));
});

test('counts the files of nested paths, duplicates once', () => {
  assert.equal(countFiles(nestPaths(project)), project.length);
  assert.equal(countFiles(nestPaths(['a/b', 'a/b', 'a//b'])), 1);
});

test('deep chains indent by four per level', () => {
  assert.deepEqual(treeLines(nestPaths(['a/b/c/d'])), [
    '`-- a/',
    '    `-- b/',
    '        `-- c/',
    '            `-- d',
  ]);
});

test('an initial indent is kept on every line', () => {
  assert.deepEqual(treeLines({ k: { v: null } }, '> '), ['> `-- k/', '>     `-- v']);
});

test('a folder named twice keeps all its files', () => {
  assert.deepEqual(nestPaths(['p/q', 'p', 'p/r/s', 'p/r']), { p: { q: null, r: { s: null } } });
});

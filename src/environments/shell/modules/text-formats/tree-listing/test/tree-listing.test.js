import assert from 'node:assert/strict';
import test from 'node:test';
import { countFiles, nestPaths, treeLines } from '../src/tree-listing.js';

test('nests paths into folders with null leaves', () => {
  assert.deepEqual(nestPaths(['a/b.js', 'a/c/d.js', 'e.md']), {
    a: { 'b.js': null, c: { 'd.js': null } },
    'e.md': null,
  });
});

test('superfluous slashes are ignored', () => {
  assert.deepEqual(nestPaths(['/a//b', 'c/']), { a: { b: null }, c: null });
  assert.deepEqual(nestPaths(['', '/']), {});
});

test('a name seen as a folder stays a folder', () => {
  assert.deepEqual(nestPaths(['lib/x', 'lib']), { lib: { x: null } });
  assert.deepEqual(nestPaths(['lib', 'lib/x']), { lib: { x: null } });
});

test('the last entry gets a corner', () => {
  assert.deepEqual(treeLines({ a: null, b: null }), ['|-- a', '`-- b']);
  assert.deepEqual(treeLines({}), []);
});

test('entries are sorted by name', () => {
  assert.deepEqual(treeLines({ c: null, a: null, b: null }), ['|-- a', '|-- b', '`-- c']);
  assert.deepEqual(treeLines({ z: {}, y: {} }), ['|-- y/', '`-- z/']);
});

test('folders come before files', () => {
  assert.deepEqual(treeLines({ a: null, z: {} }), ['|-- z/', '`-- a']);
});

test('children are indented below a bar or a blank', () => {
  assert.deepEqual(treeLines({ one: { x: null }, two: { y: { z: null } } }), [
    '|-- one/',
    '|   `-- x',
    '`-- two/',
    '    `-- y/',
    '        `-- z',
  ]);
});

test('counts files at every depth', () => {
  assert.equal(countFiles({ a: null, b: { c: null, d: { e: null } } }), 3);
  assert.equal(countFiles({ empty: {} }), 0);
  assert.equal(countFiles({}), 0);
});

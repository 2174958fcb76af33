import assert from 'node:assert/strict';
import test from 'node:test';
import { dedent, indent, reindent } from '../src/dedent-block.js';

test('removes the indentation all lines share', () => {
  assert.equal(dedent('    a\n    b'), 'a\nb');
  assert.equal(dedent('    a\n      b\n  c'), '  a\n    b\nc');
});

test('drops one blank line at each end', () => {
  assert.equal(dedent('\n  a\n  b\n  '), 'a\nb');
  assert.equal(dedent('a\n'), 'a');
  assert.equal(dedent('\n\n  a\n\n'), '\na\n');
});

test('blank lines do not count towards the margin and become empty', () => {
  assert.equal(dedent('  a\n\n  b'), 'a\n\nb');
  assert.equal(dedent('  a\n    \n  b'), 'a\n\nb');
});

test('text without a margin is unchanged', () => {
  assert.equal(dedent('a\n  b'), 'a\n  b');
  assert.equal(dedent(''), '');
});

test('a single line is kept and dedented', () => {
  assert.equal(dedent('   only'), 'only');
  assert.equal(dedent('   '), '');
});

test('keeps spaces inside and at the end of lines', () => {
  assert.equal(dedent('  a b  \n  c '), 'a b  \nc ');
});

test('indents by two spaces per level', () => {
  assert.equal(indent('a\nb'), '  a\n  b');
  assert.equal(indent('a', 3), '      a');
  assert.equal(indent('a', 0), 'a');
});

test('indent leaves blank lines as they are', () => {
  assert.equal(indent('a\n\n \nb', 1, '>'), '>a\n\n \n>b');
});

test('a negative depth is refused', () => {
  assert.throws(() => indent('a', -1), /depth must not be negative/);
});

test('reindent keeps the inner structure', () => {
  assert.equal(reindent('\n      if:\n        x\n', 1), '  if:\n    x');
  assert.equal(reindent('    a', 0), 'a');
});

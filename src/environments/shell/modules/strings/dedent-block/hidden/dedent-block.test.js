import assert from 'node:assert/strict';
import test from 'node:test';
import { dedent, indent, reindent } from '../src/dedent-block.js';

test('dedent undoes indent', () => {
  const block = 'one\n  two\n\nthree';
  for (let depth = 0; depth < 5; depth += 1) assert.equal(dedent(indent(block, depth)), block);
});

test('dedent is idempotent on blocks without blank ends', () => {
  const once = dedent('\n   p\n     q\n   r\n');
  assert.equal(once, 'p\n  q\nr');
  assert.equal(dedent(once), once);
});

test('tabs count as one character of margin', () => {
  assert.equal(dedent('\t\ta\n\tb'), '\ta\nb');
});

test('only blank lines', () => {
  assert.equal(dedent('\n'), '');
  assert.equal(dedent(' \n \n '), '');
});

test('ends with text stay when the other end is blank', () => {
  assert.equal(dedent('x\n'), 'x');
  assert.equal(dedent('\nx'), 'x');
  assert.equal(dedent('x\ny'), 'x\ny');
});

test('indent with tabs and with a default unit', () => {
  assert.equal(indent('a\n\nb', 2, '\t'), '\t\ta\n\n\t\tb');
  assert.throws(() => indent('a', -2), RangeError);
  assert.equal(reindent('\t\tx\n\t\t\ty', 2), '    x\n    \ty');
});

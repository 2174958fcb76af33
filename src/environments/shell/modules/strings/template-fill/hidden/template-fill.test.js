import assert from 'node:assert/strict';
import test from 'node:test';
import { fillTemplate, templatePaths } from '../src/template-fill.js';

test('inserted values are not expanded again', () => {
  assert.equal(fillTemplate('{a}{b}', { a: '{b}', b: '$&' }), '{b}$&');
});

test('walks through null and undefined without failing', () => {
  assert.equal(fillTemplate('{a.b|x}{c.d.e|y}', { a: null }), 'xy');
  assert.equal(fillTemplate('{a.b}', { a: { b: { toString: () => 'obj' } } }), 'obj');
});

test('strict names the trimmed path and only complains when needed', () => {
  assert.throws(() => fillTemplate('{ x.y }', { x: {} }, { strict: true }), /missing value: x\.y$/);
  assert.equal(fillTemplate('{{x}}{z}', { z: 0 }, { strict: true }), '{x}0');
  assert.throws(() => fillTemplate('{z}', { z: null }, { strict: true }), Error);
});

test('a fallback keeps its spaces', () => {
  assert.equal(fillTemplate('<{a| b }>', {}), '< b >');
  assert.equal(fillTemplate('<{a|b}>', { a: 'v' }), '<v>');
});

test('escaped braces may wrap a placeholder', () => {
  assert.equal(fillTemplate('{{{a}}}', { a: 5 }), '{5}');
  assert.equal(fillTemplate('}} {{', {}), '} {');
});

test('paths of templates filled from those paths leave nothing open', () => {
  const template = '{p} {q.r} {s|t} {p}';
  assert.deepEqual(templatePaths(template), ['p', 'q.r', 's']);
  assert.equal(fillTemplate(template, { p: 1, q: { r: 2 }, s: 3 }, { strict: true }), '1 2 3 1');
});

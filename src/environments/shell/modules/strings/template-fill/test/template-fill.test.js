import assert from 'node:assert/strict';
import test from 'node:test';
import { fillTemplate, templatePaths } from '../src/template-fill.js';

test('replaces every placeholder', () => {
  assert.equal(fillTemplate('{a} and {b}, {a}', { a: 'x', b: 'y' }), 'x and y, x');
});

test('text without placeholders is unchanged', () => {
  assert.equal(fillTemplate('plain', {}), 'plain');
  assert.equal(fillTemplate('', { a: 1 }), '');
});

test('follows dotted paths into objects and arrays', () => {
  assert.equal(fillTemplate('{user.name.first}', { user: { name: { first: 'Ada' } } }), 'Ada');
  assert.equal(fillTemplate('{list.1}', { list: ['p', 'q'] }), 'q');
});

test('falsy values are values', () => {
  assert.equal(fillTemplate('{n}/{f}/{s|none}', { n: 0, f: false, s: '' }), '0/false/');
});

test('uses the fallback for missing and null values', () => {
  assert.equal(fillTemplate('Hi {name|friend}!', {}), 'Hi friend!');
  assert.equal(fillTemplate('{name|nobody}', { name: null }), 'nobody');
  assert.equal(fillTemplate('{|x}', {}), 'x');
});

test('a fallback may be empty or contain bars', () => {
  assert.equal(fillTemplate('[{a|}]', {}), '[]');
  assert.equal(fillTemplate('{a|b|c}', {}), 'b|c');
});

test('leaves unknown placeholders alone by default', () => {
  assert.equal(fillTemplate('{gone} {here}', { here: 1 }), '{gone} 1');
  assert.equal(fillTemplate('{a.b.c}', { a: null }), '{a.b.c}');
  assert.equal(fillTemplate('{a.b.c}', { a: {} }), '{a.b.c}');
});

test('strict mode throws on a missing value', () => {
  assert.throws(() => fillTemplate('{a.b}', {}, { strict: true }), /missing value: a\.b/);
  assert.equal(fillTemplate('{a|ok}', {}, { strict: true }), 'ok');
});

test('doubled braces are literal', () => {
  assert.equal(fillTemplate('{{a}} {a}', { a: 1 }), '{a} 1');
});

test('trims the path', () => {
  assert.equal(fillTemplate('{ a }{ b |z}', { a: 1, b: 2 }), '12');
});

test('templatePaths lists distinct paths in order of first use', () => {
  assert.deepEqual(templatePaths('{b} {a.c|d} { b } {{x}}'), ['b', 'a.c']);
  assert.deepEqual(templatePaths('none'), []);
});

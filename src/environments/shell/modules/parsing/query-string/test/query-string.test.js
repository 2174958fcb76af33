import test from 'node:test';
import assert from 'node:assert/strict';
import { formatQuery, parseQuery } from '../src/query-string.js';

test('parses keys and values', () => {
  assert.deepEqual(parseQuery('a=1&b=two'), { a: '1', b: 'two' });
});

test('ignores the question mark and empty pairs', () => {
  assert.deepEqual(parseQuery('?a=1&&b=2&'), { a: '1', b: '2' });
  assert.deepEqual(parseQuery('?'), {});
  assert.deepEqual(parseQuery(''), {});
});

test('only the first equals sign splits', () => {
  assert.deepEqual(parseQuery('expr=a=b'), { expr: 'a=b' });
  assert.deepEqual(parseQuery('a=&=b'), { a: '', '': 'b' });
});

test('a key without equals sign is true', () => {
  assert.deepEqual(parseQuery('debug&x=1'), { debug: true, x: '1' });
});

test('decodes percent signs and plus signs', () => {
  assert.deepEqual(parseQuery('full+name=J%C3%B6rg+X&sum=1%2B2'), { 'full name': 'Jörg X', sum: '1+2' });
});

test('repeated keys collect into arrays', () => {
  assert.deepEqual(parseQuery('t=a&t=b&t=c'), { t: ['a', 'b', 'c'] });
});

test('bracketed keys are arrays from the first value on', () => {
  assert.deepEqual(parseQuery('t[]=a'), { t: ['a'] });
  assert.deepEqual(parseQuery('t[]=a&t[]=b&u=1'), { t: ['a', 'b'], u: '1' });
});

test('names of object methods are ordinary keys', () => {
  assert.deepEqual(parseQuery('toString=1'), { toString: '1' });
});

test('formats with sorted keys', () => {
  assert.equal(formatQuery({ b: 2, a: 'x' }), 'a=x&b=2');
  assert.equal(formatQuery({}), '');
});

test('formats arrays and flags', () => {
  assert.equal(formatQuery({ t: ['a', 'b'], on: true }), 'on&t=a&t=b');
  assert.equal(formatQuery({ t: [] }), '');
});

test('leaves out null, undefined and false but not zero or empty', () => {
  assert.equal(formatQuery({ a: null, b: undefined, c: false, d: 0, e: '' }), 'd=0&e=');
});

test('encodes special characters', () => {
  assert.equal(formatQuery({ 'a b': 'x&y=z' }), 'a+b=x%26y%3Dz');
});

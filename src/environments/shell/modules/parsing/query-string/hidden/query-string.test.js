import test from 'node:test';
import assert from 'node:assert/strict';
import { formatQuery, parseQuery } from '../src/query-string.js';

test('parsing undoes formatting', () => {
  for (const params of [
    { q: 'a b+c', lang: 'ö&ü', page: '2' },
    { flag: true, tags: ['x', 'y y'] },
    { empty: '', 'odd=key': '?#' },
  ]) {
    assert.deepEqual(parseQuery(formatQuery(params)), params);
    assert.deepEqual(parseQuery(`?${formatQuery(params)}`), params);
  }
});

test('a second question mark belongs to the text', () => {
  assert.deepEqual(parseQuery('??a=1'), { '?a': '1' });
  assert.deepEqual(parseQuery('a=?'), { a: '?' });
});

test('mixed repetition', () => {
  assert.deepEqual(parseQuery('t=a&t[]=b'), { t: ['a', 'b'] });
  assert.deepEqual(parseQuery('t[]=a&t=b'), { t: ['a', 'b'] });
  assert.deepEqual(parseQuery('f&f&f=0'), { f: [true, true, '0'] });
});

test('bare brackets', () => {
  assert.deepEqual(parseQuery('[]=1'), { '': ['1'] });
  assert.deepEqual(parseQuery('x[]'), { x: [true] });
  assert.deepEqual(parseQuery('x%5B%5D=1'), { x: ['1'] });
});

test('plus signs in keys and encoded equals signs', () => {
  assert.deepEqual(parseQuery('a+b=c+d&e%3Df=g'), { 'a b': 'c d', 'e=f': 'g' });
});

test('lists with holes and flags', () => {
  assert.equal(formatQuery({ z: [1, null, 2], y: [true, false] }), 'y&z=1&z=2');
  assert.equal(formatQuery({ B: 1, a: 2, A: 3 }), 'A=3&B=1&a=2');
  assert.equal(formatQuery({ 'k k': true }), 'k+k');
});

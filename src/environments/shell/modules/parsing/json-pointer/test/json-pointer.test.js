import test from 'node:test';
import assert from 'node:assert/strict';
import { formatPointer, getAt, parsePointer, setAt } from '../src/json-pointer.js';

const DOCUMENT = { users: [{ name: 'Ann' }, { name: 'Bob', age: 0 }], 'a/b': 1, 'm~n': 2, '': 3, none: null };

test('splits a pointer into tokens', () => {
  assert.deepEqual(parsePointer('/users/0/name'), ['users', '0', 'name']);
  assert.deepEqual(parsePointer(''), []);
  assert.deepEqual(parsePointer('/'), ['']);
});

test('unescapes slash and tilde', () => {
  assert.deepEqual(parsePointer('/a~1b/m~0n/~01'), ['a/b', 'm~n', '~1']);
});

test('a pointer must start with a slash', () => {
  assert.throws(() => parsePointer('users'), /must start with/);
});

test('formats tokens with escapes', () => {
  assert.equal(formatPointer(['a/b', 'm~n', 0]), '/a~1b/m~0n/0');
  assert.equal(formatPointer(['~1']), '/~01');
  assert.equal(formatPointer([]), '');
});

test('reads values from objects and arrays', () => {
  assert.equal(getAt(DOCUMENT, '/users/1/name'), 'Bob');
  assert.equal(getAt(DOCUMENT, '/a~1b'), 1);
  assert.equal(getAt(DOCUMENT, '/'), 3);
  assert.equal(getAt(DOCUMENT, ''), DOCUMENT);
});

test('gives the fallback for missing values only', () => {
  assert.equal(getAt(DOCUMENT, '/users/2/name', 'x'), 'x');
  assert.equal(getAt(DOCUMENT, '/users/1/age', 'x'), 0);
  assert.equal(getAt(DOCUMENT, '/none', 'x'), null);
  assert.equal(getAt(DOCUMENT, '/none/deep', 'x'), 'x');
  assert.equal(getAt(DOCUMENT, '/a~1b/deep'), undefined);
  assert.equal(getAt(DOCUMENT, '/toString', 'x'), 'x');
});

test('sets a value in a copy and shares the rest', () => {
  const document = { a: { b: 1 }, c: { d: 2 } };
  const changed = setAt(document, '/a/b', 5);
  assert.deepEqual(changed, { a: { b: 5 }, c: { d: 2 } });
  assert.equal(document.a.b, 1);
  assert.equal(changed.c, document.c);
});

test('creates missing objects and replaces scalars', () => {
  assert.deepEqual(setAt({}, '/a/b/c', 1), { a: { b: { c: 1 } } });
  assert.deepEqual(setAt({ a: 5 }, '/a/b', 1), { a: { b: 1 } });
  assert.deepEqual(setAt({ a: null }, '/a/b', 1), { a: { b: 1 } });
});

test('replaces and appends array items', () => {
  assert.deepEqual(setAt({ l: [1, 2, 3] }, '/l/1', 9), { l: [1, 9, 3] });
  assert.deepEqual(setAt([1, 2], '/2', 3), [1, 2, 3]);
  assert.deepEqual(setAt([1, 2], '/-', 3), [1, 2, 3]);
  assert.deepEqual(setAt([{ x: 1 }], '/0/y', 2), [{ x: 1, y: 2 }]);
});

test('refuses array indices that do not fit', () => {
  assert.throws(() => setAt([1], '/2', 0), /bad array index "2"/);
  assert.throws(() => setAt([1], '/-1', 0), RangeError);
  assert.throws(() => setAt([1], '/x', 0), RangeError);
  assert.throws(() => setAt([1, 2], '/0.5', 0), RangeError);
});

test('the empty pointer replaces the document', () => {
  assert.equal(setAt({ a: 1 }, '', 7), 7);
});

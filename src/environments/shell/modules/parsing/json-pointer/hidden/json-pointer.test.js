import test from 'node:test';
import assert from 'node:assert/strict';
import { formatPointer, getAt, parsePointer, setAt } from '../src/json-pointer.js';

const RFC = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'm~n': 8, ' ': 7 };

test('examples of the specification', () => {
  const expected = { '': RFC, '/foo': RFC.foo, '/foo/0': 'bar', '/': 0, '/a~1b': 1, '/c%d': 2, '/m~0n': 8, '/ ': 7 };
  for (const [pointer, value] of Object.entries(expected)) assert.equal(getAt(RFC, pointer, 'gone'), value);
});

test('parsing undoes formatting', () => {
  for (const tokens of [[], [''], ['', ''], ['~', '/', '~0', '~1', '~~//'], ['a', '-', '0']]) {
    assert.deepEqual(parsePointer(formatPointer(tokens)), tokens);
  }
});

test('a value that was set can be read', () => {
  for (const pointer of ['/x', '/foo/0', '/foo/2', '/foo/1/deep', '/a~1b/c', '/~01/~10']) {
    assert.equal(getAt(setAt(RFC, pointer, 42), pointer), 42);
  }
  assert.deepEqual(RFC.foo, ['bar', 'baz']);
});

test('inherited and missing members', () => {
  assert.equal(getAt({}, '/constructor', 'no'), 'no');
  assert.equal(getAt('text', '/0', 'no'), 'no');
  assert.equal(getAt({ a: undefined }, '/a', 'no'), undefined);
  assert.equal(getAt([1, 2], '/-', 'no'), 'no');
});

test('nested arrays', () => {
  assert.deepEqual(setAt([[1], [2]], '/1/-', 3), [[1], [2, 3]]);
  assert.deepEqual(setAt([[1], [2]], '/-/a', 3), [[1], [2], { a: 3 }]);
  assert.deepEqual(setAt([], '/0', 'first'), ['first']);
  assert.throws(() => setAt([], '/1', 0), /"1"/);
});

test('setting in scalars and at the root', () => {
  assert.deepEqual(setAt('text', '/a', 1), { a: 1 });
  assert.deepEqual(setAt(null, '/0', 1), { 0: 1 });
  assert.equal(setAt([1], '', null), null);
  assert.throws(() => setAt({}, 'a', 1), SyntaxError);
});

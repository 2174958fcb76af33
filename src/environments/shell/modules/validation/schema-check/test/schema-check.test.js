import assert from 'node:assert/strict';
import test from 'node:test';
import { schemaErrors } from '../src/schema-check.js';
import { hasType, jsonType } from '../src/types.js';

test('names the types of JSON', () => {
  assert.deepEqual([null, [], {}, 3, 3.5, 'x', true].map(jsonType), [
    'null',
    'array',
    'object',
    'integer',
    'number',
    'string',
    'boolean',
  ]);
});

test('integers are numbers but not the reverse', () => {
  assert.equal(hasType(3, 'number'), true);
  assert.equal(hasType(3.5, 'integer'), false);
  assert.equal(hasType(3.5, 'number'), true);
  assert.equal(hasType('3', 'number'), false);
  assert.equal(hasType(3, 'string'), false);
});

test('one of several types is enough', () => {
  assert.equal(hasType(null, ['string', 'null']), true);
  assert.equal(hasType([], ['string', 'null']), false);
});

test('a wrong type is the only message', () => {
  assert.deepEqual(schemaErrors('5', { type: 'integer', enum: [1] }), ['$: expected integer, got string']);
  assert.deepEqual(schemaErrors(true, { type: ['null', 'array'] }), [
    '$: expected null or array, got boolean',
  ]);
});

test('an empty schema accepts everything', () => {
  for (const value of [null, 0, -1, '', [], {}, false]) assert.deepEqual(schemaErrors(value, {}), []);
});

test('enumerations list the allowed values', () => {
  assert.deepEqual(schemaErrors('b', { enum: ['a', 'b'] }), []);
  assert.deepEqual(schemaErrors('c', { enum: ['a', 'b'] }), ['$: not an allowed value']);
});

test('number limits are inclusive', () => {
  const schema = { minimum: 0, maximum: 10 };
  assert.deepEqual(
    [0, 10].flatMap((value) => schemaErrors(value, schema)),
    [],
  );
  assert.deepEqual(schemaErrors(-0.5, schema), ['$: below 0']);
  assert.deepEqual(schemaErrors(11, schema), ['$: above 10']);
  assert.deepEqual(schemaErrors('11', schema), []);
});

test('length limits are inclusive for strings and arrays', () => {
  const schema = { minLength: 1, maxLength: 2 };
  assert.deepEqual(
    ['a', 'ab', [1], [1, 2]].flatMap((value) => schemaErrors(value, schema)),
    [],
  );
  assert.deepEqual(schemaErrors('', schema), ['$: shorter than 1']);
  assert.deepEqual(schemaErrors([1, 2, 3], schema), ['$: longer than 2']);
  assert.deepEqual(schemaErrors({ length: 9 }, schema), []);
});

test('items are checked with their index', () => {
  const schema = { items: { type: 'string' } };
  assert.deepEqual(schemaErrors(['a', 1, 'b', null], schema), [
    '$[1]: expected string, got integer',
    '$[3]: expected string, got null',
  ]);
  assert.deepEqual(schemaErrors('text', schema), []);
});

test('required members must be present, even if null', () => {
  assert.deepEqual(schemaErrors({ a: null }, { required: ['a', 'b'] }), ['$.b: missing']);
  assert.deepEqual(schemaErrors([], { required: ['a'] }), []);
});

test('members are checked with their path when present', () => {
  const schema = { properties: { size: { minimum: 1 }, tags: { items: { maxLength: 3 } } } };
  assert.deepEqual(schemaErrors({ size: 0, tags: ['abc', 'abcd'] }, schema), [
    '$.size: below 1',
    '$.tags[1]: longer than 3',
  ]);
  assert.deepEqual(schemaErrors({}, { properties: { a: { type: 'string' } } }), []);
});

test('messages come in the order of the checks', () => {
  assert.deepEqual(
    schemaErrors([5, 'abc'], { maxLength: 1, items: { enum: ['x'], minimum: 6, minLength: 4 } }),
    [
      '$: longer than 1',
      '$[0]: not an allowed value',
      '$[0]: below 6',
      '$[1]: not an allowed value',
      '$[1]: shorter than 4',
    ],
  );
  assert.deepEqual(schemaErrors({}, { required: ['b', 'a'] }), ['$.b: missing', '$.a: missing']);
});

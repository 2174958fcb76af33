import assert from 'node:assert/strict';
import test from 'node:test';
import { schemaErrors } from '../src/schema-check.js';
import { hasType } from '../src/types.js';

const order = {
  type: 'object',
  required: ['id', 'lines'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    note: { type: ['string', 'null'], maxLength: 5 },
    status: { enum: ['open', 'paid', null] },
    lines: {
      type: 'array',
      minLength: 1,
      items: {
        type: 'object',
        required: ['sku'],
        properties: { sku: { type: 'string', minLength: 2 }, price: { type: 'number', maximum: 99.5 } },
      },
    },
  },
};

test('a correct document has no errors', () => {
  assert.deepEqual(
    schemaErrors({ id: 1, note: null, status: null, lines: [{ sku: 'ab', price: 99.5 }], extra: {} }, order),
    [],
  );
  assert.deepEqual(
    schemaErrors({ id: 7, note: 'short', lines: [{ sku: 'abc', price: 3 }, { sku: 'xy' }] }, order),
    [],
  );
});

test('all errors of a document are collected in order', () => {
  const document = { id: 0, note: 'too long', status: 'lost', lines: [{ sku: 'a' }, { price: 100 }, 5] };
  assert.deepEqual(schemaErrors(document, order), [
    '$.id: below 1',
    '$.note: longer than 5',
    '$.status: not an allowed value',
    '$.lines[0].sku: shorter than 2',
    '$.lines[1].sku: missing',
    '$.lines[1].price: above 99.5',
    '$.lines[2]: expected object, got integer',
  ]);
});

test('missing members and empty arrays', () => {
  assert.deepEqual(schemaErrors({}, order), ['$.id: missing', '$.lines: missing']);
  assert.deepEqual(schemaErrors({ id: 2, lines: [] }, order), ['$.lines: shorter than 1']);
  assert.deepEqual(schemaErrors([], order), ['$: expected object, got array']);
});

test('inherited members do not count', () => {
  assert.deepEqual(schemaErrors({}, { required: ['toString'] }), ['$.toString: missing']);
  assert.deepEqual(schemaErrors({}, { properties: { constructor: { type: 'string' } } }), []);
});

test('limits apply to fitting types only', () => {
  const schema = { minimum: 5, maxLength: 1 };
  assert.deepEqual(schemaErrors(null, schema), []);
  assert.deepEqual(schemaErrors(false, schema), []);
  assert.deepEqual(schemaErrors(4.5, schema), ['$: below 5']);
  assert.deepEqual(schemaErrors('zz', schema), ['$: longer than 1']);
});

test('number accepts both kinds, integer one', () => {
  assert.deepEqual(
    [1, 1.5, NaN, '1', null].map((value) => hasType(value, 'number')),
    [true, true, true, false, false],
  );
  assert.deepEqual(
    [1, 1.5].map((value) => hasType(value, ['integer', 'string'])),
    [true, false],
  );
});

test('a given path starts the messages', () => {
  assert.deepEqual(schemaErrors([[1], ['x']], { items: { items: { type: 'integer' } } }, 'grid'), [
    'grid[1][0]: expected integer, got string',
  ]);
});

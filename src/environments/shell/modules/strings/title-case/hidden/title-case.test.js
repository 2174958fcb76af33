import assert from 'node:assert/strict';
import test from 'node:test';
import { camelCase, snakeCase, splitWords, titleCase } from '../src/title-case.js';

test('snake case and camel case round-trip', () => {
  for (const name of ['userName', 'maxRetryCount', 'id', 'parseJson2Xml']) {
    assert.equal(camelCase(snakeCase(name)), name);
  }
});

test('snake case is idempotent', () => {
  for (const text of ['HTTPServer', 'a-b c', 'oneTwo']) {
    assert.equal(snakeCase(snakeCase(text)), snakeCase(text));
  }
  assert.equal(snakeCase('HTTPServer'), 'http_server');
});

test('digits stay with the word before them', () => {
  assert.deepEqual(splitWords('utf8Decoder'), ['utf8', 'Decoder']);
  assert.deepEqual(splitWords('v2'), ['v2']);
});

test('empty and separator-only input', () => {
  assert.equal(camelCase('--'), '');
  assert.equal(snakeCase(' _ '), '');
  assert.equal(titleCase(''), '');
});

test('every small word is lowered between others and raised at the edges', () => {
  for (const small of ['a', 'an', 'and', 'at', 'but', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to']) {
    const raised = small[0].toUpperCase() + small.slice(1);
    assert.equal(titleCase(`go ${raised} go`), `Go ${small} Go`);
    assert.equal(titleCase(`${small} ${small}`), `${raised} ${raised}`);
  }
});

test('acronyms at both edges', () => {
  assert.equal(titleCase('FAQ for the API'), 'FAQ for the API');
  assert.equal(titleCase('apiKey rotation'), 'Api Key Rotation');
});

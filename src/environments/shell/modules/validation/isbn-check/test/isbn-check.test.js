import assert from 'node:assert/strict';
import test from 'node:test';
import { checkCharacter10, checkDigit13, isbnKind, toIsbn13 } from '../src/isbn-check.js';

test('computes check characters of ISBN-10', () => {
  assert.equal(checkCharacter10('030640615'), '2');
  assert.equal(checkCharacter10('019853453'), '1');
  assert.equal(checkCharacter10('000000000'), '0');
});

test('ten is written as X', () => {
  assert.equal(checkCharacter10('097522980'), 'X');
  assert.equal(checkCharacter10('043942089'), 'X');
});

test('computes check digits of ISBN-13', () => {
  assert.equal(checkDigit13('978030640615'), '7');
  assert.equal(checkDigit13('978316148410'), '0');
  assert.equal(checkDigit13('979123456789'), '6');
});

test('recognises ISBN-10', () => {
  assert.equal(isbnKind('0-306-40615-2'), 10);
  assert.equal(isbnKind('0 9752298 0 x'), 10);
  assert.equal(isbnKind('0-306-40615-3'), 0);
});

test('recognises ISBN-13', () => {
  assert.equal(isbnKind('978-0-306-40615-7'), 13);
  assert.equal(isbnKind('9791234567896'), 13);
  assert.equal(isbnKind('978-0-306-40615-8'), 0);
});

test('other prefixes and lengths are not valid', () => {
  assert.equal(isbnKind('9770306406158'), 0);
  assert.equal(isbnKind('978030640615'), 0);
  assert.equal(isbnKind('03064061522'), 0);
  assert.equal(isbnKind('X306406152'), 0);
  assert.equal(isbnKind(''), 0);
});

test('converts ISBN-10 with a new check digit', () => {
  assert.equal(toIsbn13('0-306-40615-2'), '9780306406157');
  assert.equal(toIsbn13('0-9752298-0-X'), '9780975229804');
});

test('an ISBN-13 only loses its hyphens', () => {
  assert.equal(toIsbn13('979-12-345-6789-6'), '9791234567896');
});

test('invalid numbers cannot be converted', () => {
  assert.throws(() => toIsbn13('0-306-40615-3'), /not an ISBN: 0-306-40615-3/);
  assert.throws(() => toIsbn13('hello'), RangeError);
});

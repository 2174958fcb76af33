import assert from 'node:assert/strict';
import test from 'node:test';
import { checkCharacter10, checkDigit13, isbnKind, toIsbn13 } from '../src/isbn-check.js';

test('the weighted sum of an ISBN-10 is divisible by eleven', () => {
  for (let number = 0; number < 400; number += 7) {
    const body = String(123456000 + number);
    const check = checkCharacter10(body);
    const values = [...body].map(Number).concat(check === 'X' ? 10 : Number(check));
    assert.equal(values.reduce((sum, value, index) => sum + value * (10 - index), 0) % 11, 0);
  }
});

test('exactly one check character is valid', () => {
  assert.deepEqual(
    [...'0123456789X'].filter((check) => isbnKind('020161622' + check) === 10),
    ['X'],
  );
  assert.deepEqual(
    [...'0123456789'].filter((check) => isbnKind('978020161622' + check) === 13),
    ['4'],
  );
  assert.deepEqual(
    [...'0123456789X'].filter((check) => isbnKind('000000000' + check) === 10),
    ['0'],
  );
});

test('swapping neighbouring digits of an ISBN-10 is noticed', () => {
  const isbn = '0306406152';
  for (let i = 0; i < 8; i++) {
    const swapped = isbn.slice(0, i) + isbn[i + 1] + isbn[i] + isbn.slice(i + 2);
    assert.equal(isbnKind(swapped), swapped === isbn ? 10 : 0);
  }
});

test('conversion always yields a valid ISBN-13', () => {
  for (const body of ['000000000', '123456789', '999999999', '861197271']) {
    const converted = toIsbn13(body + checkCharacter10(body));
    assert.equal(converted.slice(0, 12), '978' + body);
    assert.equal(isbnKind(converted), 13);
    assert.equal(toIsbn13(converted), converted);
  }
});

test('check digits of ISBN-13 repeat with period ten', () => {
  assert.deepEqual(
    Array.from({ length: 11 }, (_digit, index) =>
      checkDigit13(`9780000000${String(index).padStart(2, '0')}`),
    ),
    ['2', '9', '6', '3', '0', '7', '4', '1', '8', '5', '1'],
  );
});

test('misplaced characters are refused', () => {
  for (const text of ['97X0306406157', '030640615XX', '0306.406152', '9800306406157', '978030640615X']) {
    assert.equal(isbnKind(text), 0);
    assert.throws(() => toIsbn13(text), RangeError);
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { checkDigit, luhnValid, maskDigits } from '../src/luhn-check.js';

test('accepts valid numbers', () => {
  assert.equal(luhnValid('79927398713'), true);
  assert.equal(luhnValid('4539148803436467'), true);
  assert.equal(luhnValid('18'), true);
  assert.equal(luhnValid('59'), true);
});

test('rejects numbers with one wrong digit', () => {
  assert.equal(luhnValid('79927398710'), false);
  assert.equal(luhnValid('79927398723'), false);
  assert.equal(luhnValid('4539148803436468'), false);
});

test('groups may be separated by single spaces or hyphens', () => {
  assert.equal(luhnValid('4539 1488 0343 6467'), true);
  assert.equal(luhnValid('4539-1488-0343-6467'), true);
  assert.equal(luhnValid('4539  1488 0343 6467'), false);
  assert.equal(luhnValid('4539 1488 0343 6467 '), false);
});

test('a single digit or other text is not a number', () => {
  assert.equal(luhnValid('0'), false);
  assert.equal(luhnValid('00'), true);
  assert.equal(luhnValid(''), false);
  assert.equal(luhnValid('79927a98713'), false);
});

test('computes the check digit', () => {
  assert.equal(checkDigit('7992739871'), 3);
  assert.equal(checkDigit('1'), 8);
  assert.equal(checkDigit('5'), 9);
  assert.equal(checkDigit('4'), 2);
});

test('the check digit may be zero', () => {
  assert.equal(checkDigit('0'), 0);
  assert.equal(checkDigit('91'), 9);
  assert.equal(checkDigit('83'), 6);
  assert.equal(checkDigit('34'), 9);
  assert.equal(checkDigit('26'), 5);
  assert.equal(checkDigit('67'), 9);
  assert.equal(checkDigit('42'), 2);
  assert.equal(checkDigit('75'), 2);
});

test('a payload must be digits', () => {
  assert.throws(() => checkDigit('12a'), /payload must be digits/);
  assert.throws(() => checkDigit(''), TypeError);
});

test('masks all but four digits and keeps the grouping', () => {
  assert.equal(maskDigits('4539 1488 0343 6467'), '**** **** **** 6467');
  assert.equal(maskDigits('12-345'), '*2-345');
  assert.equal(maskDigits('1234'), '1234');
});

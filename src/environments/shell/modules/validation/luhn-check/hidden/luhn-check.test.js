import assert from 'node:assert/strict';
import test from 'node:test';
import { checkDigit, luhnValid, maskDigits } from '../src/luhn-check.js';

test('a payload with its check digit is valid and with any other is not', () => {
  for (const payload of ['1', '12', '987654321', '00001', '5500', '378282246310']) {
    const check = checkDigit(payload);
    for (let digit = 0; digit <= 9; digit++) assert.equal(luhnValid(payload + digit), digit === check);
  }
});

test('changing one digit is always noticed', () => {
  const number = '378282246310005';
  assert.equal(luhnValid(number), true);
  for (let i = 0; i < number.length; i++) {
    for (let digit = 0; digit <= 9; digit++) {
      const changed = number.slice(0, i) + digit + number.slice(i + 1);
      assert.equal(luhnValid(changed), changed === number);
    }
  }
});

test('check digits of all one-digit payloads', () => {
  assert.deepEqual([...'0123456789'].map(checkDigit), [0, 8, 6, 4, 2, 9, 7, 5, 3, 1]);
});

test('separators only between digits', () => {
  assert.equal(luhnValid('1-8'), true);
  assert.equal(luhnValid('-18'), false);
  assert.equal(luhnValid('1_8'), false);
  assert.equal(luhnValid('8'), false);
  assert.equal(luhnValid('1- 8'), false);
});

test('masks numbers of several lengths', () => {
  assert.equal(maskDigits('123'), '123');
  assert.equal(maskDigits('12345'), '*2345');
  assert.equal(maskDigits('3782 822463 10005'), '**** ****** *0005');
  assert.equal(maskDigits(''), '');
});

test('bad payloads throw', () => {
  for (const payload of ['', ' 1', '1 2', '-5']) assert.throws(() => checkDigit(payload), TypeError);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { evaluate } from '../src/arith-expr.js';
import { tokenize } from '../src/tokens.js';

test('evaluates the basic operators', () => {
  assert.equal(evaluate('7 + 2'), 9);
  assert.equal(evaluate('7 - 2'), 5);
  assert.equal(evaluate('7 * 2'), 14);
  assert.equal(evaluate('7 / 2'), 3.5);
  assert.equal(evaluate('7 % 4'), 3);
  assert.equal(evaluate('7 ^ 2'), 49);
});

test('multiplication binds tighter than addition', () => {
  assert.equal(evaluate('2 + 3 * 4'), 14);
  assert.equal(evaluate('20 - 6 / 2'), 17);
  assert.equal(evaluate('2 * 3 + 4'), 10);
  assert.equal(evaluate('1 + 7 % 4'), 4);
});

test('equal levels group to the left', () => {
  assert.equal(evaluate('10 - 4 - 3'), 3);
  assert.equal(evaluate('100 / 10 / 2'), 5);
  assert.equal(evaluate('10 - 4 + 3'), 9);
  assert.equal(evaluate('8 / 4 * 2'), 4);
  assert.equal(evaluate('7 % 4 / 2'), 1.5);
  assert.equal(evaluate('2 * 7 % 4'), 2);
});

test('powers group to the right and bind tightest', () => {
  assert.equal(evaluate('2 ^ 3 ^ 2'), 512);
  assert.equal(evaluate('2 * 3 ^ 2'), 18);
  assert.equal(evaluate('2 ^ -1'), 0.5);
});

test('unary signs bind weaker than powers and tighter than products', () => {
  assert.equal(evaluate('-2 ^ 2'), -4);
  assert.equal(evaluate('--3'), 3);
  assert.equal(evaluate('4 * -2'), -8);
  assert.equal(evaluate('+5 - +2'), 3);
  assert.equal(evaluate('-7 % 4'), -3);
});

test('parentheses group', () => {
  assert.equal(evaluate('(2 + 3) * 4'), 20);
  assert.equal(evaluate('((1))'), 1);
  assert.equal(evaluate('-(2 + 3)'), -5);
});

test('reads variables', () => {
  assert.equal(evaluate('width * height_2', { width: 3, height_2: 1.5 }), 4.5);
  assert.equal(evaluate('zero', { zero: 0 }), 0);
  assert.throws(() => evaluate('x + 1'), /unknown name x/);
  assert.throws(() => evaluate('toString'), ReferenceError);
});

test('reports missing operands and parentheses', () => {
  assert.throws(() => evaluate('(1 + 2'), /missing \)/);
  assert.throws(() => evaluate('1 + * 2'), /unexpected "\*" at 4/);
  assert.throws(() => evaluate(''), /unexpected "" at 0/);
});

test('reports surplus tokens', () => {
  assert.throws(() => evaluate('1 2'), /unexpected "2" at 2/);
  assert.throws(() => evaluate('1)'), /unexpected "\)" at 1/);
});

test('tokenizes with positions', () => {
  assert.deepEqual(tokenize(' 3.5*ab '), [
    { kind: 'number', text: '3.5', at: 1 },
    { kind: 'symbol', text: '*', at: 4 },
    { kind: 'name', text: 'ab', at: 5 },
    { kind: 'end', text: '', at: 7 },
  ]);
});

test('refuses unknown characters', () => {
  assert.throws(() => tokenize('1 $ 2'), /unexpected character at 1/);
  assert.throws(() => evaluate('2 & 3'), SyntaxError);
});

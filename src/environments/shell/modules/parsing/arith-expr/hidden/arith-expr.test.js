import test from 'node:test';
import assert from 'node:assert/strict';
import { evaluate } from '../src/arith-expr.js';
import { tokenize } from '../src/tokens.js';

test('longer expressions', () => {
  assert.equal(evaluate('1 + 2 * (3 - 4) ^ 2 / 4 - -6'), 7.5);
  assert.equal(evaluate('2^(1+2)*3%5'), 4);
  assert.equal(evaluate('10 % 4 * 3 - 1'), 5);
  assert.equal(evaluate('(1+2)*(3+4)-(5-6)*7'), 28);
});

test('spaces do not matter', () => {
  for (const source of ['1+2*3', ' 1 + 2 * 3 ', '1 +2* 3\n', '\t1+ 2 *3']) assert.equal(evaluate(source), 7);
});

test('distributes over sums for many values', () => {
  for (let a = -3; a <= 3; a += 1) {
    for (let b = -3; b <= 3; b += 1) {
      const variables = { a, b, c: 2 };
      assert.equal(evaluate('c * (a - b)', variables), evaluate('c * a - c * b', variables));
      assert.equal(evaluate('a - b - c', variables), a - b - 2);
      assert.equal(evaluate('-a ^ 2 + b', variables), b - a * a);
    }
  }
});

test('signs in odd places', () => {
  assert.equal(evaluate('2--3'), 5);
  assert.equal(evaluate('2-+-3'), 5);
  assert.equal(evaluate('2 ^ -2 ^ 1'), 0.25);
  assert.equal(evaluate('-2 * -3'), 6);
  assert.equal(evaluate('-2 - 3'), -5);
});

test('syntax errors', () => {
  for (const source of ['1 +', '()', '(1', '1 (2)', '* 2', '1..2', 'a b', ')(']) {
    assert.throws(() => evaluate(source, { a: 1, b: 2 }), SyntaxError);
  }
});

test('token kinds and the end token', () => {
  assert.deepEqual(tokenize('x1+(2)').map(({ kind, at }) => `${kind}${at}`), ['name0', 'symbol2', 'symbol3', 'number4', 'symbol5', 'end6']);
  assert.deepEqual(tokenize('  '), [{ kind: 'end', text: '', at: 0 }]);
  assert.throws(() => tokenize('ab #'), /at 2/);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { compareVersions, satisfies } from '../src/semver-compare.js';
import { splitVersion } from '../src/version-parts.js';

const ORDERED = ['0.0.1', '0.1.0-0', '0.1.0-a', '0.1.0-a.b', '0.1.0', '0.9.12', '0.10.0', '1.0.0-rc.9', '1.0.0-rc.10', '1.0.0', '1.0.1', '11.0.0'];

test('the order is total and antisymmetric', () => {
  ORDERED.forEach((a, i) => {
    ORDERED.forEach((b, j) => assert.equal(compareVersions(a, b), Math.sign(i - j)));
  });
});

test('sorting any permutation restores the order', () => {
  const shuffled = [...ORDERED].reverse().sort(compareVersions);
  assert.deepEqual(shuffled, ORDERED);
});

test('pre-release details', () => {
  assert.equal(compareVersions('1.0.0-a.1', '1.0.0-a'), 1);
  assert.equal(compareVersions('1.0.0-2', '1.0.0-10'), -1);
  assert.equal(compareVersions('1.0.0-a.9', '1.0.0-a.x'), -1);
  assert.equal(compareVersions('1.0.0-Z', '1.0.0-a'), -1);
});

test('caret accepts upgrades up to the next breaking number', () => {
  const accepted = ['0.4.1', '0.4.2', '0.4.9', '0.5.0', '1.0.0', '0.4.0'].filter((v) => satisfies(v, '^0.4.1'));
  assert.deepEqual(accepted, ['0.4.1', '0.4.2', '0.4.9']);
  assert.equal(satisfies('3.0.0', '^3.0.0'), true);
  assert.equal(satisfies('3.7.1', '^3.0.0'), true);
  assert.equal(satisfies('4.0.0', '^3.0.0'), false);
  assert.equal(satisfies('0.0.0', '^0.0.0'), true);
});

test('tilde with zeros and pre-releases', () => {
  assert.equal(satisfies('0.0.7', '~0.0.3'), true);
  assert.equal(satisfies('0.1.0', '~0.0.3'), false);
  assert.equal(satisfies('1.2.3-rc.1', '~1.2.3'), false);
  assert.equal(satisfies('2.2.3', '~1.2.3'), false);
  assert.equal(satisfies('1.0.0-rc.2', '>=1.0.0-rc.1'), true);
});

test('bad versions and ranges', () => {
  assert.throws(() => compareVersions('1.0.0', 'x'), SyntaxError);
  assert.throws(() => satisfies('1.0.0', '<2.0.0'), SyntaxError);
  assert.throws(() => splitVersion('vv1.0.0'), SyntaxError);
  assert.deepEqual(splitVersion('10.0.2-0a').prerelease, ['0a']);
});

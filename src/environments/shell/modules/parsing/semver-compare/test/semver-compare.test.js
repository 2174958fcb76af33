import test from 'node:test';
import assert from 'node:assert/strict';
import { compareVersions, satisfies } from '../src/semver-compare.js';
import { splitVersion } from '../src/version-parts.js';

test('compares numbers, not text', () => {
  assert.equal(compareVersions('1.2.3', '1.2.10'), -1);
  assert.equal(compareVersions('1.10.0', '1.9.9'), 1);
  assert.equal(compareVersions('2.0.0', '10.0.0'), -1);
});

test('earlier numbers weigh more', () => {
  assert.equal(compareVersions('2.0.0', '1.9.9'), 1);
  assert.equal(compareVersions('1.0.9', '1.1.0'), -1);
});

test('equal versions, also with prefix and build', () => {
  assert.equal(compareVersions('1.2.3', '1.2.3'), 0);
  assert.equal(compareVersions('v1.2.3+linux', '1.2.3+mac'), 0);
  assert.equal(compareVersions('1.0.0-rc.1', '1.0.0-rc.1'), 0);
});

test('a pre-release comes before its release', () => {
  assert.equal(compareVersions('1.0.0-alpha', '1.0.0'), -1);
  assert.equal(compareVersions('1.0.0', '1.0.0-rc.1'), 1);
});

test('pre-releases follow the order of the specification', () => {
  const ordered = ['1.0.0-1', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11'];
  for (let i = 1; i < ordered.length; i += 1) {
    assert.equal(compareVersions(ordered[i - 1], ordered[i]), -1);
    assert.equal(compareVersions(ordered[i], ordered[i - 1]), 1);
  }
});

test('splits a version into its parts', () => {
  assert.deepEqual(splitVersion('v1.20.3-rc.1.x-2+b.7'), { numbers: [1, 20, 3], prerelease: ['rc', 1, 'x-2'] });
  assert.deepEqual(splitVersion('0.0.0'), { numbers: [0, 0, 0], prerelease: [] });
});

test('refuses other texts', () => {
  for (const text of ['1.2', '1.2.3.4', 'a.b.c', '', '1.2.3-', ' 1.2.3']) {
    assert.throws(() => splitVersion(text), /invalid version/);
  }
});

test('exact and minimum ranges', () => {
  assert.equal(satisfies('1.2.3', '1.2.3'), true);
  assert.equal(satisfies('1.2.4', '1.2.3'), false);
  assert.equal(satisfies('1.2.3', '>=1.2.3'), true);
  assert.equal(satisfies('9.0.0', '>= 1.2.3'), true);
  assert.equal(satisfies('1.2.2', '>=1.2.3'), false);
});

test('tilde fixes major and minor', () => {
  assert.equal(satisfies('1.2.3', '~1.2.3'), true);
  assert.equal(satisfies('1.2.9', '~1.2.3'), true);
  assert.equal(satisfies('1.3.0', '~1.2.3'), false);
  assert.equal(satisfies('1.2.2', '~1.2.3'), false);
});

test('caret fixes the major version', () => {
  assert.equal(satisfies('1.9.0', '^1.2.3'), true);
  assert.equal(satisfies('2.0.0', '^1.2.3'), false);
  assert.equal(satisfies('1.2.2', '^1.2.3'), false);
});

test('caret with leading zeros is stricter', () => {
  assert.equal(satisfies('0.2.9', '^0.2.3'), true);
  assert.equal(satisfies('0.3.0', '^0.2.3'), false);
  assert.equal(satisfies('0.0.3', '^0.0.3'), true);
  assert.equal(satisfies('0.0.4', '^0.0.3'), false);
  assert.equal(satisfies('0.0.1', '^0.0.0'), false);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { formatHunkHeader, headerFor, parseHunkHeader } from '../src/hunk-header.js';

test('parses a full header with a section', () => {
  assert.deepEqual(parseHunkHeader('@@ -12,5 +14,7 @@ function main()'), {
    oldStart: 12,
    oldCount: 5,
    newStart: 14,
    newCount: 7,
    section: 'function main()',
  });
});

test('missing counts mean one and a missing section is empty', () => {
  assert.deepEqual(parseHunkHeader('@@ -3 +4 @@'), {
    oldStart: 3,
    oldCount: 1,
    newStart: 4,
    newCount: 1,
    section: '',
  });
  assert.equal(parseHunkHeader('@@ -3,0 +4 @@').oldCount, 0);
  assert.equal(parseHunkHeader('@@ -3 +4,0 @@').newCount, 0);
});

test('other lines are no headers', () => {
  assert.equal(parseHunkHeader('+added'), null);
  assert.equal(parseHunkHeader('@@ -a,b +c,d @@'), null);
  assert.equal(parseHunkHeader(' @@ -1 +1 @@'), null);
});

test('formats both ranges', () => {
  assert.equal(formatHunkHeader({ oldStart: 1, oldCount: 3, newStart: 2, newCount: 4 }), '@@ -1,3 +2,4 @@');
});

test('a count of one is left out, zero is not', () => {
  assert.equal(formatHunkHeader({ oldStart: 5, oldCount: 1, newStart: 6, newCount: 1 }), '@@ -5 +6 @@');
  assert.equal(formatHunkHeader({ oldStart: 0, oldCount: 0, newStart: 1, newCount: 2 }), '@@ -0,0 +1,2 @@');
});

test('a section follows the header', () => {
  assert.equal(
    formatHunkHeader({ oldStart: 1, oldCount: 2, newStart: 1, newCount: 2, section: 'class A' }),
    '@@ -1,2 +1,2 @@ class A',
  );
});

test('counts the lines of each side', () => {
  assert.deepEqual(headerFor([' a', '-b', '+c', '+d', ' e'], 10, 20), {
    oldStart: 10,
    oldCount: 3,
    newStart: 20,
    newCount: 4,
  });
});

test('remarks count for neither side', () => {
  assert.deepEqual(headerFor(['-a', '\\ No newline at end of file', '+b', '+c'], 7, 7), {
    oldStart: 7,
    oldCount: 1,
    newStart: 7,
    newCount: 2,
  });
});

test('an empty side starts one line earlier', () => {
  assert.deepEqual(headerFor(['+a', '+b'], 5, 5), { oldStart: 4, oldCount: 0, newStart: 5, newCount: 2 });
  assert.deepEqual(headerFor(['-a'], 5, 5), { oldStart: 5, oldCount: 1, newStart: 4, newCount: 0 });
});

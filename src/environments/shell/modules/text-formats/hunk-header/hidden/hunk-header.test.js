import assert from 'node:assert/strict';
import test from 'node:test';
import { formatHunkHeader, headerFor, parseHunkHeader } from '../src/hunk-header.js';

test('formatting undoes parsing', () => {
  for (const line of ['@@ -1 +1 @@', '@@ -0,0 +1,9 @@', '@@ -100,12 +98 @@ void f(int x)', '@@ -8 +8,0 @@']) {
    assert.equal(formatHunkHeader(parseHunkHeader(line)), line);
  }
});

test('parsing undoes formatting', () => {
  const headers = [
    { oldStart: 4, oldCount: 0, newStart: 5, newCount: 1, section: '' },
    { oldStart: 31, oldCount: 2, newStart: 29, newCount: 11, section: 'export @@ odd' },
  ];
  for (const header of headers) assert.deepEqual(parseHunkHeader(formatHunkHeader(header)), header);
});

test('malformed headers are refused', () => {
  for (const line of ['', '@@ -1 @@', '@@ +1 -1 @@', '@@ -1, +1 @@', '@@ -1 +1 @@x', '@@ -1 +1']) {
    assert.equal(parseHunkHeader(line), null);
  }
});

test('context counts on both sides and an empty hunk on none', () => {
  assert.deepEqual(headerFor([' x', ' y'], 3, 8), { oldStart: 3, oldCount: 2, newStart: 8, newCount: 2 });
  assert.deepEqual(headerFor([], 3, 8), { oldStart: 2, oldCount: 0, newStart: 7, newCount: 0 });
});

test('pure insertions and deletions with remarks', () => {
  assert.deepEqual(headerFor(['+one', '\\ No newline'], 1, 1), {
    oldStart: 0,
    oldCount: 0,
    newStart: 1,
    newCount: 1,
  });
  assert.deepEqual(headerFor(['-one', '\\ No newline', '-two'], 9, 4), {
    oldStart: 9,
    oldCount: 2,
    newStart: 3,
    newCount: 0,
  });
});

test('lines that are empty strings count as context', () => {
  assert.deepEqual(headerFor(['', '+a', ''], 1, 1), { oldStart: 1, oldCount: 2, newStart: 1, newCount: 3 });
});

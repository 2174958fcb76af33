import { expect, test } from 'vitest';
import { editToken, patchCandidates } from './patch-candidates.ts';

const source = `export function last(list) {
  if (list.length === 0 || list === null) return undefined;
  return list[list.length - 1];
}
`;

test('the same source gives the same candidates without computing them again', () => {
  expect(patchCandidates('src/last.js', source)).toBe(patchCandidates('src/last.js', source));
});

test('every candidate has its own key, one line of label and bounded numbers', () => {
  const candidates = patchCandidates('src/last.js', source);
  expect(candidates.length).toBeGreaterThan(3);
  expect(new Set(candidates.map(({ key }) => key)).size).toBe(candidates.length);
  for (const { label, position, nesting, lineLength } of candidates) {
    expect(label).not.toContain('\n');
    for (const number of [position, nesting, lineLength]) {
      expect(number).toBeGreaterThanOrEqual(0);
      expect(number).toBeLessThanOrEqual(1);
    }
  }
});

test('tokens of a text are separated by spaces and hold none themselves', () => {
  for (const { text } of patchCandidates('src/last.js', source)) {
    for (const token of text.split(' ')) expect(token).toMatch(/^([a-z]+:\S+|[A-Za-z0-9]+)$/);
  }
});

test('a prior’s key becomes one token, cut where it gets long', () => {
  expect(editToken('logical|a || b|a && b')).toBe('logical|a_||_b|a_&&_b');
  expect(editToken(`x|${'y'.repeat(100)}|z`)).toHaveLength(64);
});

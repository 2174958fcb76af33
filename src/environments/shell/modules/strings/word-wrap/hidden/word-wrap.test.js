import assert from 'node:assert/strict';
import test from 'node:test';
import { wrapWords } from '../src/word-wrap.js';

const TEXT = 'It was the best of times, it was the worst of times, it was the age of wisdom';

test('no line exceeds the width and no word is lost', () => {
  for (let width = 6; width < 40; width += 1) {
    const lines = wrapWords(TEXT, width);
    assert.ok(lines.every((line) => line.length <= width && line.length > 0));
    assert.equal(lines.join(' '), TEXT);
  }
});

test('the first word of a line would not have fitted on the line before', () => {
  const lines = wrapWords(TEXT, 12);
  for (let i = 1; i < lines.length; i += 1) {
    assert.ok(lines[i - 1].length + 1 + lines[i].split(' ')[0].length > 12);
  }
});

test('cut words keep all their characters', () => {
  assert.deepEqual(wrapWords('abcdef', 6), ['abcdef']);
  assert.deepEqual(wrapWords('abcdefg', 6), ['abcdef', 'g']);
  assert.equal(wrapWords('aaaa bbbbbbbbbbb c', 4).join('').replaceAll(' ', ''), 'aaaabbbbbbbbbbbc');
});

test('indent is not counted and leaves the first line alone', () => {
  assert.deepEqual(wrapWords('ab cd ef gh', 5, { indent: '  ' }), ['ab cd', '  ef gh']);
  assert.deepEqual(wrapWords('ab', 5, { indent: '--' }), ['ab']);
});

test('negative and missing widths are refused', () => {
  assert.throws(() => wrapWords('a', -3), /positive integer/);
  assert.throws(() => wrapWords('a'), RangeError);
  assert.deepEqual(wrapWords('a b', 1), ['a', 'b']);
});

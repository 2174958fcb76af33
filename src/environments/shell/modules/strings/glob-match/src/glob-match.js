import { tokenizeGlob } from './glob-tokens.js';

function inSet(members, character) {
  const ranges = members.match(/.-.|./gs);
  return ranges.some((range) => range[0] <= character && character <= range.at(-1));
}

function accepts(token, character) {
  if (token.type === 'set') return inSet(token.value, character) !== token.negated;
  return token.type === 'any' || token.value === character;
}

/**
 * Does the whole text match the glob pattern?
 * @param {string} pattern `?` one character, `*` any run, `[a-z]` and `[!a-z]` sets, `\` escapes
 * @param {string} text
 * @returns {boolean}
 */
export function matchGlob(pattern, text) {
  // Positions in the text that the tokens so far can have led to.
  let reached = new Set([0]);
  for (const token of tokenizeGlob(pattern)) {
    const next = new Set();
    for (const position of reached) {
      if (token.type === 'star') {
        for (let end = position; end <= text.length; end += 1) next.add(end);
      } else if (position < text.length && accepts(token, text[position])) {
        next.add(position + 1);
      }
    }
    reached = next;
  }
  return reached.has(text.length);
}

import { tokenizeGlob } from './glob-tokens.js';

function inSet(members, character) {
  for (let i = 0; i < members.length; i += 1) {
    if (members[i + 1] === '-' && i + 2 < members.length) {
      if (character >= members[i] && character <= members[i + 2]) return true;
      i += 2;
    } else if (members[i] === character) {
      return true;
    }
  }
  return false;
}

function accepts(token, character) {
  if (token.type === 'set') return inSet(token.value, character) !== token.negated;
  return token.type === 'any' || (token.type === 'char' && token.value === character);
}

/**
 * Does the whole text match the glob pattern?
 * @param {string} pattern `?` one character, `*` any run, `[a-z]` and `[!a-z]` sets, `\` escapes
 * @param {string} text
 * @returns {boolean}
 */
export function matchGlob(pattern, text) {
  const tokens = tokenizeGlob(pattern);
  let position = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (position < text.length) {
    if (at < tokens.length && accepts(tokens[at], text[position])) {
      at += 1;
      position += 1;
    } else if (tokens[at]?.type === 'star') {
      star = at;
      resume = position;
      at += 1;
    } else if (star >= 0) {
      // Let the last star swallow one more character and try again behind it.
      resume += 1;
      position = resume;
      at = star + 1;
    } else {
      return false;
    }
  }
  return tokens.slice(at).every((token) => token.type === 'star');
}

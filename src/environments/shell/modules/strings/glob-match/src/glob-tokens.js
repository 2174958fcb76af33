/**
 * Splits a glob pattern into tokens: literal characters, `?` (any), `*` (star)
 * and `[...]` (set, negated by a leading `!`). A backslash makes the next
 * character literal; an unclosed bracket is literal too.
 * @param {string} pattern
 * @returns {{ type: 'char' | 'any' | 'star' | 'set', value?: string, negated?: boolean }[]}
 */
export function tokenizeGlob(pattern) {
  const tokens = [];
  let index = 0;
  while (index < pattern.length) {
    const character = pattern[index];
    // A set needs at least one member, so the closing bracket is looked for behind it.
    const close = character === '[' ? pattern.indexOf(']', index + 2) : -1;
    if (character === '\\' && index + 1 < pattern.length) {
      tokens.push({ type: 'char', value: pattern[index + 1] });
      index += 1;
    } else if (character === '?') {
      tokens.push({ type: 'any' });
    } else if (character === '*') {
      if (tokens.at(-1)?.type !== 'star') tokens.push({ type: 'star' });
    } else if (close !== -1) {
      const body = pattern.slice(index + 1, close);
      const negated = body[0] === '!' && body.length > 1;
      tokens.push({ type: 'set', value: negated ? body.slice(1) : body, negated });
      index = close;
    } else {
      tokens.push({ type: 'char', value: character });
    }
    index += 1;
  }
  return tokens;
}

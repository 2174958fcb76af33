/**
 * Splits an arithmetic expression into numbers, names and one-character symbols.
 * @param {string} source
 * @returns {{ kind: 'number' | 'name' | 'symbol' | 'end', text: string, at: number }[]}
 */
export function tokenize(source) {
  const pattern = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|([-+*/%^()]))/y;
  const tokens = [];
  const end = source.trimEnd().length;
  while (pattern.lastIndex < end) {
    const start = pattern.lastIndex;
    const match = pattern.exec(source);
    if (match === null) throw new SyntaxError(`unexpected character at ${start}`);
    const [, number, name, symbol] = match;
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'symbol';
    const text = number ?? name ?? symbol;
    tokens.push({ kind, text, at: pattern.lastIndex - text.length });
  }
  tokens.push({ kind: 'end', text: '', at: end });
  return tokens;
}

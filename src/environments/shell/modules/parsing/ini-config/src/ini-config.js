function parseValue(raw) {
  if (raw.length >= 2 && raw[0] === '"' && raw.endsWith('"')) return raw.slice(1, -1);
  if (raw === 'true' || raw === 'false') return raw === 'true';
  if (raw !== '' && !Number.isNaN(Number(raw))) return Number(raw);
  return raw;
}

function stripComment(line) {
  let quoted = false;
  for (let i = 0; i < line.length; i += 1) {
    if (line[i] === '"') quoted = !quoted;
    const starts = line[i] === ';' || line[i] === '#';
    if (starts && !quoted && (i === 0 || line[i - 1] === ' ')) return line.slice(0, i);
  }
  return line;
}

/**
 * Parses INI text. Sections with dots nest; keys before the first section are at
 * the top level. Comments start with `;` or `#` at the line start or after a space.
 * @param {string} text
 * @returns {Record<string, unknown>}
 */
export function parseIni(text) {
  const root = {};
  let section = root;
  text.split('\n').forEach((rawLine, index) => {
    const line = stripComment(rawLine).trim();
    if (line === '') return;
    if (line.startsWith('[') && line.endsWith(']')) {
      section = root;
      for (const name of line.slice(1, -1).split('.')) {
        section[name] ??= {};
        section = section[name];
      }
      return;
    }
    const equals = line.indexOf('=');
    if (equals <= 0) throw new SyntaxError(`line ${index + 1}: expected key = value`);
    section[line.slice(0, equals).trim()] = parseValue(line.slice(equals + 1).trim());
  });
  return root;
}

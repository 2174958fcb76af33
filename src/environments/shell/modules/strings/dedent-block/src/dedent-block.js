const leadingWidth = (line) => line.length - line.trimStart().length;
const isBlank = (line) => line.trim() === '';

/**
 * Removes the indentation shared by all non-blank lines, plus a blank first and
 * last line, so that literals can be indented with the code around them.
 * @param {string} text
 * @returns {string}
 */
export function dedent(text) {
  const lines = text.split('\n');
  if (isBlank(lines[0])) lines.shift();
  if (lines.length > 0 && isBlank(lines[lines.length - 1])) lines.pop();
  let margin = Infinity;
  for (const line of lines) {
    if (!isBlank(line)) margin = Math.min(margin, leadingWidth(line));
  }
  return lines.map((line) => (isBlank(line) ? '' : line.slice(margin))).join('\n');
}

/**
 * Puts `depth` units of indentation before each non-blank line.
 * @param {string} text
 * @param {number} [depth]
 * @param {string} [unit]
 * @returns {string}
 */
export function indent(text, depth = 1, unit = '  ') {
  if (depth < 0) throw new RangeError('depth must not be negative');
  const prefix = unit.repeat(depth);
  return text
    .split('\n')
    .map((line) => (isBlank(line) ? line : prefix + line))
    .join('\n');
}

/**
 * Moves a block to a new depth while keeping the indentation inside it.
 * @param {string} text
 * @param {number} depth
 * @returns {string}
 */
export function reindent(text, depth) {
  return indent(dedent(text), depth);
}

/**
 * Cuts a word that is longer than the line into pieces of at most `width` characters.
 * @param {string} word
 * @param {number} width
 * @returns {string[]}
 */
function splitLongWord(word, width) {
  const pieces = [];
  for (let start = 0; start < word.length; start += width) {
    pieces.push(word.slice(start, start + width));
  }
  return pieces;
}

/**
 * Greedy word wrap: fills each line with as many words as fit in `width`.
 * Words longer than a line are cut; runs of whitespace collapse to one space.
 * @param {string} text
 * @param {number} width at least 1
 * @param {{ indent?: string }} [options] `indent` is put before every line but the first
 * @returns {string[]}
 */
export function wrapWords(text, width, { indent = '' } = {}) {
  if (!Number.isInteger(width) || width < 1) {
    throw new RangeError('width must be a positive integer');
  }
  const words = text.split(/\s+/).filter((word) => word !== '');
  const lines = [];
  let line = '';
  for (const word of words.flatMap((each) => splitLongWord(each, width))) {
    if (line === '') {
      line = word;
    } else if (line.length + 1 + word.length <= width) {
      line += ' ' + word;
    } else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  return lines.map((each, index) => (index > 0 ? indent + each : each));
}

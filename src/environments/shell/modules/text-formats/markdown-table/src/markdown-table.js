import { escapeCell, padCell } from './cells.js';

/** Builds the dashes below a heading; colons mark right and centre alignment. */
export function separator(width, align) {
  if (align === 'right') return '-'.repeat(width - 1) + ':';
  if (align === 'center') return ':' + '-'.repeat(width - 2) + ':';
  return '-'.repeat(width);
}

/**
 * Renders a markdown table from a list of headings, rows of values and optional
 * alignments ('left', 'right' or 'center', one per column).
 */
export function markdownTable(headings, rows, alignments = []) {
  const head = headings.map(escapeCell);
  const body = rows.map((row) => head.map((_heading, column) => escapeCell(row[column])));
  // Three characters is the shortest separator that every renderer accepts.
  const widths = head.map((heading, column) =>
    body.reduce((widest, row) => Math.max(widest, row[column].length), Math.max(3, heading.length)),
  );
  const frame = (cells) => `| ${cells.join(' | ')} |`;
  const align = (cells) => cells.map((cell, column) => padCell(cell, widths[column], alignments[column]));
  return [
    frame(align(head)),
    frame(widths.map((width, column) => separator(width, alignments[column]))),
    ...body.map((cells) => frame(align(cells))),
  ].join('\n');
}

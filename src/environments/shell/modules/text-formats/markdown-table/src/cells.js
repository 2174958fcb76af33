/** Escapes the characters that would break a table cell; missing values become empty. */
export function escapeCell(value) {
  return String(value ?? '')
    .replaceAll('|', '\\|')
    .replaceAll('\n', '<br>');
}

/** Pads a cell to a width; the odd space of a centred cell goes to the right. */
export function padCell(text, width, align) {
  if (align === 'right') return text.padStart(width);
  if (align === 'center') {
    const before = Math.floor((width - text.length) / 2);
    return text.padStart(text.length + before).padEnd(width);
  }
  return text.padEnd(width);
}

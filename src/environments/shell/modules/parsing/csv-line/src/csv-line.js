/**
 * Splits CSV text into rows of fields. Quoted fields may contain separators, line
 * breaks and doubled quotes; a final line break does not start another row.
 * @param {string} text
 * @param {string} [separator]
 * @returns {string[][]}
 */
export function parseCsv(text, separator = ',') {
  const rows = [];
  let row = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[i + 1] === '"') field += text[++i];
      else quoted = false;
    } else if (character === '"' && field === '') {
      quoted = true;
    } else if (character === separator) {
      row.push(field);
      field = '';
    } else if (character === '\n') {
      row.push(field.endsWith('\r') ? field.slice(0, -1) : field);
      rows.push(row);
      row = [];
      field = '';
    } else {
      field += character;
    }
  }
  if (quoted) throw new SyntaxError('unterminated quoted field');
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  return rows;
}

/**
 * Writes one row, quoting only the fields that need it.
 * @param {unknown[]} fields null and undefined become empty
 * @param {string} [separator]
 * @returns {string}
 */
export function formatCsvRow(fields, separator = ',') {
  return fields
    .map((value) => {
      const text = String(value ?? '');
      const special = [separator, '"', '\n', '\r'].some((mark) => text.includes(mark));
      return special ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(separator);
}

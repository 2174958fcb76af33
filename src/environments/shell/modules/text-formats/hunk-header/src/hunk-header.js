const PATTERN = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(?: (.*))?$/;

/** Parses the header line of a unified diff hunk; null when the line is none. */
export function parseHunkHeader(line) {
  const match = PATTERN.exec(line);
  if (!match) return null;
  return {
    oldStart: Number(match[1]),
    oldCount: Number(match[2] ?? 1),
    newStart: Number(match[3]),
    newCount: Number(match[4] ?? 1),
    section: match[5] ?? '',
  };
}

/** Formats a hunk header; a count of one is left out, as diff does. */
export function formatHunkHeader({ oldStart, oldCount, newStart, newCount, section = '' }) {
  const range = (start, count) => (count === 1 ? String(start) : `${start},${count}`);
  const header = `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@`;
  return section === '' ? header : `${header} ${section}`;
}

/** Computes the header that fits the body lines of a hunk, given both first line numbers. */
export function headerFor(lines, oldStart, newStart) {
  let oldCount = 0;
  let newCount = 0;
  for (const line of lines) {
    // A backslash line is a remark such as "No newline at end of file".
    if (line.startsWith('\\')) continue;
    if (!line.startsWith('+')) oldCount += 1;
    if (!line.startsWith('-')) newCount += 1;
  }
  // An empty side names the line before the change.
  return {
    oldStart: oldCount === 0 ? oldStart - 1 : oldStart,
    oldCount,
    newStart: newCount === 0 ? newStart - 1 : newStart,
    newCount,
  };
}

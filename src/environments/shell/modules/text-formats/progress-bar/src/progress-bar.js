const STEPS = [' ', '.', ':', '|'];

/** Whole percentage of done within total, rounded down so that 100 means finished. */
export function percent(done, total) {
  if (total <= 0) return 100;
  const ratio = Math.min(Math.max(done / total, 0), 1);
  return Math.floor(ratio * 100);
}

/** Draws the inside of a bar; the cell at the edge shows fractions of four. */
export function barCells(done, total, width) {
  const ratio = total > 0 ? Math.min(Math.max(done / total, 0), 1) : 1;
  const quarters = Math.floor(ratio * width * STEPS.length);
  const full = Math.floor(quarters / STEPS.length);
  if (full >= width) return '#'.repeat(width);
  return '#'.repeat(full) + STEPS[quarters % STEPS.length] + ' '.repeat(width - full - 1);
}

/** One line such as `[##:  ]  50% (5/10)`; `unit` is written after the total. */
export function progressBar(done, total, { width = 20, unit = '' } = {}) {
  const share = String(percent(done, total)).padStart(3);
  const suffix = unit === '' ? '' : ` ${unit}`;
  return `[${barCells(done, total, width)}] ${share}% (${done}/${total}${suffix})`;
}

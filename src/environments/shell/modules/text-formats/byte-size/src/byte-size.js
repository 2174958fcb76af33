const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a byte count with a binary unit and one decimal below ten, as in `1.5 KiB`. */
export function formatBytes(bytes) {
  if (bytes < 0) return '-' + formatBytes(-bytes);
  let unit = 0;
  let amount = bytes;
  while (unit < UNITS.length - 1 && Math.round(amount) >= 1024) {
    amount /= 1024;
    unit += 1;
  }
  const tenths = Math.round(amount * 10);
  const digits = unit > 0 && tenths < 100 ? (tenths / 10).toFixed(1) : String(Math.round(amount));
  return `${digits} ${UNITS[unit]}`;
}

/** Parses what formatBytes writes; also accepts short units such as `10K` and any case. */
export function parseBytes(text) {
  const match = /^(-?)(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(text.trim());
  if (match === null) throw new SyntaxError(`not a size: ${text}`);
  const [, sign, digits, letter] = match;
  const exponent = letter === '' ? 0 : 'kmgt'.indexOf(letter.toLowerCase()) + 1;
  const bytes = Math.round(Number(digits) * 1024 ** exponent);
  return sign === '-' && bytes > 0 ? -bytes : bytes;
}

import { hexByte, printable } from './bytes.js';

/**
 * Dumps bytes in the style of `hexdump -C`: an offset, the bytes in two groups
 * and their text. Throws a RangeError for numbers that are not bytes.
 */
export function hexDump(bytes, width = 16) {
  const invalid = bytes.findIndex((byte) => !Number.isInteger(byte) || byte < 0 || byte > 255);
  if (invalid !== -1) throw new RangeError(`not a byte at offset ${invalid}`);
  const half = Math.ceil(width / 2);
  const lines = [];
  for (let offset = 0; offset < bytes.length; offset += width) {
    const chunk = bytes.slice(offset, offset + width);
    const left = chunk
      .slice(0, half)
      .map(hexByte)
      .join(' ')
      .padEnd(half * 3 - 1);
    const right = chunk
      .slice(half)
      .map(hexByte)
      .join(' ')
      .padEnd((width - half) * 3 - 1);
    const address = offset.toString(16).padStart(8, '0');
    lines.push(`${address}  ${left}  ${right}  |${chunk.map(printable).join('')}|`);
  }
  return lines;
}

/** Reads the bytes back from the lines of a dump with the same width. */
export function undump(lines, width = 16) {
  return lines.flatMap((line) => {
    // The hex part ends where the text column begins, whatever the text contains.
    const hex = line.slice(10, 10 + width * 3);
    return hex
      .split(' ')
      .filter((pair) => pair !== '')
      .map((pair) => parseInt(pair, 16));
  });
}

/** Two lower-case hexadecimal digits of a byte. */
export function hexByte(byte) {
  return byte.toString(16).padStart(2, '0');
}

/** The printable ASCII character of a byte, or a dot. */
export function printable(byte) {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
}

/** Reads a dotted address as a number from 0 to 2^32 - 1, or null when it is malformed. */
export function parseIpv4(text) {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  let address = 0;
  for (const part of parts) {
    // Leading zeros are refused because some systems read them as octal.
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    address = address * 256 + Number(part);
  }
  return address;
}

/** Writes a number as a dotted address. */
export function formatIpv4(address) {
  const parts = [];
  for (let rest = address, i = 0; i < 4; i++) {
    parts.unshift(rest % 256);
    rest = Math.floor(rest / 256);
  }
  return parts.join('.');
}

/** First and last address of a block such as `10.1.0.0/16`; throws when it is malformed. */
export function blockRange(block) {
  const match = /^([\d.]+)\/(\d{1,2})$/.exec(block);
  const address = match ? parseIpv4(match[1]) : null;
  if (address === null || Number(match[2]) > 32) throw new RangeError(`not a block: ${block}`);
  const size = 2 ** (32 - Number(match[2]));
  const first = Math.floor(address / size) * size;
  return [first, first + size - 1];
}

/** Whether an address lies in one of the blocks; a malformed address lies in none. */
export function inBlocks(text, blocks) {
  const address = parseIpv4(text);
  if (address === null) return false;
  return blocks.map(blockRange).some(([first, last]) => first <= address && address <= last);
}

function requireSize(size) {
  if (!Number.isInteger(size) || size <= 0) throw new RangeError(`bad chunk size: ${size}`);
}

/**
 * Consecutive chunks of `size` items; the last may be shorter.
 * @template T
 * @param {T[]} items
 * @param {number} size
 * @returns {T[][]}
 */
export function chunk(items, size) {
  requireSize(size);
  const chunks = [];
  for (let start = 0; start < items.length; start += size) {
    chunks.push(items.slice(start, start + size));
  }
  return chunks;
}

/**
 * Exactly `count` chunks whose lengths differ by at most one, longer ones first.
 * @template T
 * @param {T[]} items
 * @param {number} count
 * @returns {T[][]}
 */
export function splitEvenly(items, count) {
  requireSize(count);
  const base = Math.floor(items.length / count);
  const extra = items.length % count;
  const parts = [];
  let start = 0;
  for (let part = 0; part < count; part += 1) {
    const end = start + base + (part < extra ? 1 : 0);
    parts.push(items.slice(start, end));
    start = end;
  }
  return parts;
}

/**
 * Starts a new chunk wherever `isBoundary(previous, next)` holds.
 * @template T
 * @param {T[]} items
 * @param {(previous: T, next: T) => boolean} isBoundary
 * @returns {T[][]}
 */
export function chunkBy(items, isBoundary) {
  const chunks = [];
  items.forEach((item, index) => {
    if (index === 0 || isBoundary(items[index - 1], item)) chunks.push([item]);
    else chunks[chunks.length - 1].push(item);
  });
  return chunks;
}

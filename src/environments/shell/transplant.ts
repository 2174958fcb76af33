/** A change of a text, made to another version of that text. */

/** Where two texts differ: [start, end) in the first is replaced by `text` in the second. */
interface Change {
  start: number;
  end: number;
  text: string;
}

/** The change between two texts as one replacement, as short as common ends allow. */
function changeBetween(from: string, to: string): Change {
  const shortest = Math.min(from.length, to.length);
  let start = 0;
  while (start < shortest && from[start] === to[start]) start += 1;
  let tail = 0;
  while (tail < shortest - start && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  return { start, end: from.length - tail, text: to.slice(start, to.length - tail) };
}

/**
 * Makes the change `base` → `patched` to `other`, another version of `base`. Null when the two
 * versions change the same characters, so that they cannot stand together; changes that only touch can.
 */
export function transplant(base: string, patched: string, other: string): string | null {
  const change = changeBetween(base, patched);
  const theirs = changeBetween(base, other);
  const put = (offset: number) =>
    other.slice(0, change.start + offset) + change.text + other.slice(change.end + offset);
  if (change.end <= theirs.start) return put(0);
  if (change.start >= theirs.end) return put(other.length - base.length);
  return null;
}

/** Joins overlapping or touching [start, end] intervals into a sorted list. */
export function mergeBusy(intervals) {
  const merged = [];
  for (const [start, end] of [...intervals].sort((a, b) => a[0] - b[0])) {
    const last = merged[merged.length - 1];
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Free intervals of a working day, given its busy ones, that last at least `shortest`. */
export function freeSlots(busy, [open, close], shortest = 1) {
  const free = [];
  let cursor = open;
  for (const [start, end] of mergeBusy(busy)) {
    free.push([cursor, Math.min(start, close)]);
    cursor = Math.max(cursor, end);
  }
  free.push([cursor, close]);
  return free.filter(([start, end]) => end - start >= shortest);
}

/** Earliest slot of a duration that is free in all calendars, or null. */
export function firstCommonSlot(calendars, day, duration) {
  const [slot] = freeSlots(calendars.flat(), day, duration);
  return slot === undefined ? null : [slot[0], slot[0] + duration];
}

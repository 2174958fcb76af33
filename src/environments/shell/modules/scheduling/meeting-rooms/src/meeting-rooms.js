import { toMinutes } from './clock.js';

/** Largest number of meetings that take place at the same time. */
export function roomsNeeded(meetings) {
  const events = meetings.flatMap(({ from, to }) => [
    [toMinutes(from), 1],
    [toMinutes(to), -1],
  ]);
  // At equal times rooms are left before they are entered.
  events.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let open = 0;
  let most = 0;
  for (const [, change] of events) {
    open += change;
    most = Math.max(most, open);
  }
  return most;
}

/**
 * Assigns meetings to numbered rooms (from 1): each, by start time, takes the
 * lowest room that is free. Returns titles with their room.
 */
export function assignRooms(meetings) {
  const busyUntil = [];
  const assignment = {};
  const byStart = [...meetings].sort((a, b) => toMinutes(a.from) - toMinutes(b.from));
  for (const { title, from, to } of byStart) {
    const start = toMinutes(from);
    let room = busyUntil.findIndex((until) => until <= start);
    if (room === -1) room = busyUntil.length;
    busyUntil[room] = toMinutes(to);
    assignment[title] = room + 1;
  }
  return assignment;
}

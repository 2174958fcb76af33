import assert from 'node:assert/strict';
import test from 'node:test';
import { toMinutes } from '../src/clock.js';
import { assignRooms, roomsNeeded } from '../src/meeting-rooms.js';

const clock = (minutes) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

function generated(count, seed) {
  let state = seed;
  return Array.from({ length: count }, (_meeting, index) => {
    state = (state * 61 + 29) % 1009;
    const start = state % 1200;
    return { title: `m${index}`, from: clock(start), to: clock(start + 30 + (state % 90)) };
  });
}

test('the assignment uses exactly the rooms needed', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const meetings = generated(15, seed);
    assert.equal(Math.max(...Object.values(assignRooms(meetings))), roomsNeeded(meetings));
  }
});

test('no room holds two meetings at once', () => {
  const meetings = generated(20, 77);
  const rooms = assignRooms(meetings);
  for (const a of meetings) {
    for (const b of meetings) {
      const overlap = toMinutes(a.from) < toMinutes(b.to) && toMinutes(b.from) < toMinutes(a.to);
      if (a !== b && overlap) assert.notEqual(rooms[a.title], rooms[b.title]);
    }
  }
});

test('times survive a round trip through minutes', () => {
  for (let minutes = 0; minutes <= 1440; minutes += 7) assert.equal(toMinutes(clock(minutes)), minutes);
});

test('invalid times are refused everywhere', () => {
  for (const time of ['', '7', '25:00', '12:99', '123:00', '1:5', '-1:00', '24:30']) {
    assert.throws(() => toMinutes(time), RangeError);
  }
  assert.throws(() => roomsNeeded([{ title: 'x', from: '9:00', to: '9:77' }]), RangeError);
  assert.throws(() => assignRooms([{ title: 'x', from: 'noon', to: '13:00' }]), /noon/);
});

test('three parallel meetings and a follower', () => {
  const day = [
    { title: 'p', from: '8:00', to: '9:00' },
    { title: 'q', from: '8:00', to: '8:30' },
    { title: 'r', from: '8:10', to: '8:40' },
    { title: 's', from: '8:30', to: '8:45' },
    { title: 't', from: '8:40', to: '24:00' },
  ];
  assert.equal(roomsNeeded(day), 3);
  assert.deepEqual(assignRooms(day), { p: 1, q: 2, r: 3, s: 2, t: 3 });
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { toMinutes } from '../src/clock.js';
import { assignRooms, roomsNeeded } from '../src/meeting-rooms.js';

const meeting = (title, from, to) => ({ title, from, to });

test('reads times of day', () => {
  assert.equal(toMinutes('00:00'), 0);
  assert.equal(toMinutes('9:05'), 545);
  assert.equal(toMinutes('23:59'), 1439);
  assert.equal(toMinutes('24:00'), 1440);
});

test('refuses times that do not exist', () => {
  assert.throws(() => toMinutes('24:01'), /bad time: 24:01/);
  assert.throws(() => toMinutes('10:60'), RangeError);
  assert.throws(() => toMinutes('10.30'), RangeError);
  assert.equal(toMinutes('10:59'), 659);
});

test('counts simultaneous meetings', () => {
  assert.equal(roomsNeeded([meeting('a', '9:00', '11:00'), meeting('b', '10:00', '12:00')]), 2);
  assert.equal(roomsNeeded([meeting('a', '9:00', '10:00')]), 1);
  assert.equal(roomsNeeded([]), 0);
});

test('back to back meetings share a room', () => {
  const day = [meeting('b', '10:00', '11:00'), meeting('a', '9:00', '10:00'), meeting('c', '11:00', '12:00')];
  assert.equal(roomsNeeded(day), 1);
});

test('the peak may be in the middle of the day', () => {
  const day = [
    meeting('a', '9:00', '12:00'),
    meeting('b', '9:30', '10:30'),
    meeting('c', '10:00', '11:00'),
    meeting('d', '10:30', '11:30'),
    meeting('e', '15:00', '16:00'),
  ];
  assert.equal(roomsNeeded(day), 3);
});

test('assigns the lowest free room', () => {
  const day = [meeting('a', '9:00', '10:00'), meeting('b', '9:00', '12:00'), meeting('c', '10:30', '11:00')];
  assert.deepEqual(assignRooms(day), { a: 1, b: 2, c: 1 });
});

test('a room is free again when its meeting ends', () => {
  const day = [meeting('a', '9:00', '10:00'), meeting('b', '10:00', '11:00'), meeting('c', '10:59', '12:00')];
  assert.deepEqual(assignRooms(day), { a: 1, b: 1, c: 2 });
});

test('meetings are assigned by start time', () => {
  const day = [meeting('late', '14:00', '15:00'), meeting('early', '8:00', '14:30')];
  assert.deepEqual(assignRooms(day), { early: 1, late: 2 });
  assert.equal(day[0].title, 'late');
  assert.deepEqual(assignRooms([]), {});
});

test('the end of one meeting frees one room only', () => {
  const day = [
    meeting('a', '9:00', '10:00'),
    meeting('b', '9:00', '11:00'),
    meeting('c', '10:00', '12:00'),
    meeting('d', '10:30', '11:30'),
  ];
  assert.equal(roomsNeeded(day), 3);
});

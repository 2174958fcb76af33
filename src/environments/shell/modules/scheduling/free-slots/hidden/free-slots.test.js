import assert from 'node:assert/strict';
import test from 'node:test';
import { firstCommonSlot, freeSlots, mergeBusy } from '../src/free-slots.js';

const busy = [
  [30, 40],
  [5, 12],
  [11, 14],
  [40, 41],
  [60, 70],
  [62, 65],
  [90, 120],
];

test('merged intervals are sorted and apart', () => {
  assert.deepEqual(mergeBusy(busy), [
    [5, 14],
    [30, 41],
    [60, 70],
    [90, 120],
  ]);
  assert.deepEqual(mergeBusy([]), []);
  assert.deepEqual(
    mergeBusy([
      [2, 3],
      [0, 1],
    ]),
    [
      [0, 1],
      [2, 3],
    ],
  );
});

test('every minute is either busy or free', () => {
  const free = freeSlots(busy, [0, 100]);
  for (let minute = 0; minute < 100; minute++) {
    const covered = (list) => list.some(([start, end]) => start <= minute && minute < end);
    assert.equal(covered(free), !covered(busy));
  }
});

test('minimum lengths filter the gaps', () => {
  assert.deepEqual(freeSlots(busy, [0, 100]), [
    [0, 5],
    [14, 30],
    [41, 60],
    [70, 90],
  ]);
  assert.deepEqual(freeSlots(busy, [0, 100], 19), [
    [41, 60],
    [70, 90],
  ]);
  assert.deepEqual(freeSlots(busy, [0, 100], 20), [[70, 90]]);
  assert.deepEqual(freeSlots(busy, [0, 100], 21), []);
});

test('opening and closing cut into appointments', () => {
  assert.deepEqual(
    freeSlots(
      [
        [0, 3],
        [6, 9],
      ],
      [2, 7],
    ),
    [[3, 6]],
  );
  assert.deepEqual(
    freeSlots(
      [
        [0, 1],
        [9, 10],
      ],
      [1, 9],
    ),
    [[1, 9]],
  );
});

test('common slots have exactly the duration asked for', () => {
  const calendars = [
    busy,
    [
      [0, 5],
      [14, 20],
    ],
  ];
  assert.deepEqual(firstCommonSlot(calendars, [0, 100], 10), [20, 30]);
  assert.deepEqual(firstCommonSlot(calendars, [0, 100], 11), [41, 52]);
  assert.equal(firstCommonSlot(calendars, [0, 100], 30), null);
  assert.deepEqual(firstCommonSlot([], [8, 12], 4), [8, 12]);
});

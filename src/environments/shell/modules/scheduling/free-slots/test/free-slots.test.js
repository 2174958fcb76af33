import assert from 'node:assert/strict';
import test from 'node:test';
import { firstCommonSlot, freeSlots, mergeBusy } from '../src/free-slots.js';

test('merges overlapping intervals', () => {
  assert.deepEqual(
    mergeBusy([
      [1, 4],
      [3, 6],
      [8, 9],
    ]),
    [
      [1, 6],
      [8, 9],
    ],
  );
});

test('merges touching and nested intervals', () => {
  assert.deepEqual(
    mergeBusy([
      [1, 3],
      [3, 5],
    ]),
    [[1, 5]],
  );
  assert.deepEqual(
    mergeBusy([
      [1, 9],
      [2, 3],
      [4, 5],
    ]),
    [[1, 9]],
  );
});

test('sorts without touching the argument', () => {
  const busy = [
    [10, 11],
    [2, 3],
    [1, 2],
  ];
  assert.deepEqual(mergeBusy(busy), [
    [1, 3],
    [10, 11],
  ]);
  assert.deepEqual(busy, [
    [10, 11],
    [2, 3],
    [1, 2],
  ]);
});

test('finds the gaps of a day', () => {
  assert.deepEqual(
    freeSlots(
      [
        [10, 11],
        [13, 15],
      ],
      [9, 17],
    ),
    [
      [9, 10],
      [11, 13],
      [15, 17],
    ],
  );
});

test('a day without appointments is free', () => {
  assert.deepEqual(freeSlots([], [9, 17]), [[9, 17]]);
  assert.deepEqual(freeSlots([], [9, 9]), []);
});

test('appointments outside the day only matter where they reach in', () => {
  assert.deepEqual(
    freeSlots(
      [
        [7, 10],
        [16, 20],
      ],
      [9, 17],
    ),
    [[10, 16]],
  );
  assert.deepEqual(
    freeSlots(
      [
        [5, 6],
        [18, 19],
      ],
      [9, 17],
    ),
    [[9, 17]],
  );
  assert.deepEqual(freeSlots([[8, 18]], [9, 17]), []);
});

test('short gaps are dropped, gaps of the exact length kept', () => {
  assert.deepEqual(
    freeSlots(
      [
        [10, 11],
        [13, 15],
      ],
      [9, 17],
      2,
    ),
    [
      [11, 13],
      [15, 17],
    ],
  );
  assert.deepEqual(freeSlots([[9.5, 16]], [9, 17]), [[16, 17]]);
});

test('finds the first slot common to all calendars', () => {
  const calendars = [
    [
      [9, 10],
      [12, 13],
    ],
    [[10, 11]],
    [],
  ];
  assert.deepEqual(firstCommonSlot(calendars, [9, 17], 1), [11, 12]);
  assert.deepEqual(firstCommonSlot(calendars, [9, 17], 2), [13, 15]);
});

test('there may be no common slot', () => {
  assert.equal(firstCommonSlot([[[9, 12]], [[12, 16]]], [9, 17], 2), null);
});

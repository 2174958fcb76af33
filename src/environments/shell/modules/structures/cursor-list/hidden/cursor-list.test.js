import assert from 'node:assert/strict';
import test from 'node:test';
import { CursorList, countOut } from '../src/cursor-list.js';

test('moving there and back returns to the same value', () => {
  const list = new CursorList([10, 20, 30, 40, 50]);
  for (let steps = -12; steps <= 12; steps++) {
    list.move(steps);
    assert.equal(list.current, 10 * ((((steps % 5) + 5) % 5) + 1));
    list.move(-steps);
    assert.equal(list.current, 10);
  }
});

test('walking backwards reads the list in reverse', () => {
  const list = new CursorList([1, 2]).insert(3).insert(4);
  assert.deepEqual(list.toArray(), [4, 2, 1, 3]);
  const backwards = [];
  for (let i = 0; i < 4; i++) backwards.push(list.move(-1).current);
  assert.deepEqual(backwards, [3, 1, 2, 4]);
});

test('removal in the middle joins the neighbours', () => {
  const list = new CursorList(['p', 'q', 'r', 's']).move(2);
  assert.equal(list.remove(), 'r');
  assert.equal(list.current, 's');
  assert.equal(list.move(-1).current, 'q');
  assert.deepEqual(list.toArray(), ['q', 's', 'p']);
});

test('inserting into an emptied list starts over', () => {
  const list = new CursorList([1, 2]);
  list.remove();
  list.remove();
  assert.equal(list.move(5).current, undefined);
  list.insert('x').insert('y');
  assert.deepEqual(list.toArray(), ['y', 'x']);
  assert.equal(list.length, 2);
});

test('the last person counted out follows the Josephus recurrence', () => {
  for (let size = 1; size <= 12; size++) {
    const people = Array.from({ length: size }, (_person, index) => index);
    let survivor = 0;
    for (let n = 2; n <= size; n++) survivor = (survivor + 4) % n;
    const order = countOut(people, 4);
    assert.equal(order[size - 1], survivor);
    assert.deepEqual(
      [...order].sort((a, b) => a - b),
      people,
    );
  }
});

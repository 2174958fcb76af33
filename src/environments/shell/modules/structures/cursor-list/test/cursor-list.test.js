import assert from 'node:assert/strict';
import test from 'node:test';
import { CursorList, countOut } from '../src/cursor-list.js';

test('an empty list has no current value', () => {
  const list = new CursorList();
  assert.equal(list.current, undefined);
  assert.equal(list.length, 0);
  assert.deepEqual(list.toArray(), []);
});

test('starts at the first value', () => {
  const list = new CursorList(['a', 'b', 'c']);
  assert.equal(list.current, 'a');
  assert.equal(list.length, 3);
  assert.deepEqual(list.toArray(), ['a', 'b', 'c']);
});

test('inserts after the cursor and moves there', () => {
  const list = new CursorList(['a', 'b', 'c']).insert('x');
  assert.equal(list.current, 'x');
  assert.deepEqual(list.toArray(), ['x', 'b', 'c', 'a']);
  assert.equal(list.length, 4);
});

test('moves forwards and around', () => {
  assert.equal(new CursorList(['a', 'b', 'c']).move(2).current, 'c');
  assert.equal(new CursorList(['a', 'b', 'c']).move(4).current, 'b');
  assert.equal(new CursorList(['a', 'b', 'c']).move(0).current, 'a');
});

test('moves backwards and around', () => {
  assert.equal(new CursorList(['a', 'b', 'c', 'd']).move(-1).current, 'd');
  assert.equal(new CursorList(['a', 'b', 'c', 'd']).move(-7).current, 'b');
});

test('backward links survive insertions', () => {
  const list = new CursorList(['a', 'b', 'c']).insert('x');
  assert.equal(list.move(-1).current, 'a');
  assert.equal(list.move(2).move(-1).current, 'x');
});

test('removing makes the successor current', () => {
  const list = new CursorList(['a', 'b', 'c']);
  assert.equal(list.remove(), 'a');
  assert.deepEqual(list.toArray(), ['b', 'c']);
  assert.equal(list.move(-1).current, 'c');
  assert.equal(list.length, 2);
});

test('removing everything leaves an empty list', () => {
  const list = new CursorList(['only']);
  assert.equal(list.remove(), 'only');
  assert.equal(list.current, undefined);
  assert.equal(list.remove(), undefined);
  assert.equal(list.length, 0);
  assert.deepEqual(list.insert('new').toArray(), ['new']);
});

test('counts people out of a circle', () => {
  assert.deepEqual(countOut([1, 2, 3, 4, 5, 6, 7], 3), [3, 6, 2, 7, 5, 1, 4]);
  assert.deepEqual(countOut(['a', 'b'], 1), ['a', 'b']);
  assert.deepEqual(countOut([], 2), []);
});

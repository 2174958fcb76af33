import assert from 'node:assert/strict';
import test from 'node:test';
import { RingBuffer } from '../src/ring-buffer.js';

test('behaves like an array trimmed at its start', () => {
  for (let capacity = 1; capacity <= 5; capacity++) {
    const ring = new RingBuffer(capacity);
    const model = [];
    for (let step = 1; step <= 30; step++) {
      if (step % 4 === 0 || step % 7 === 0) {
        assert.equal(ring.read(), model.shift());
      } else {
        const lost = model.length === capacity ? model.shift() : undefined;
        model.push(step);
        assert.equal(ring.write(step), lost);
      }
      assert.deepEqual(ring.toArray(), model);
      assert.equal(ring.length, model.length);
      assert.equal(ring.isFull, model.length === capacity);
    }
  }
});

test('indexing agrees with Array.prototype.at', () => {
  const ring = new RingBuffer(4);
  for (const item of [10, 20, 30, 40, 50, 60]) ring.write(item);
  ring.read();
  const model = ring.toArray();
  for (let index = -6; index <= 6; index++) assert.equal(ring.at(index), model.at(index));
});

test('draining completely and filling again', () => {
  const ring = new RingBuffer(2);
  for (let round = 0; round < 5; round++) {
    ring.write(round);
    assert.equal(ring.length, 1);
    assert.equal(ring.read(), round);
    assert.equal(ring.read(), undefined);
    assert.equal(ring.length, 0);
  }
});

test('falsy items are kept', () => {
  const ring = new RingBuffer(3);
  for (const item of [0, '', null, false]) ring.write(item);
  assert.deepEqual(ring.toArray(), ['', null, false]);
  assert.equal(ring.write(1), '');
});

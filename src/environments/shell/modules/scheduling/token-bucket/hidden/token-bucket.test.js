import assert from 'node:assert/strict';
import test from 'node:test';
import { admit, TokenBucket } from '../src/token-bucket.js';

test('waiting as long as told is enough and not too long', () => {
  for (const rate of [1, 2, 3, 7]) {
    for (let count = 1; count <= 5; count++) {
      const bucket = new TokenBucket(5, rate);
      bucket.take(0, 5);
      const wait = bucket.waitFor(0, count);
      assert.equal(wait, Math.ceil((count * 1000) / rate));
      assert.ok(bucket.available(wait) >= count - 1e-9);
      assert.ok(bucket.available(wait - 1) < count);
    }
  }
});

test('a bucket that starts late is full then', () => {
  const bucket = new TokenBucket(6, 1, 100000);
  assert.equal(bucket.take(100000, 6), true);
  assert.equal(bucket.available(101500), 1.5);
  assert.equal(bucket.take(101500, 1.5), true);
  assert.equal(bucket.available(101500), 0);
});

test('failed attempts do not reset the clock', () => {
  const bucket = new TokenBucket(2, 1);
  bucket.take(0, 2);
  for (let now = 100; now < 1000; now += 100) assert.equal(bucket.take(now), false);
  assert.equal(bucket.take(1000), true);
  assert.equal(bucket.take(1000), false);
});

test('an old timestamp never creates tokens later', () => {
  const bucket = new TokenBucket(4, 1, 2000);
  bucket.take(2000, 2);
  bucket.take(1000, 1);
  assert.equal(bucket.available(2000), 1);
  assert.equal(bucket.available(3000), 2);
});

test('over time no more than capacity plus refill is admitted', () => {
  const times = Array.from({ length: 101 }, (_time, index) => index * 50);
  const { admitted, rejected } = admit(times, 3, 4);
  assert.equal(admitted.length, 23);
  assert.equal(admitted.length + rejected.length, times.length);
  assert.deepEqual(admitted.slice(0, 4), [0, 50, 100, 250]);
});

test('waiting for what is there takes no time', () => {
  const bucket = new TokenBucket(3, 1);
  bucket.take(0);
  assert.equal(bucket.waitFor(0, 2), 0);
  assert.equal(bucket.waitFor(0, 3), 1000);
  assert.equal(bucket.waitFor(0, 3.5), Infinity);
});

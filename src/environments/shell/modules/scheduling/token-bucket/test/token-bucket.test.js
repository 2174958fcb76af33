import assert from 'node:assert/strict';
import test from 'node:test';
import { admit, TokenBucket } from '../src/token-bucket.js';

test('a new bucket is full', () => {
  const bucket = new TokenBucket(5, 2);
  assert.equal(bucket.available(0), 5);
  assert.equal(bucket.available(9999), 5);
});

test('taking tokens empties the bucket', () => {
  const bucket = new TokenBucket(3, 1);
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.available(0), 2);
  assert.equal(bucket.take(0, 2), true);
  assert.equal(bucket.take(0), false);
  assert.equal(bucket.available(0), 0);
});

test('refuses more tokens than available without losing any', () => {
  const bucket = new TokenBucket(3, 1);
  bucket.take(0, 2);
  assert.equal(bucket.take(0, 2), false);
  assert.equal(bucket.available(0), 1);
});

test('tokens come back at the given rate', () => {
  const bucket = new TokenBucket(10, 4);
  bucket.take(0, 10);
  assert.equal(bucket.available(250), 1);
  assert.equal(bucket.available(1000), 4);
  assert.equal(bucket.take(500, 2), true);
  assert.equal(bucket.available(750), 1);
});

test('refilling stops at the capacity', () => {
  const bucket = new TokenBucket(2, 10);
  bucket.take(0, 2);
  assert.equal(bucket.available(5000), 2);
});

test('a clock that runs backwards neither refills nor drains', () => {
  const bucket = new TokenBucket(5, 1, 1000);
  bucket.take(1000, 3);
  assert.equal(bucket.available(0), 2);
  assert.equal(bucket.take(500), true);
  assert.equal(bucket.available(1000), 1);
});

test('tells how long to wait', () => {
  const bucket = new TokenBucket(4, 3);
  assert.equal(bucket.waitFor(0, 4), 0);
  bucket.take(0, 4);
  assert.equal(bucket.waitFor(0), 334);
  assert.equal(bucket.waitFor(0, 3), 1000);
  assert.equal(bucket.waitFor(900, 3), 100);
});

test('more than the capacity never comes', () => {
  const bucket = new TokenBucket(4, 1);
  assert.equal(bucket.waitFor(0, 5), Infinity);
  bucket.take(0, 4);
  assert.equal(bucket.waitFor(0, 4), 4000);
});

test('admits a burst and then the steady rate', () => {
  assert.deepEqual(admit([5000, 5000, 5000, 5400, 5500, 6000], 2, 2), {
    admitted: [5000, 5000, 5500, 6000],
    rejected: [5000, 5400],
  });
  assert.deepEqual(admit([0, 500], 1, 2), { admitted: [0, 500], rejected: [] });
  assert.deepEqual(admit([], 1, 1), { admitted: [], rejected: [] });
});

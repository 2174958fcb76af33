import assert from 'node:assert/strict';
import test from 'node:test';
import { backoffDelays, jitter, retry } from '../src/retry-backoff.js';

/** An action that fails a number of times, with a log of its attempts. */
function flaky(failures) {
  const attempts = [];
  const action = (attempt) => {
    attempts.push(attempt);
    if (attempt <= failures) throw new Error(`failure ${attempt}`);
    return `done after ${attempt}`;
  };
  return { attempts, action };
}

test('delays double from one tenth of a second by default', () => {
  assert.deepEqual(backoffDelays(4), [100, 200, 400, 800]);
  assert.deepEqual(backoffDelays(0), []);
});

test('delays stop growing at the cap', () => {
  assert.deepEqual(backoffDelays(4, { base: 3, factor: 3, cap: 20 }), [3, 9, 20, 20]);
  assert.equal(backoffDelays(8)[7], 10000);
});

test('jitter spreads around the delay', () => {
  assert.equal(jitter(100, 0.5, 0), 75);
  assert.equal(jitter(100, 0.5, 0.5), 100);
  assert.equal(jitter(100, 0.5, 1), 125);
  assert.equal(jitter(101, 1, 0.25), 76);
  assert.equal(jitter(80, 0, 0.9), 80);
});

test('success at once needs no sleep', async () => {
  const { action, attempts } = flaky(0);
  const slept = [];
  assert.equal(await retry(action, (ms) => slept.push(ms)), 'done after 1');
  assert.deepEqual(attempts, [1]);
  assert.deepEqual(slept, []);
});

test('retries until success, sleeping in between', async () => {
  const { action } = flaky(2);
  const slept = [];
  assert.equal(await retry(action, (ms) => slept.push(ms), { base: 10, factor: 3 }), 'done after 3');
  assert.deepEqual(slept, [10, 30]);
});

test('gives up with the last error after the retries', async () => {
  const { action, attempts } = flaky(9);
  const slept = [];
  await assert.rejects(
    retry(action, (ms) => slept.push(ms)),
    /failure 4/,
  );
  assert.deepEqual(attempts, [1, 2, 3, 4]);
  assert.deepEqual(slept, [100, 200, 400]);
});

test('without retries the first error is final', async () => {
  const { action, attempts } = flaky(1);
  await assert.rejects(
    retry(action, () => {}, { retries: 0 }),
    /failure 1/,
  );
  assert.deepEqual(attempts, [1]);
});

test('errors that should not be retried end the loop', async () => {
  const { action, attempts } = flaky(5);
  const shouldRetry = (error, attempt) => error.message === 'failure 1' && attempt === 1;
  await assert.rejects(
    retry(action, () => {}, { shouldRetry }),
    /failure 2/,
  );
  assert.deepEqual(attempts, [1, 2]);
});

test('asynchronous actions and sleeps are awaited', async () => {
  const log = [];
  const action = async (attempt) => {
    await null;
    log.push(`try ${attempt}`);
    if (attempt === 1) throw new Error('not yet');
    return 'ok';
  };
  const sleep = async () => {
    await null;
    log.push('slept');
  };
  assert.equal(await retry(action, sleep), 'ok');
  assert.deepEqual(log, ['try 1', 'slept', 'try 2']);
});

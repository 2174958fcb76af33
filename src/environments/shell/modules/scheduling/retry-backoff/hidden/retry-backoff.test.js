import assert from 'node:assert/strict';
import test from 'node:test';
import { backoffDelays, jitter, retry } from '../src/retry-backoff.js';

test('delays follow the geometric formula up to the cap', () => {
  const delays = backoffDelays(9, { base: 7, factor: 1.5, cap: 60 });
  assert.equal(delays.length, 9);
  delays.forEach((delay, index) => {
    assert.ok(Math.abs(delay - Math.min(60, 7 * 1.5 ** index)) < 1e-9);
  });
});

test('a cap below the base and a factor of one', () => {
  assert.deepEqual(backoffDelays(2, { base: 50, cap: 20 }), [20, 20]);
  assert.deepEqual(backoffDelays(3, { base: 5, factor: 1 }), [5, 5, 5]);
});

test('jitter is symmetric and rounds', () => {
  for (const fraction of [0, 0.1, 0.3, 0.5]) {
    assert.equal(jitter(1000, 0.2, fraction) + jitter(1000, 0.2, 1 - fraction), 2000);
  }
  assert.equal(jitter(1000, 0.2, 0), 900);
  assert.equal(jitter(10, 1, 0.17), 7);
  assert.equal(jitter(10, 2, 1), 20);
});

test('the number of attempts is one more than the retries', async () => {
  for (let retries = 0; retries <= 5; retries++) {
    let calls = 0;
    let sleeps = 0;
    const failing = () => {
      calls += 1;
      throw new RangeError('always');
    };
    await assert.rejects(
      retry(
        failing,
        () => {
          sleeps += 1;
        },
        { retries },
      ),
      RangeError,
    );
    assert.equal(calls, retries + 1);
    assert.equal(sleeps, retries);
  }
});

test('success on the very last attempt counts', async () => {
  const slept = [];
  const result = await retry(
    (attempt) => {
      if (attempt < 3) throw new Error('early');
      return attempt * 10;
    },
    (ms) => slept.push(ms),
    { retries: 2, base: 1, factor: 10, cap: 5 },
  );
  assert.equal(result, 30);
  assert.deepEqual(slept, [1, 5]);
});

test('the filter sees the error and the attempt', async () => {
  const seen = [];
  const failing = (attempt) => {
    throw new Error(`e${attempt}`);
  };
  const shouldRetry = (error, attempt) => {
    seen.push(`${error.message}/${attempt}`);
    return attempt < 2;
  };
  await assert.rejects(
    retry(failing, () => {}, { retries: 4, shouldRetry }),
    /e2/,
  );
  assert.deepEqual(seen, ['e1/1', 'e2/2']);
});

test('falsy results are results', async () => {
  assert.equal(
    await retry(
      () => 0,
      () => {},
    ),
    0,
  );
  assert.equal(
    await retry(
      () => undefined,
      () => {},
    ),
    undefined,
  );
});

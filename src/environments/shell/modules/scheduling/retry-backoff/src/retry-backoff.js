/**
 * Waiting times before each retry: they grow by `factor` from `base` and stop
 * growing at `cap`.
 */
export function backoffDelays(retries, { base = 100, factor = 2, cap = 10000 } = {}) {
  const delays = [];
  let delay = base;
  for (let i = 0; i < retries; i++) {
    delays.push(Math.min(delay, cap));
    delay *= factor;
  }
  return delays;
}

/** Spreads a delay over `spread` of its length; `fraction` (0 to 1) picks the point. */
export function jitter(delay, spread, fraction) {
  const range = delay * spread;
  return Math.round(delay - range / 2 + range * fraction);
}

/**
 * Calls `action(attempt)`, counting from 1, until it succeeds or the retries are
 * used up; then the last error is thrown. `sleep(ms)` is awaited between attempts.
 */
export async function retry(action, sleep, { retries = 3, shouldRetry = () => true, ...timing } = {}) {
  const delays = backoffDelays(retries, timing);
  for (let attempt = 1; ; attempt++) {
    try {
      return await action(attempt);
    } catch (error) {
      if (attempt > retries || !shouldRetry(error, attempt)) throw error;
      await sleep(delays[attempt - 1]);
    }
  }
}

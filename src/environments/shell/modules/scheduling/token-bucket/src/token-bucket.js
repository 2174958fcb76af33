/**
 * Rate limiter that refills `rate` tokens per second up to `capacity`. All times
 * are milliseconds supplied by the caller.
 */
export class TokenBucket {
  #tokens;
  #updated;

  constructor(capacity, rate, now = 0) {
    this.capacity = capacity;
    this.rate = rate;
    this.#tokens = capacity;
    this.#updated = now;
  }

  /** Tokens available at a time. A clock that runs backwards refills nothing. */
  available(now) {
    const elapsed = Math.max(now - this.#updated, 0);
    return Math.min(this.capacity, this.#tokens + (elapsed * this.rate) / 1000);
  }

  /** Takes tokens when enough are available and reports whether it did. */
  take(now, count = 1) {
    const tokens = this.available(now);
    if (count > tokens) return false;
    this.#tokens = tokens - count;
    this.#updated = Math.max(this.#updated, now);
    return true;
  }

  /** Milliseconds until `count` tokens are available; Infinity when they never fit. */
  waitFor(now, count = 1) {
    if (count > this.capacity) return Infinity;
    const missing = count - this.available(now);
    return missing <= 0 ? 0 : Math.ceil((missing * 1000) / this.rate);
  }
}

/** Splits request times into those a fresh bucket admits and those it rejects. */
export function admit(times, capacity, rate) {
  const bucket = new TokenBucket(capacity, rate, times[0]);
  const accepted = times.map((time) => bucket.take(time));
  return {
    admitted: times.filter((_time, index) => accepted[index]),
    rejected: times.filter((_time, index) => !accepted[index]),
  };
}

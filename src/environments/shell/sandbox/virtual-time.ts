/**
 * A clock that only moves when a timer is due, so that nothing inside a realm depends on the
 * machine: timers fire in order of their due time without waiting, `Date` and `performance`
 * read the virtual clock, and `Math.random` is a fixed sequence.
 */

/** Where the virtual clock starts: noon UTC, so that the local day is the same nearly everywhere. */
const EPOCH_MS = Date.UTC(2024, 0, 15, 12);

interface Timer {
  id: number;
  due: number;
  /** Period of an interval, null for a timeout. */
  every: number | null;
  run: () => void;
}

let now = 0;
let nextId = 1;
/** Sorted by due time, then by id. */
const timers: Timer[] = [];

function schedule(run: () => void, delay: unknown, repeat: boolean): number {
  const ms = Math.max(1, Math.min(Number(delay) || 1, 0x7fffffff));
  const timer: Timer = { id: nextId, due: now + ms, every: repeat ? ms : null, run };
  nextId += 1;
  insert(timer);
  return timer.id;
}

function insert(timer: Timer): void {
  let at = timers.length;
  while (at > 0 && (timers[at - 1] as Timer).due > timer.due) at -= 1;
  timers.splice(at, 0, timer);
}

function clear(id: unknown): void {
  for (let i = 0; i < timers.length; i += 1) {
    if ((timers[i] as Timer).id === id) {
      timers.splice(i, 1);
      return;
    }
  }
}

/** Runs the earliest timer. @returns false when there is none. */
export function tick(onError: (error: unknown) => void): boolean {
  const timer = timers.shift();
  if (timer === undefined) return false;
  now = Math.max(now, timer.due);
  if (timer.every !== null) insert({ ...timer, due: now + timer.every });
  try {
    timer.run();
  } catch (error) {
    onError(error);
  }
  return true;
}

/** xorshift32 from a fixed seed, as a number in [0, 1). */
let randomState = 0x9e3779b9;
function fixedRandom(): number {
  randomState ^= randomState << 13;
  randomState ^= randomState >>> 17;
  randomState ^= randomState << 5;
  return (randomState >>> 0) / 0x1_0000_0000;
}

function virtualDate(): DateConstructor {
  const RealDate = Date;
  const read = (): number => EPOCH_MS + now;
  const proxy: DateConstructor = new Proxy(RealDate, {
    apply: () => new RealDate(read()).toString(),
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(
        target,
        args.length === 0 ? [read()] : args,
        newTarget === proxy ? target : newTarget,
      ),
  });
  RealDate.now = read;
  RealDate.prototype.constructor = proxy;
  return proxy;
}

/** Puts timers, clock and random numbers on the global object, hidden from enumeration as in Node. */
export function installVirtualTime(): void {
  const globals: Record<string, unknown> = {
    setTimeout: (f: (...a: unknown[]) => void, ms?: unknown, ...args: unknown[]) =>
      schedule(() => f(...args), ms, false),
    setInterval: (f: (...a: unknown[]) => void, ms?: unknown, ...args: unknown[]) =>
      schedule(() => f(...args), ms, true),
    setImmediate: (f: (...a: unknown[]) => void, ...args: unknown[]) => schedule(() => f(...args), 0, false),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
    queueMicrotask: (f: () => void) => void Promise.resolve().then(f),
    performance: { now: () => now },
    Date: virtualDate(),
  };
  for (const name of Object.keys(globals)) {
    Object.defineProperty(globalThis, name, {
      value: globals[name],
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
  Math.random = fixedRandom;
}

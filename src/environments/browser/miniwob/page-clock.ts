/**
 * Time of a page that was not written with a driver in mind: its timers, animation frames and dates
 * go by a clock that only the driver moves, so that what a page shows after an action is the same on
 * every machine. CSS transitions are not covered.
 */

/** What the page's dates start from, in milliseconds: any fixed moment will do. */
const START = Date.UTC(2020, 0, 1);
const FRAME_MILLISECONDS = 16;

interface Timer {
  due: number;
  /** Null for a timer that runs once. */
  readonly every: number | null;
  run(): void;
}

/** A clock that stands still but for `advance`. */
export class PageClock {
  private elapsed = 0;
  private made = 0;
  private readonly timers = new Map<number, Timer>();

  /** Takes the place of the page's own clock; before any script of the page has run. */
  install(): void {
    const cancel = (id?: number) => void this.timers.delete(id ?? 0);
    Object.assign(globalThis, {
      setTimeout: (run: unknown, delay?: number, ...given: unknown[]) => this.add(run, delay, false, given),
      setInterval: (run: unknown, delay?: number, ...given: unknown[]) => this.add(run, delay, true, given),
      requestAnimationFrame: (run: (time: number) => void) =>
        this.add(() => run(this.elapsed), FRAME_MILLISECONDS, false, []),
      clearTimeout: cancel,
      clearInterval: cancel,
      cancelAnimationFrame: cancel,
      Date: this.dates(Date),
    });
    performance.now = () => this.elapsed;
  }

  /** Lets time pass and runs what falls due in it, in order. What a timer throws is the page's own error. */
  advance(milliseconds: number): void {
    const end = this.elapsed + milliseconds;
    for (let next = this.next(end); next !== null; next = this.next(end)) {
      const [id, timer] = next;
      this.elapsed = timer.due;
      if (timer.every === null) this.timers.delete(id);
      else timer.due += timer.every;
      try {
        timer.run();
      } catch (error) {
        reportError(error);
      }
    }
    this.elapsed = end;
  }

  /** The timer that is due first, the older of equals; null when none is by then. */
  private next(end: number): [number, Timer] | null {
    let first: [number, Timer] | null = null;
    for (const entry of this.timers) {
      if (entry[1].due <= end && (first === null || entry[1].due < first[1].due)) first = entry;
    }
    return first;
  }

  private add(run: unknown, delay: unknown, repeats: boolean, given: readonly unknown[]): number {
    // Text would be evaluated, which no page here may.
    if (typeof run !== 'function') return 0;
    this.made += 1;
    // At least 1: a page that starts a timer from its timer still lets `advance` come to an end.
    const every = Math.max(1, Number(delay) || 0);
    this.timers.set(this.made, {
      due: this.elapsed + every,
      every: repeats ? every : null,
      run: () => void run(...given),
    });
    return this.made;
  }

  private dates(native: DateConstructor): DateConstructor {
    const now = () => START + this.elapsed;
    return new Proxy(native, {
      construct: (target, given, made) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, made),
      apply: (target) => new target(now()).toString(),
      get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    });
  }
}

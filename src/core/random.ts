/**
 * Named random streams. Every random decision of a campaign is drawn from a stream that is
 * a pure function of the campaign seed and a path of names and numbers, so that nothing
 * about randomness has to be saved: after a crash the same path gives the same numbers.
 *
 * The generator is counter-based: output n of a stream is a mix of (key, n), with the
 * 64-bit finaliser of SplitMix64 (Steele, Lea, Flood 2014) carried out in 32-bit halves by
 * two rounds of MurmurHash3's fmix32 on each half.
 */

/** One part of a stream's name. */
export type StreamPathPart = string | number;

/** A stream of random numbers. Two streams with the same seed and path give the same numbers. */
export interface RandomStream {
  /** The next integer in [0, 2^32). */
  uint32(): number;
  /** The next number in [0, 1), with 32 bits of resolution. */
  float(): number;
  /** The next integer in [0, n). @throws RangeError when n is not a positive integer. */
  int(n: number): number;
  /** The next standard normal deviate (Box–Muller, one of the pair; takes two draws). */
  normal(): number;
  /** One element, uniformly. @throws RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** A new array with the same elements in random order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
  /** A stream of its own below this one; drawing from either does not move the other. */
  child(...path: StreamPathPart[]): RandomStream;
}

/** fmix32 of MurmurHash3: a bijection on 32-bit integers with full avalanche. */
function mix32(x: number): number {
  let h = x | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** FNV-1a over UTF-16 code units, with a chosen basis so that two of them make a 64-bit key. */
function fnv1a(text: string, basis: number): number {
  let h = basis | 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    h = Math.imul(h ^ (unit & 0xff), 0x01000193);
    h = Math.imul(h ^ (unit >>> 8), 0x01000193);
  }
  return mix32(h);
}

class CounterStream implements RandomStream {
  private counter = 0;

  constructor(
    private readonly name: string,
    private readonly keyHigh = fnv1a(name, 0x811c9dc5),
    private readonly keyLow = fnv1a(name, 0x2f0b4a27),
  ) {}

  uint32(): number {
    this.counter += 1;
    const low = mix32(Math.imul(this.counter, 0x9e3779b9) ^ this.keyLow);
    return mix32(low ^ mix32((this.keyHigh + this.counter) | 0)) >>> 0;
  }

  float(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  int(n: number): number {
    if (!Number.isInteger(n) || n <= 0) {
      throw new RangeError(`random stream: int(${n}) needs a positive integer`);
    }
    return Math.floor(this.float() * n);
  }

  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.float()));
    return radius * Math.cos(2 * Math.PI * this.float());
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('random stream: pick from an empty list');
    return items[this.int(items.length)] as T;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const out = items.slice();
    for (let i = out.length - 1; i > 0; i -= 1) {
      const j = this.int(i + 1);
      [out[i], out[j]] = [out[j] as T, out[i] as T];
    }
    return out;
  }

  child(...path: StreamPathPart[]): RandomStream {
    return new CounterStream(`${this.name}/${joinPath(path)}`);
  }
}

/** Strings and numbers are told apart, so that `1` and `'1'` name different streams. */
function joinPath(path: readonly StreamPathPart[]): string {
  return path.map((part) => (typeof part === 'number' ? `#${part}` : encodeURIComponent(part))).join('/');
}

/**
 * The stream of a campaign seed and a path, e.g. `stream(7, 'shell', 'task', epoch, i)`.
 * @throws RangeError when the seed or a numeric part is not a finite number.
 */
export function stream(seed: number, ...path: StreamPathPart[]): RandomStream {
  for (const part of [seed, ...path]) {
    if (typeof part === 'number' && !Number.isFinite(part)) {
      throw new RangeError(`random stream: ${part} is not a finite number`);
    }
  }
  return new CounterStream(`#${seed}/${joinPath(path)}`);
}

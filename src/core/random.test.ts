import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RandomStream, stream } from './random.ts';

const take = (s: RandomStream, n: number) => Array.from({ length: n }, () => s.uint32());

/** Pearson's χ² of observed counts against equal expectations. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** Standardised χ²: about a standard normal for many degrees of freedom (Wilson–Hilferty). */
function chiSquareZ(counts: readonly number[]): number {
  const df = counts.length - 1;
  return (Math.cbrt(chiSquare(counts) / df) - (1 - 2 / (9 * df))) / Math.sqrt(2 / (9 * df));
}

/** Counts of values in [0, 1) over equal cells. */
function histogram(values: Iterable<number>, cells: number): number[] {
  const counts = new Array<number>(cells).fill(0);
  for (const value of values) {
    const cell = Math.floor(value * cells);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return counts;
}

/** Pearson correlation of neighbours in a sequence, times √n: about a standard normal. */
function lagCorrelationZ(values: readonly number[], lag = 1): number {
  const pairs = values.slice(lag).map((value, i) => [(values[i] as number) - 0.5, value - 0.5] as const);
  const covariance = pairs.reduce((sum, [a, b]) => sum + a * b, 0) / pairs.length;
  return covariance * 12 * Math.sqrt(pairs.length);
}

describe('a stream', () => {
  it('is a pure function of seed and path', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.oneof(fc.nat(), fc.string({ unit: 'grapheme' })), { maxLength: 4 }),
        (seed, path) => {
          expect(take(stream(seed, ...path), 5)).toEqual(take(stream(seed, ...path), 5));
        },
      ),
    );
  });

  it.each([
    ['another seed', stream(1, 'a'), stream(2, 'a')],
    ['another name', stream(1, 'a'), stream(1, 'b')],
    ['another number', stream(1, 'a', 1), stream(1, 'a', 2)],
    ['a number and its text', stream(1, 1), stream(1, '1')],
    ['a part that contains the separator', stream(1, 'a/b'), stream(1, 'a', 'b')],
    ['a part that looks like a number', stream(1, '#1'), stream(1, 1)],
    ['a parent and its child', stream(1, 'a'), stream(1, 'a').child('b')],
  ])('differs for %s', (_, one, other) => {
    expect(take(one, 4)).not.toEqual(take(other, 4));
  });

  it('keeps its numbers: a change would change every digest', () => {
    expect(take(stream(7, 'shell', 'task', 0, 1), 4)).toMatchInlineSnapshot(`
      [
        762754617,
        1577012251,
        3534041209,
        2308628220,
      ]
    `);
  });

  it('is not moved by its children, nor they by it', () => {
    const parent = stream(3, 'p');
    const expected = take(stream(3, 'p'), 4);
    const child = parent.child('c');
    const first = parent.uint32();
    expect(take(child, 3)).toEqual(take(stream(3, 'p', 'c'), 3));
    expect([first, ...take(parent, 3)]).toEqual(expected);
  });

  it('refuses what is no number', () => {
    expect(() => stream(Number.NaN)).toThrow(RangeError);
    expect(() => stream(1, Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => stream(1).int(0)).toThrow(RangeError);
    expect(() => stream(1).int(1.5)).toThrow(RangeError);
    expect(() => stream(1).pick([])).toThrow(RangeError);
  });
});

describe('the numbers of a stream', () => {
  const long = stream(11, 'uniformity');
  const values = Array.from({ length: 100_000 }, () => long.float());

  it('are uniform (χ² over 1000 cells)', () => {
    expect(Math.abs(chiSquareZ(histogram(values, 1000)))).toBeLessThan(4);
  });

  it('are uniform in pairs (χ² over 50 × 50 cells)', () => {
    const pairs = Array.from({ length: values.length / 2 }, (_, i) => {
      const [a, b] = [values[2 * i] as number, values[2 * i + 1] as number];
      return (Math.floor(a * 50) + b) / 50;
    });
    expect(Math.abs(chiSquareZ(histogram(pairs, 2500)))).toBeLessThan(4);
  });

  it.each([1, 2, 3, 16])('are not correlated at lag %i', (lag) => {
    expect(Math.abs(lagCorrelationZ(values, lag))).toBeLessThan(4);
  });

  it('have every bit set half of the time', () => {
    const ones = new Array<number>(32).fill(0);
    for (const value of take(stream(12, 'bits'), 40_000)) {
      for (let bit = 0; bit < 32; bit += 1) ones[bit] = (ones[bit] ?? 0) + ((value >>> bit) & 1);
    }
    for (const count of ones) expect(Math.abs(count - 20_000) / Math.sqrt(10_000)).toBeLessThan(5);
  });
});

describe('neighbouring streams', () => {
  // How the workbench names them: the last number counts episodes, tasks, steps or epochs.
  const families: [string, (i: number) => RandomStream][] = [
    ['seeds', (i) => stream(i, 'shell')],
    ['a last number', (i) => stream(7, 'shell', 'task', 3, i)],
    ['a middle number', (i) => stream(7, 'shell', i, 'step', 0)],
    ['names', (i) => stream(7, `task-${i}`)],
    ['children', (i) => stream(7, 'x').child(i)],
  ];

  it.each(families)('have first numbers that are uniform and not correlated (%s)', (_, streamOf) => {
    for (const draw of [0, 1]) {
      const values = Array.from({ length: 20_000 }, (_, i) => {
        const s = streamOf(i);
        for (let skipped = 0; skipped < draw; skipped += 1) s.uint32();
        return s.float();
      });
      expect(Math.abs(chiSquareZ(histogram(values, 256)))).toBeLessThan(4.5);
      for (const lag of [1, 2, 10, 100]) expect(Math.abs(lagCorrelationZ(values, lag))).toBeLessThan(4.5);
    }
  });

  it.each(families)('do not collide (%s)', (_, streamOf) => {
    const starts = new Set<string>();
    for (let i = 0; i < 20_000; i += 1) starts.add(take(streamOf(i), 2).join());
    expect(starts.size).toBe(20_000);
  });
});

describe('what is drawn from a stream', () => {
  it('int is uniform over its range', () => {
    const s = stream(1, 'int');
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i += 1) {
      const value = s.int(7);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    expect(counts).toHaveLength(7);
    expect(chiSquare(counts)).toBeLessThan(30); // 6 degrees of freedom: p ≈ 4e-5
  });

  it('normal has mean 0, variance 1 and the kurtosis of a normal', () => {
    const s = stream(1, 'normal');
    const n = 100_000;
    const values = Array.from({ length: n }, () => s.normal());
    const moment = (k: number) => values.reduce((sum, x) => sum + x ** k, 0) / n;
    expect(Math.abs(moment(1))).toBeLessThan(4 / Math.sqrt(n));
    expect(Math.abs(moment(2) - 1)).toBeLessThan(4 * Math.sqrt(2 / n));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(4 * Math.sqrt(96 / n));
  });

  it('shuffle keeps the elements, leaves its input alone and favours no order', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.integer()), (seed, items) => {
        const before = [...items];
        const shuffled = stream(seed).shuffle(items);
        expect(items).toEqual(before);
        expect(shuffled.toSorted()).toEqual(before.toSorted());
      }),
    );
    const s = stream(1, 'orders');
    const orders = new Map<string, number>();
    for (let i = 0; i < 24_000; i += 1) {
      const order = s.shuffle(['a', 'b', 'c', 'd']).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    expect(Math.abs(chiSquareZ([...orders.values()]))).toBeLessThan(4);
  });

  it('pick reaches every element', () => {
    const s = stream(1, 'pick');
    expect(new Set(Array.from({ length: 100 }, () => s.pick(['a', 'b', 'c']))).size).toBe(3);
  });
});

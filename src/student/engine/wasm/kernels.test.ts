import { describe, expect, it } from 'vitest';
import { StudentConfig } from '../../../core/campaign-config.ts';
import { type RandomStream, stream } from '../../../core/random.ts';
import { adamStep } from '../../adam.ts';
import type { ParameterSet } from '../../parameters.ts';
import { instantiateKernels, type Kernels } from './kernels.ts';
import { LinearMemory } from './linear-memory.ts';

async function open(): Promise<{ k: Kernels; memory: LinearMemory }> {
  const memory = new LinearMemory();
  return { k: await instantiateKernels('simd128', memory.memory), memory };
}

const normals = (random: RandomStream, count: number) =>
  Float32Array.from({ length: count }, () => random.normal());

/** Distance from y to the exact value in units of the last place of that value as a float. */
function ulps(y: number, exact: number): number {
  const exponent = Math.floor(Math.log2(Math.abs(exact)));
  return Math.abs(y - exact) / 2 ** (exponent - 23);
}

describe('exp', () => {
  it('is within 2 ulp over its normal range', async () => {
    const { k } = await open();
    let worst = 0;
    for (let i = -87_000; i <= 88_000; i += 1) {
      const x = Math.fround(i / 1000);
      worst = Math.max(worst, ulps(k.exp1(x), Math.exp(x)));
    }
    expect(worst).toBeLessThan(2);
  });

  it('is exact at 0, infinite above its range, 0 below it, and keeps NaN', async () => {
    const { k } = await open();
    expect(k.exp1(0)).toBe(1);
    expect(k.exp1(88.8)).toBe(Number.POSITIVE_INFINITY);
    expect(k.exp1(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(k.exp1(-1e9)).toBe(0);
    expect(k.exp1(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(k.exp1(Number.NaN)).toBeNaN();
  });
});

describe('log', () => {
  it('is within 2 ulp, or 1e-7 near 1, over the normal numbers', async () => {
    const { k } = await open();
    let worst = 0;
    for (let i = -2500; i <= 2500; i += 1) {
      const x = Math.fround(10 ** ((i + 0.5) / 70));
      const exact = Math.log(x);
      worst = Math.max(worst, Math.min(ulps(k.log1(x), exact), Math.abs(k.log1(x) - exact) / 0.5e-7));
    }
    expect(worst).toBeLessThan(2);
  });

  it('is exact at 1 and keeps NaN', async () => {
    const { k } = await open();
    expect(k.log1(1)).toBe(0);
    expect(k.log1(Number.NaN)).toBeNaN();
  });
});

/** Row-major to panels of 8 columns. */
function toPanels(b: Float32Array, inner: number, columns: number): Float32Array {
  const out = new Float32Array(b.length);
  for (let r = 0; r < inner; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      out[Math.floor(c / 8) * inner * 8 + r * 8 + (c % 8)] = b[r * columns + c] as number;
    }
  }
  return out;
}

describe('the matrix products', () => {
  it.each([
    [1, 8, 8],
    [3, 24, 16],
    [4, 8, 24],
    [67, 136, 64],
    [130, 64, 32],
  ])('equal naive loops in double precision: %i × %i × %i', async (rows, inner, columns) => {
    const { k, memory } = await open();
    const random = stream(rows, 'matmul');
    const [a, b, d, bias] = [rows * inner, inner * columns, rows * columns, columns].map((n) =>
      normals(random, n),
    ) as [Float32Array, Float32Array, Float32Array, Float32Array];
    const [aAt, bAt, dAt, biasAt] = [a, toPanels(b, inner, columns), d, bias].map((x) => memory.copy(x)) as [
      number,
      number,
      number,
      number,
    ];
    const zeros = memory.zeros(inner);
    const c = memory.floats(rows * columns);
    const bT = memory.floats(inner * columns);
    const dA = memory.floats(rows * inner);
    const dB = memory.zeros(inner * columns);
    k.multiply(aAt, inner, bAt, biasAt, 0, c, columns, rows, inner, columns);
    k.transpose(bAt, inner, inner, columns, bT);
    k.multiply(dAt, columns, bT, zeros, 0, dA, inner, rows, columns, inner);
    k.accumulateOuter(aAt, inner, dAt, columns, dB, rows, inner, columns);

    const read = (at: number, count: number) => memory.f32.subarray(at / 4, at / 4 + count);
    const close = (actual: Float32Array, expected: Float32Array, terms: number) => {
      // Rounding of a sum of that many products of normal numbers.
      actual.forEach((x, i) => {
        expect(Math.abs(x - (expected[i] as number))).toBeLessThan(1e-6 * terms);
      });
    };
    const product = new Float32Array(rows * columns);
    const left = new Float32Array(rows * inner);
    const weights = new Float32Array(inner * columns);
    const sum = (terms: number, term: (i: number) => number) => {
      let total = 0;
      for (let i = 0; i < terms; i += 1) total += term(i);
      return total;
    };
    const at = (m: Float32Array, width: number, r: number, q: number) => m[r * width + q] as number;
    for (let r = 0; r < rows; r += 1) {
      for (let q = 0; q < columns; q += 1) {
        const dot = sum(inner, (i) => at(a, inner, r, i) * at(b, columns, i, q));
        product[r * columns + q] = dot + (bias[q] as number);
      }
      for (let i = 0; i < inner; i += 1) {
        left[r * inner + i] = sum(columns, (q) => at(d, columns, r, q) * at(b, columns, i, q));
      }
    }
    for (let i = 0; i < inner; i += 1) {
      for (let q = 0; q < columns; q += 1) {
        weights[i * columns + q] = sum(rows, (r) => at(a, inner, r, i) * at(d, columns, r, q));
      }
    }
    close(read(c, rows * columns), product, inner);
    close(read(dA, rows * inner), left, columns);
    close(read(dB, inner * columns), toPanels(weights, inner, columns), rows);
  });
});

describe('Adam', () => {
  it('follows the host’s, which is in double precision, to 5e-6 over 300 steps', async () => {
    const { k, memory } = await open();
    const random = stream(4, 'adam');
    const size = 16;
    const tensor = (data: Float32Array): ParameterSet => [{ name: 'x', shape: [size], data }];
    const state = {
      student: StudentConfig.parse({}),
      parameters: tensor(normals(random, size)),
      moments: { first: tensor(new Float32Array(size)), second: tensor(new Float32Array(size)) },
      optimiserStep: 0,
    };
    const weights = memory.copy(state.parameters[0]?.data as Float32Array);
    const [gradient, first, second] = [0, 1, 2].map(() => memory.zeros(size)) as [number, number, number];
    for (let step = 1; step <= 300; step += 1) {
      const g = normals(random, size);
      memory.f32.set(g, gradient / 4);
      adamStep(state, tensor(g), 1e-2, 1e-5, 0.5);
      const correction2 = 1 / Math.sqrt(1 - 0.999 ** step);
      k.adam(weights, gradient, first, second, size, 0.5, 1e-2 / (1 - 0.9 ** step), correction2, 1e-5);
    }
    const groups = [
      [weights, state.parameters],
      [first, state.moments.first],
      [second, state.moments.second],
    ] as const;
    for (const [at, expected] of groups) {
      expected[0]?.data.forEach((x, i) => {
        const error = Math.abs((memory.f32[at / 4 + i] as number) - x) / Math.max(Math.abs(x), 0.1);
        expect(error).toBeLessThan(5e-6);
      });
    }
  });
  it('on a table is the dense step to the bit when only rows with moments or gradients are visited', async () => {
    const rows = 40;
    const width = 8;
    const size = rows * width;
    const results: Float32Array[] = [];
    for (const sparse of [false, true]) {
      const { k, memory } = await open();
      const random = stream(5, 'adam');
      const [weights, gradient] = [memory.copy(normals(random, size)), memory.zeros(size)];
      const [first, second] = [memory.zeros(size), memory.zeros(size)];
      const active = memory.zeros(rows);
      const touched = memory.floats(rows);
      for (let step = 0; step < 12; step += 1) {
        memory.fillZero(gradient, size);
        const hit = random.shuffle(Array.from({ length: rows }, (_, r) => r)).slice(0, 3);
        for (const row of hit) memory.f32.set(normals(random, width), gradient / 4 + row * width);
        memory.i32.set(hit, touched / 4);
        const groups = [weights, gradient, first, second] as const;
        if (sparse) {
          k.activateRows(active, touched, hit.length);
          k.adamActiveRows(...groups, rows, width, active, 0.7, 1e-2, 30, 1e-5);
          // What a restore would find must be what was marked along the way, and never fewer.
          k.findActiveRows(first, second, rows, width, active);
        } else {
          k.adam(...groups, size, 0.7, 1e-2, 30, 1e-5);
        }
      }
      results.push(
        Float32Array.from(
          [weights, first, second].flatMap((at) => [...memory.f32.slice(at / 4, at / 4 + size)]),
        ),
      );
    }
    expect(results[1]).toEqual(results[0]);
  });
});

describe('the linear memory', () => {
  it('keeps what it holds when it grows, and gives released room again', () => {
    const memory = new LinearMemory();
    const kept = memory.copy(new Float32Array([1, 2, 3]));
    const { mark } = memory;
    const large = memory.zeros(1_000_000);
    expect([...memory.f32.slice(kept / 4, kept / 4 + 3)]).toEqual([1, 2, 3]);
    memory.release(mark);
    expect(memory.floats(4)).toBe(large);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certainlyEqual } from './deep-equal-shortcut.ts';

function equalInNode(a: unknown, b: unknown): boolean {
  try {
    assert.deepStrictEqual(a, b);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(assert.AssertionError);
    return false;
  }
}

const value = fc.anything({
  maxDepth: 3,
  maxKeys: 3,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

describe('the shortcut for deep equality', () => {
  it('never says yes where Node says no', () => {
    // Values from few possibilities, so that equal and nearly equal pairs are common.
    const small = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(0, -0, 1, NaN, '', 'a', null, undefined, true, 1n),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.sparseArray(tie('value'), { maxLength: 2, maxNumElements: 1 }),
        fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2, noNullPrototype: false }),
        fc
          .constantFrom<() => unknown>(
            () => new Date(1),
            () => new Map(),
            () => /a/,
          )
          .map((make) => make()),
      ),
    })).value;
    fc.assert(
      fc.property(small, small, (a, b) => {
        if (certainlyEqual(a, b)) expect(equalInNode(a, b)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.clone(value, 2), ([a, b]) => {
        if (certainlyEqual(a, b)) expect(equalInNode(a, b)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('says yes to equal plain data', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (data) => {
        fc.pre(!JSON.stringify(data).includes('__proto__'));
        expect(certainlyEqual(data, structuredClone(data))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a symbol key', { [Symbol.for('s')]: 1 }, { [Symbol.for('s')]: 2 }],
    ['a date dressed as an object', Object.setPrototypeOf(new Date(1), Object.prototype), {}],
    ['an array dressed as an object', Object.setPrototypeOf([], Object.prototype), {}],
    ['an extra property of an array', Object.assign([1], { x: 1 }), Object.assign([1], { x: 2 })],
    ['undefined and a missing key', { a: undefined }, { b: undefined }],
  ])('leaves %s to assert', (_what, a, b) => {
    expect(certainlyEqual(a, b)).toBe(false);
  });

  it('leaves cycles to assert', () => {
    const [a, b]: [unknown[], unknown[]] = [[], []];
    a.push(a);
    b.push(b);
    expect(certainlyEqual(a, b)).toBe(false);
  });
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, hashOf, sha256 } from './canonical.ts';

describe('canonical JSON', () => {
  it('sorts keys by code unit at every depth and has no white space', () => {
    expect(canonicalJson({ b: [1, { z: null, y: true }], a: 'x', B: 0 })).toBe(
      '{"B":0,"a":"x","b":[1,{"y":true,"z":null}]}',
    );
    // RFC 8785, 3.2.3: U+20AC before U+1F600 (as surrogates) before U+FB33.
    expect(Object.keys(JSON.parse(canonicalJson({ '\ufb33': 1, '\u{1f600}': 2, '\u20ac': 3 })))).toEqual([
      '\u20ac',
      '\u{1f600}',
      '\ufb33',
    ]);
  });

  it('writes numbers as ECMAScript does, without a negative zero', () => {
    expect(canonicalJson([1e21, 1e-7, 0.1 + 0.2, -0, 333333333.3333333])).toBe(
      '[1e+21,1e-7,0.30000000000000004,0,333333333.3333333]',
    );
  });

  it('leaves out members that are undefined', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it.each([
    ['NaN', Number.NaN],
    ['an infinity', { deep: [Number.POSITIVE_INFINITY] }],
    ['undefined in a list', [undefined]],
    ['a function', { f: () => 0 }],
    ['a big integer', 1n],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('is read back as the same value, and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(canonicalJson(reversedKeys(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('of "%s" is the published one', async (text, digest) => {
    expect(await sha256(text)).toBe(digest);
    expect(await sha256(new TextEncoder().encode(text))).toBe(digest);
  });

  it('of any bytes agrees with another implementation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
      }),
      { numRuns: 30 },
    );
  });

  it('of a part of a buffer does not cover the rest of it', async () => {
    const buffer = new Uint8Array([1, 2, 3, 4]);
    expect(await sha256(buffer.subarray(1, 3))).toBe(await sha256(new Uint8Array([2, 3])));
  });

  it('of equal values is equal, and of different values is not', async () => {
    expect(await hashOf({ a: 1, b: 2 })).toBe(await hashOf({ b: 2, a: 1 }));
    expect(await hashOf({ a: 1 })).not.toBe(await hashOf({ a: '1' }));
  });
});

function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (value === null || typeof value !== 'object') return value;
  // fromEntries defines `__proto__` as an own member, as JSON.parse does.
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversedKeys(member)]),
  );
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CheckpointFormatError,
  decodeSafetensors,
  encodeSafetensors,
  type NamedTensor,
} from './safetensors.ts';

/** A file with this header text and these data bytes, right or wrong. */
function fileOf(header: string, dataBytes = 0, stated?: bigint): Uint8Array {
  const json = new TextEncoder().encode(header);
  const file = new Uint8Array(8 + json.length + dataBytes);
  new DataView(file.buffer).setBigUint64(0, stated ?? BigInt(json.length), true);
  file.set(json, 8);
  return file;
}

const refusal = (file: Uint8Array): CheckpointFormatError => {
  try {
    decodeSafetensors(file, 'a.safetensors');
  } catch (error) {
    if (error instanceof CheckpointFormatError) return error;
    throw error;
  }
  throw new Error('the file was not refused');
};

const tensors: NamedTensor[] = [
  { name: 'zeta', shape: [2, 3], data: Float32Array.of(1, -2, 3.5, -0, 1e-40, 3e38) },
  { name: 'alpha', shape: [], data: Float32Array.of(7) },
  { name: 'none', shape: [0, 4], data: new Float32Array() },
];

describe('the safetensors container', () => {
  it('gives back any tensors and metadata, bit for bit and in order', () => {
    const tensor = fc.record({
      shape: fc.array(fc.nat({ max: 4 }), { maxLength: 3 }),
      numbers: fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 64, maxLength: 64 }),
    });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary', minLength: 1 }), tensor, { maxKeys: 5 }),
        fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
        (named, metadata) => {
          const set = Object.entries(named).map(([name, { shape, numbers }]) => ({
            name,
            shape,
            data: Float32Array.from(
              numbers.slice(
                0,
                shape.reduce((a, b) => a * b, 1),
              ),
            ),
          }));
          const read = decodeSafetensors(encodeSafetensors(set, metadata), 'f');
          expect([...read.tensors].map(([name, { shape }]) => ({ name, shape })).toSorted(byName)).toEqual(
            set.map(({ name, shape }) => ({ name, shape })).toSorted(byName),
          );
          for (const { name, data } of set) {
            expect(bitsOf(read.tensors.get(name)?.data)).toEqual(bitsOf(data));
          }
          expect(read.metadata).toEqual(metadata);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('keeps the order of its tensors, and gives the same bytes for the same content', () => {
    const file = encodeSafetensors(tensors, { b: '2', a: '1' });
    expect([...decodeSafetensors(file, 'f').tensors.keys()]).toEqual(['zeta', 'alpha', 'none']);
    expect(encodeSafetensors(tensors, { a: '1', b: '2' })).toEqual(file);
  });

  it('is what an independent reader of the format finds', () => {
    const file = encodeSafetensors(tensors, { note: 'grüße' });
    const view = new DataView(file.buffer);
    const length = Number(view.getBigUint64(0, true));
    const text = Buffer.from(file.buffer, 8, length).toString('utf8');
    const header = JSON.parse(text);
    expect((8 + length) % 8).toBe(0);
    expect(header.__metadata__).toEqual({ note: 'grüße' });
    expect(header.zeta).toEqual({ dtype: 'F32', shape: [2, 3], data_offsets: [0, 24] });
    expect(header.alpha).toEqual({ dtype: 'F32', shape: [], data_offsets: [24, 28] });
    expect(view.getFloat32(8 + length + 8, true)).toBe(3.5);
    expect(view.getFloat32(8 + length + 24, true)).toBe(7);
    expect(file.length).toBe(8 + length + 28);
  });

  it('reads a file that another program wrote: other order, no padding, no metadata', () => {
    const entry = (begin: number, end: number) =>
      `{"data_offsets":[${begin}, ${end}],"shape":[1],"dtype":"F32"}`;
    const file = fileOf(`{"a":${entry(4, 8)}, "b":${entry(0, 4)}}`, 8);
    new DataView(file.buffer).setFloat32(file.length - 4, 2.5, true);
    const { tensors: read, metadata } = decodeSafetensors(file, 'f');
    expect([...read.keys()]).toEqual(['b', 'a']);
    expect(read.get('a')?.data).toEqual(Float32Array.of(2.5));
    expect(metadata).toEqual({});
  });

  it('refuses every truncation', () => {
    const file = encodeSafetensors(tensors, { a: '1' });
    for (let length = 0; length < file.length; length += 1) refusal(file.slice(0, length));
  });

  const f32 = (begin: number, end: number, shape = '[1]') =>
    `{"dtype":"F32","shape":${shape},"data_offsets":[${begin},${end}]}`;
  const cases: [string, Uint8Array, RegExp, string | null][] = [
    ['a header longer than any', fileOf('{}', 0, 1n << 40n), /header would have 1099511627776 bytes/, null],
    ['a header longer than the file', fileOf('{}', 0, 3n), /truncated/, null],
    ['a header that is not JSON', fileOf('{"a":'), /not JSON/, null],
    ['a header that is not UTF-8', fileOf('{}').map((b, i) => (i === 8 ? 0xff : b)), /not JSON/, null],
    ['a header that is a list', fileOf('[]'), /not a JSON object/, null],
    ['a header padded with other than spaces', fileOf('{}\n'), /padded with spaces/, null],
    ['an unknown dtype', fileOf(`{"t":${f32(0, 4).replace('F32', 'BF16')}}`, 4), /type "BF16"/, 't'],
    ['an entry that is not an object', fileOf('{"t":1}'), /not an object/, 't'],
    ['an unknown key', fileOf(`{"t":${f32(0, 4).replace('{', '{"x":1,')}}`, 4), /unknown key "x"/, 't'],
    ['a negative size', fileOf(`{"t":${f32(0, 4, '[-1]')}}`, 4), /shape \[-1\]/, 't'],
    ['a fractional size', fileOf(`{"t":${f32(0, 4, '[0.5]')}}`, 4), /shape \[0.5\]/, 't'],
    ['a size beyond counting', fileOf(`{"t":${f32(0, 4, '[9e15,9e15]')}}`, 4), /shape/, 't'],
    [
      'an offset that is no number',
      fileOf(`{"t":${f32(0, 4).replace('[0,4]', '["0",4]')}}`, 4),
      /offsets/,
      't',
    ],
    ['an end before the beginning', fileOf(`{"t":${f32(4, 0)}}`, 4), /before it begins/, 't'],
    ['an offset out of range', fileOf(`{"t":${f32(0, 8, '[2]')}}`, 4), /ends at byte 8 of 4/, 't'],
    [
      'a wrong byte count',
      fileOf(`{"t":${f32(0, 4, '[2]')}}`, 4),
      /has 4 bytes, its shape \[2\] needs 8/,
      't',
    ],
    ['an overlap', fileOf(`{"s":${f32(0, 8, '[2]')},"t":${f32(4, 8)}}`, 8), /overlaps/, 't'],
    ['a hole', fileOf(`{"s":${f32(0, 4)},"t":${f32(8, 12)}}`, 12), /leaves a hole after byte 4/, 't'],
    ['a hole at the beginning', fileOf(`{"t":${f32(4, 8)}}`, 8), /leaves a hole after byte 0/, 't'],
    ['bytes after the last tensor', fileOf(`{"t":${f32(0, 4)}}`, 7), /3 bytes after the last/, null],
    ['a tensor twice', fileOf(`{"t":${f32(0, 4)},"\\u0074":${f32(0, 4)}}`, 4), /key "t" twice/, null],
    ['a dtype twice', fileOf(`{"t":${f32(0, 4).replace('{', '{"dtype":"F16",')}}`, 4), /"dtype" twice/, null],
    ['metadata that is a list', fileOf('{"__metadata__":[]}'), /metadata is not an object/, null],
    ['metadata that is no string', fileOf('{"__metadata__":{"a":1}}'), /metadata "a" is not a string/, null],
  ];
  it.each(cases)('refuses %s, naming the file and the tensor', (_, file, reason, tensor) => {
    const error = refusal(file);
    expect(error.reason).toMatch(reason);
    expect(error.tensor).toBe(tensor);
    expect(error.message).toContain('a.safetensors');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %d', (bad) => {
    const file = encodeSafetensors([{ name: 't', shape: [3], data: new Float32Array(3) }], {});
    new DataView(file.buffer).setFloat32(file.length - 4, bad, true);
    expect(refusal(file)).toMatchObject({ tensor: 't', reason: `has ${bad} at position 2` });
    const set = [{ name: 't', shape: [2], data: Float32Array.of(1, bad) }];
    expect(() => encodeSafetensors(set, {})).toThrow(/at position 1/);
  });

  it('does not write what it would not read', () => {
    const one = { name: 't', shape: [1], data: new Float32Array(1) };
    expect(() => encodeSafetensors([one, one], {})).toThrow(/appears twice/);
    expect(() => encodeSafetensors([{ ...one, shape: [2] }], {})).toThrow(/shape \[2\] but 1 numbers/);
    expect(() => encodeSafetensors([{ ...one, name: '__metadata__' }], {})).toThrow(/reserved/);
    expect(() => encodeSafetensors([], { a: 'x'.repeat(2_000_000) })).toThrow(/its header would have/);
  });
});

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function bitsOf(data: Float32Array | undefined): number[] {
  return data === undefined ? [] : [...new Uint32Array(data.buffer, data.byteOffset, data.length)];
}

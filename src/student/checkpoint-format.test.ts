import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StudentConfig } from '../core/campaign-config.ts';
import {
  CheckpointFormatError,
  decodeCheckpoint,
  encodeCheckpoint,
  hashTrainingState,
} from './checkpoint-format.ts';
import type { ParameterSet, TrainingState } from './parameters.ts';
import { decodeSafetensors, encodeSafetensors } from './safetensors.ts';

const student = StudentConfig.parse({ buckets: 8, embeddingWidth: 2 });

function setOf(scale: number): ParameterSet {
  return [
    { name: 'embedding', shape: [4, 2], data: Float32Array.from({ length: 8 }, (_, i) => scale * (i - 3)) },
    { name: 'bias', shape: [3], data: Float32Array.of(scale, 0, -0) },
  ];
}

function stateOf(more: Partial<TrainingState> = {}): TrainingState {
  const moments = { first: setOf(0.5), second: setOf(0.25) };
  return { student, parameters: setOf(1), moments, optimiserStep: 12, ...more };
}

/** The file with its tensors or metadata changed, everything else as it was. */
async function tampered(
  change: (
    tensors: Map<string, { shape: number[]; data: Float32Array }>,
    metadata: Record<string, string>,
  ) => void,
): Promise<Uint8Array> {
  const { bytes } = await encodeCheckpoint(stateOf());
  const { tensors, metadata } = decodeSafetensors(bytes, 'f');
  change(tensors, metadata);
  return encodeSafetensors(
    [...tensors].map(([name, tensor]) => ({ name, ...tensor })),
    metadata,
  );
}

describe('a checkpoint file', () => {
  it('gives back any training state, bit for bit and in its order', async () => {
    const number = fc.float({ noNaN: true, noDefaultInfinity: true });
    const sizes = fc.uniqueArray(
      fc.record({ name: fc.string({ minLength: 1 }), size: fc.integer({ min: 1, max: 9 }) }),
      {
        selector: (tensor) => tensor.name,
        minLength: 1,
        maxLength: 4,
      },
    );
    const numbers = fc.array(number, { minLength: 9, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(sizes, numbers, numbers, numbers, fc.maxSafeNat(), async (tensors, w, m, v, step) => {
        const set = (values: number[]): ParameterSet =>
          tensors.map(({ name, size }) => ({
            name,
            shape: [size],
            data: Float32Array.from(values.slice(0, size)),
          }));
        const state = stateOf({
          parameters: set(w),
          moments: { first: set(m), second: set(v) },
          optimiserStep: step,
        });
        const { bytes, ...hashes } = await encodeCheckpoint(state);
        const read = await decodeCheckpoint(bytes, 'f');
        expect(read).toEqual(state);
        expect(await hashTrainingState(read)).toEqual(hashes);
      }),
      { numRuns: 50 },
    );
  });

  it('is the same file for the same state', async () => {
    expect(await encodeCheckpoint(stateOf())).toEqual(await encodeCheckpoint(stateOf()));
  });

  it('is read from a view into a larger buffer, and written from one', async () => {
    const { bytes } = await encodeCheckpoint(stateOf());
    const larger = new Uint8Array(bytes.length + 11).fill(9);
    larger.set(bytes, 5);
    const state = await decodeCheckpoint(larger.subarray(5, 5 + bytes.length), 'f');
    const memory = new Float32Array(20).fill(3);
    for (const tensor of state.parameters.slice(0, 1)) {
      memory.set(tensor.data, 7);
      tensor.data = memory.subarray(7, 15);
    }
    expect((await encodeCheckpoint(state)).bytes).toEqual(bytes);
  });

  it('refuses every truncation', async () => {
    const { bytes } = await encodeCheckpoint(stateOf());
    for (let length = 0; length < bytes.length; length += 1) {
      await expect(decodeCheckpoint(bytes.slice(0, length), 'f')).rejects.toThrow(CheckpointFormatError);
    }
    const longer = new Uint8Array(bytes.length + 4);
    longer.set(bytes);
    await expect(decodeCheckpoint(longer, 'f')).rejects.toThrow(CheckpointFormatError);
  });

  it('refuses a change of any one byte', async () => {
    const { bytes } = await encodeCheckpoint(stateOf());
    for (let at = 0; at < bytes.length; at += 1) {
      for (const mask of [0x01, 0x29, 0x80]) {
        const changed = bytes.slice();
        changed[at] = (changed[at] as number) ^ mask;
        await expect(decodeCheckpoint(changed, 'f'), `byte ${at} xor ${mask}`).rejects.toThrow(
          CheckpointFormatError,
        );
      }
    }
  });

  it('says that the weights are not those of their hash', async () => {
    const file = await tampered((tensors) => tensors.get('parameters.bias')?.data.fill(2));
    await expect(decodeCheckpoint(file, 'mine.safetensors')).rejects.toThrow(
      "mine.safetensors cannot be used: the file's weights do not have the hash it states",
    );
  });

  const refusals: [string, Parameters<typeof tampered>[0], RegExp][] = [
    [
      'other moments',
      (t) => t.get('moments.second.bias')?.data.fill(2),
      /moments or optimiser step do not have/,
    ],
    ['another step', (_, m) => Object.assign(m, { optimiser_step: '13' }), /metadata do not have the hash/],
    ['another student', (_, m) => Object.assign(m, { student: '{}' }), /metadata do not have the hash/],
    ['another format', (_, m) => Object.assign(m, { format: 'pt' }), /format is "pt"/],
    ['no format', (_, m) => delete m['format'], /format is "none"/],
    ['no state hash', (_, m) => delete m['state_hash'], /lacks "state_hash"/],
    ['more metadata', (_, m) => Object.assign(m, { x: '' }), /unknown key "x"/],
    ['a missing moment', (t) => t.delete('moments.first.bias'), /"moments.first.bias" is missing/],
    ['a missing weight', (t) => t.delete('parameters.bias'), /"moments.first.bias" belongs to no weight/],
    ['no tensors', (t) => t.clear(), /no weights/],
    [
      'a tensor of no group',
      (t) => t.set('other', { shape: [1], data: new Float32Array(1) }),
      /"other" is of no known group/,
    ],
    [
      'a moment of another shape',
      (t) => t.set('moments.first.bias', { shape: [1, 3], data: new Float32Array(3) }),
      /"moments.first.bias" has shape \[1,3\], its weight has \[3\]/,
    ],
  ];
  it.each(refusals)('with %s is refused', async (_, change, reason) => {
    const reading = decodeCheckpoint(await tampered(change), 'f');
    await expect(reading).rejects.toThrow(CheckpointFormatError);
    await expect(reading).rejects.toThrow(reason);
  });

  it('is not written from a state that could not be read again', async () => {
    const parameters = setOf(1);
    (parameters[1] as ParameterSet[number]).data[0] = Number.NaN;
    await expect(encodeCheckpoint(stateOf({ parameters }))).rejects.toThrow(/"parameters.bias" has NaN/);
    await expect(encodeCheckpoint(stateOf({ optimiserStep: -1 }))).rejects.toThrow(/optimiser step is -1/);
    const moments = { first: setOf(1).slice(1), second: setOf(1) };
    await expect(encodeCheckpoint(stateOf({ moments }))).rejects.toThrow(
      /"moments.first.embedding" is missing/,
    );
  });
});

describe('the hashes of a training state', () => {
  it('name the weights by their content only', async () => {
    const base = await hashTrainingState(stateOf());
    const later = await hashTrainingState(stateOf({ optimiserStep: 13 }));
    const reordered = await hashTrainingState(stateOf({ parameters: setOf(1).reverse() }));
    expect(later.checkpointId).toBe(base.checkpointId);
    expect(later.stateHash).not.toBe(base.stateHash);
    expect(reordered).toEqual(base);
  });

  it('tell other weights, names and shapes apart', async () => {
    const change = async (with_: (set: ParameterSet) => void): Promise<string> => {
      const parameters = setOf(1);
      with_(parameters);
      return (await hashTrainingState(stateOf({ parameters }))).checkpointId;
    };
    const bias = (set: ParameterSet) => set[1] as ParameterSet[number];
    const ids = await Promise.all([
      change(() => undefined),
      change((set) => Object.assign(bias(set), { name: 'offset' })),
      change((set) => Object.assign(bias(set), { shape: [3, 1] })),
      change((set) => bias(set).data.fill(0.5, 1, 2)),
      change((set) => bias(set).data.fill(0, 2, 3)),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

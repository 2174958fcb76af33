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
import { declareParameters } from './policy-network.ts';
import { decodeSafetensors, encodeSafetensors } from './safetensors.ts';

/** The smallest student: its file is short enough to change every byte of it. */
const student = StudentConfig.parse({ buckets: 8, embeddingWidth: 1, trunk: [1, 1], scorer: 1 });

/** Tensors of the student's names and shapes, filled with values in turn. */
function setFrom(values: readonly number[]): ParameterSet {
  let next = 0;
  return declareParameters(student).map(({ name, shape }) => ({
    name,
    shape,
    data: Float32Array.from({ length: shape.reduce((size, n) => size * n, 1) }, () => {
      next += 1;
      return values[next % values.length] as number;
    }),
  }));
}

const setOf = (scale: number) => setFrom([-3, -2, -1, 0, 1, 2, 3, -0].map((value) => scale * value));

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
    const numbers = fc.array(number, { minLength: 9, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(numbers, numbers, numbers, fc.maxSafeNat(), async (w, m, v, step) => {
        const state = stateOf({
          parameters: setFrom(w),
          moments: { first: setFrom(m), second: setFrom(v) },
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
      tensor.data = memory.subarray(7, 7 + tensor.data.length);
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
      // Every bit pattern at every byte would take a minute; each byte gets one, in turn.
      for (const mask of [[0x01, 0x29, 0x80][at % 3] as number]) {
        const changed = bytes.slice();
        changed[at] = (changed[at] as number) ^ mask;
        await expect(decodeCheckpoint(changed, 'f'), `byte ${at} xor ${mask}`).rejects.toThrow(
          CheckpointFormatError,
        );
      }
    }
  });

  it('says that the weights are not those of their hash', async () => {
    const file = await tampered((tensors) => tensors.get('parameters.trunk.0.weight')?.data.fill(2));
    await expect(decodeCheckpoint(file, 'mine.safetensors')).rejects.toThrow(
      "mine.safetensors cannot be used: the file's weights do not have the hash it states",
    );
  });

  it('of a student whose tensors stand in another order is read in the declared one', async () => {
    const { bytes } = await encodeCheckpoint(stateOf());
    const { tensors, metadata } = decodeSafetensors(bytes, 'f');
    const sorted = [...tensors]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, tensor]) => ({ name, ...tensor }));
    expect(await decodeCheckpoint(encodeSafetensors(sorted, metadata), 'f')).toEqual(stateOf());
  });

  it('whose tensors are not those of its student is refused', async () => {
    const tensor = () => ({ name: 'foo', shape: [1], data: new Float32Array(1) });
    const moments = { first: [tensor()], second: [tensor()] };
    const { bytes } = await encodeCheckpoint(stateOf({ parameters: [tensor()], moments }));
    await expect(decodeCheckpoint(bytes, 'f')).rejects.toThrow(/"parameters.embedding" is missing/);
  });

  const refusals: [string, Parameters<typeof tampered>[0], RegExp][] = [
    [
      'other moments',
      (t) => t.get('moments.second.trunk.0.weight')?.data.fill(2),
      /moments or optimiser step do not have/,
    ],
    ['another step', (_, m) => Object.assign(m, { optimiser_step: '13' }), /metadata do not have the hash/],
    ['another student', (_, m) => Object.assign(m, { student: '{}' }), /metadata do not have the hash/],
    ['another format', (_, m) => Object.assign(m, { format: 'pt' }), /format is "pt"/],
    ['no format', (_, m) => delete m['format'], /format is "none"/],
    ['no state hash', (_, m) => delete m['state_hash'], /lacks "state_hash"/],
    ['more metadata', (_, m) => Object.assign(m, { x: '' }), /unknown key "x"/],
    [
      'a missing moment',
      (t) => t.delete('moments.first.trunk.0.weight'),
      /"moments.first.trunk.0.weight" is missing/,
    ],
    [
      'a missing weight',
      (t) => t.delete('parameters.trunk.0.weight'),
      /"moments.first.trunk.0.weight" belongs to no weight/,
    ],
    ['no tensors', (t) => t.clear(), /no weights/],
    [
      'a tensor of no group',
      (t) => t.set('other', { shape: [1], data: new Float32Array(1) }),
      /"other" is of no known group/,
    ],
    [
      'a moment of another shape',
      (t) => t.set('moments.first.trunk.0.weight', { shape: [1, 21], data: new Float32Array(21) }),
      /"moments.first.trunk.0.weight" has shape \[1,21\], its weight has \[21,1\]/,
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
    await expect(encodeCheckpoint(stateOf({ parameters }))).rejects.toThrow(
      /"parameters.trunk.0.weight" has NaN/,
    );
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
      change((set) => Object.assign(bias(set), { shape: [1, 21] })),
      change((set) => bias(set).data.fill(0.5, 1, 2)),
      change((set) => bias(set).data.fill(0.75, 2, 3)),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

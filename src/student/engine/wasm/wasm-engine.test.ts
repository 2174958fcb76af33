import { describe, expect, it } from 'vitest';
import { StudentConfig } from '../../../core/campaign-config.ts';
import { stream } from '../../../core/random.ts';
import { Encoder } from '../../encoder.ts';
import { initialTrainingState } from '../../policy-network.ts';
import { minibatchOf } from '../../ppo.ts';
import { packStates } from '../packed-batch.ts';
import { STEP_HYPERPARAMETERS as hyper, randomObservation, randomRows } from '../random-minibatch.fixture.ts';
import { GOLDEN_DIGEST, goldenDigest } from './golden-steps.fixture.ts';
import { WasmEngine } from './wasm-engine.ts';

const student = StudentConfig.parse({ buckets: 64, embeddingWidth: 8, trunk: [16, 8], scorer: 8 });

describe('the wasm engine', () => {
  it('gives the same bits wherever it runs', async () => {
    expect(await goldenDigest('simd128')).toBe(GOLDEN_DIGEST);
  });

  it('gives the same result after its memory grew for a larger batch', async () => {
    const random = stream(1, 'grow');
    const encoder = new Encoder(student.buckets);
    const engine = await WasmEngine.create(initialTrainingState(student, random.child('init')), 'simd128');
    const batchOf = (states: number, candidates: number) =>
      packStates(
        Array.from({ length: states }, () => encoder.encode(randomObservation(random, candidates))),
        Array.from({ length: states }, () => null),
        0,
      );
    const small = batchOf(2, 5);
    const before = await engine.forward(small);
    await engine.forward(batchOf(64, 128));
    expect(await engine.forward(small)).toEqual(before);
  });

  it('names the tensor whose gradient overflows although the loss does not', async () => {
    const engine = await WasmEngine.create(initialTrainingState(student, stream(2, 'init')), 'simd128');
    const rows = randomRows(stream(2, 'rows'), 4, student.buckets).map((row) => ({ ...row, return: 1e3 }));
    const step = engine.step(minibatchOf(rows, {}, 0), { ...hyper, valueCoefficient: 1e38 });
    await expect(step).rejects.toMatchObject({ name: 'NonFiniteError', tensor: 'gradient of embedding' });
  });

  it('refuses to work after it was closed', async () => {
    const engine = await WasmEngine.create(initialTrainingState(student, stream(3, 'init')), 'simd128');
    engine.close();
    expect(() => engine.save()).toThrow('used after close');
  });
});

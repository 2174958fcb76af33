import { describe, expect, it } from 'vitest';
import { StudentConfig } from '../../core/campaign-config.ts';
import { stream } from '../../core/random.ts';
import { initialTrainingState } from '../policy-network.ts';
import { minibatchOf } from '../ppo.ts';
import { createEngine, createEngines } from './create-engine.ts';
import { takeSteps } from './engine.ts';
import { STEP_HYPERPARAMETERS as hyper, randomRows } from './random-minibatch.fixture.ts';

const student = StudentConfig.parse({ buckets: 64, embeddingWidth: 8, trunk: [16, 8], scorer: 8 });
const state = () => initialTrainingState(student, stream(1, 'init'));
const minibatches = Array.from({ length: 3 }, (_, i) =>
  minibatchOf(randomRows(stream(2, i), 8, student.buckets), {}, 0.2),
);
const [{ batch }] = minibatches as [(typeof minibatches)[0]];

describe('an acting and an updating engine of different kinds', () => {
  it('update as the updating one alone does, and act as the acting one alone with its weights', async () => {
    const split = await createEngines({ acting: 'tfjs-cpu', updating: 'wasm' }, state());
    const updating = await createEngine('wasm', state());
    const acting = await createEngine('tfjs-cpu', state());
    expect(await split.forward(batch)).toEqual(await acting.forward(batch));
    expect(await takeSteps(split, minibatches, hyper)).toEqual(await takeSteps(updating, minibatches, hyper));
    expect(split.save()).toEqual(updating.save());
    acting.restore(updating.save());
    expect(await split.forward(batch)).toEqual(await acting.forward(batch));
  });

  it('act with what was restored', async () => {
    const split = await createEngines({ acting: 'tfjs-cpu', updating: 'wasm' }, state());
    const before = await split.forward(batch);
    await takeSteps(split, minibatches, hyper);
    expect(await split.forward(batch)).not.toEqual(before);
    split.restore(state());
    expect(await split.forward(batch)).toEqual(before);
  });

  it('of the same name are one engine', async () => {
    const single = await createEngines({ acting: 'wasm', updating: 'wasm' }, state());
    expect(single.name).toBe('wasm');
  });

  it('start both or none', async () => {
    const starting = createEngines({ acting: 'webgpu', updating: 'wasm' }, state());
    await expect(starting).rejects.toThrow('this runtime has no WebGPU');
  });
});

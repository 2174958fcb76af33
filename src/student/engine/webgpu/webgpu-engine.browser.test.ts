import { describe, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { StudentConfig } from '../../../core/campaign-config.ts';
import { stream } from '../../../core/random.ts';
import { CANDIDATE_NUMBERS, Encoder, STATE_BAGS, STATE_NUMBERS } from '../../encoder.ts';
import { initialTrainingState } from '../../policy-network.ts';
import { minibatchOf } from '../../ppo.ts';
import { createEngine } from '../create-engine.ts';
import { type Engine, EngineLostError, type Minibatch, takeSteps } from '../engine.ts';
import { packStates } from '../packed-batch.ts';
import { STEP_HYPERPARAMETERS as hyper, randomObservation, randomRows } from '../random-minibatch.fixture.ts';
import { Gpu, sharedGpu } from './gpu.ts';
import { WebGpuEngine } from './webgpu-engine.ts';

const student = StudentConfig.parse({ buckets: 64, embeddingWidth: 8, trunk: [16, 8], scorer: 8 });
const minibatches = Array.from({ length: 4 }, (_, i) =>
  minibatchOf(randomRows(stream(1, i), 12, student.buckets), {}, 0.2),
);

describe('the webgpu engine', () => {
  it('computes the same on a device of default limits', async () => {
    const adapter = (await navigator.gpu.requestAdapter()) as GPUAdapter;
    const least = new Gpu(await adapter.requestDevice(), adapter.info);
    expect(least.device.limits.maxStorageBuffersPerShaderStage).toBe(8);
    const results = [];
    for (const gpu of [least, await sharedGpu()]) {
      const engine = await WebGpuEngine.create(initialTrainingState(student, stream(2, 'init')), gpu);
      results.push({ statistics: await engine.steps(minibatches, hyper), saved: engine.save() });
      engine.close();
    }
    expect(results[0]).toEqual(results[1]);
  });

  it('refuses a batch that is too large for the device, and goes on with the next', async () => {
    const adapter = (await navigator.gpu.requestAdapter()) as GPUAdapter;
    const least = new Gpu(await adapter.requestDevice(), adapter.info);
    const engine = await WebGpuEngine.create(initialTrainingState(student, stream(2, 'init')), least);
    const candidates = 400_000;
    const rows = STATE_BAGS + 2 * candidates;
    const huge = engine.forward({
      states: 1,
      candidates,
      candidateOffsets: Int32Array.of(0, candidates),
      bags: {
        rows,
        offsets: new Int32Array(rows + 1),
        tokens: new Int32Array(0),
        weights: new Float32Array(0),
      },
      stateNumbers: new Float32Array(STATE_NUMBERS),
      candidateNumbers: new Float32Array(candidates * CANDIDATE_NUMBERS),
    });
    await expect(huge).rejects.toThrow(/needed in one buffer and the GPU allows 128; use more minibatches/);
    const { values } = await engine.forward((minibatches[0] as Minibatch).batch);
    expect(values.every(Number.isFinite)).toBe(true);
  });

  it('does the same in one call for several steps as in one call each', async () => {
    const gpu = await sharedGpu();
    const [together, apart] = await Promise.all(
      [1, 2].map(() => WebGpuEngine.create(initialTrainingState(student, stream(3, 'init')), gpu)),
    );
    const told: number[] = [];
    const statistics = await together?.steps(minibatches, hyper, (done) => {
      told.push(done);
    });
    const each = [];
    for (const minibatch of minibatches) each.push(await apart?.step(minibatch, hyper));
    expect(statistics).toEqual(each);
    expect(together?.save()).toEqual(apart?.save());
    expect(told).toEqual([1, 2, 3, 4]);
    expect(await together?.steps([], hyper)).toEqual([]);
    expect(together?.save()).toEqual(apart?.save());
  });

  it('gives the same result after its buffers grew for a larger batch', async () => {
    const random = stream(4, 'grow');
    const encoder = new Encoder(student.buckets);
    const engine = await WebGpuEngine.create(
      initialTrainingState(student, random.child('init')),
      await sharedGpu(),
    );
    const batchOf = (states: number, candidates: number) =>
      packStates(
        Array.from({ length: states }, () => encoder.encode(randomObservation(random, candidates))),
        Array.from({ length: states }, () => null),
        0,
      );
    const small = batchOf(2, 5);
    const before = await engine.forward(small);
    const large = engine.forward(batchOf(64, 128));
    expect(await engine.forward(small)).toEqual(before);
    await large;
  });

  it('names the tensor whose gradient overflows although the loss does not', async () => {
    const state = initialTrainingState(student, stream(5, 'init'));
    const engine = await WebGpuEngine.create(state, await sharedGpu());
    const rows = randomRows(stream(5, 'rows'), 4, student.buckets).map((row) => ({ ...row, return: 1e3 }));
    const step = engine.step(minibatchOf(rows, {}, 0), { ...hyper, valueCoefficient: 1e32 });
    await expect(step).rejects.toMatchObject({ name: 'NonFiniteError', tensor: 'gradient of embedding' });
  });

  it('names no later step when one of several brings a number that is not finite', async () => {
    const engine = await WebGpuEngine.create(
      initialTrainingState(student, stream(6, 'init')),
      await sharedGpu(),
    );
    const [first, second, third] = structuredClone(minibatches) as [Minibatch, Minibatch, Minibatch];
    second.targets.returns[0] = Number.NaN;
    const steps = engine.steps([first, second, third], hyper);
    await expect(steps).rejects.toMatchObject({ name: 'NonFiniteError', tensor: 'loss' });
  });

  it('tells how many kernels are compiled, and compiles an architecture once', async () => {
    const other = StudentConfig.parse({ buckets: 32, embeddingWidth: 8, trunk: [8, 8], scorer: 8 });
    const state = initialTrainingState(other, stream(7, 'init'));
    const told: [number, number][] = [];
    const listen = (done: number, total: number) => told.push([done, total]);
    const gpu = await sharedGpu();
    await WebGpuEngine.create(state, gpu, listen);
    expect(told.at(-1)?.[0]).toBe(told.length);
    expect(told.at(-1)?.[1]).toBe(told.length);
    const before = told.length;
    await WebGpuEngine.create(state, gpu, listen);
    expect(told).toHaveLength(before);
  });

  it('refuses to work after it was closed', async () => {
    const engine = await WebGpuEngine.create(
      initialTrainingState(student, stream(8, 'init')),
      await sharedGpu(),
    );
    engine.close();
    await expect(engine.step(minibatches[0] as Minibatch, hyper)).rejects.toThrow('used after close');
  });
});

const state = () => initialTrainingState(student, stream(9, 'init'));

/** Loses the device, and waits until it is known to be lost. */
async function loseDevice(): Promise<void> {
  const { device } = await sharedGpu();
  device.destroy();
  await device.lost;
}

/** Kills the process that drives the GPU. The browser starts another. */
async function crashGpuProcess(): Promise<void> {
  const { device } = await sharedGpu();
  await cdp().send('Browser.crashGpuProcess');
  await device.lost;
}

/** Two updates of two steps. `disturb` is awaited before the second, and within each after its first step. */
async function twoUpdates(engine: Engine, disturb: (when: string) => Promise<void>) {
  const first = await takeSteps(engine, minibatches.slice(0, 2), hyper, () => disturb('within the first'));
  await disturb('between');
  const second = await takeSteps(engine, minibatches.slice(2), hyper, () => disturb('within the second'));
  return { first, second, saved: engine.save() };
}

describe('a lost GPU', () => {
  it.each([
    ['between two updates', loseDevice, ['between']],
    ['again and again', loseDevice, ['within the first', 'between', 'within the second']],
    ['with the process that drives it', crashGpuProcess, ['within the second']],
  ] as const)('%s changes no bit of what the webgpu engine computes', async (_, lose, moments) => {
    const left = new Set<string>(moments);
    const losses: string[] = [];
    const listener = { lost: (error: EngineLostError) => losses.push(error.message) };
    const undisturbed = await twoUpdates(await createEngine('webgpu', state()), async () => undefined);
    const disturbed = await twoUpdates(await createEngine('webgpu', state(), listener), async (when) => {
      if (left.delete(when)) await lose();
    });
    expect(disturbed).toEqual(undisturbed);
    expect(losses).toHaveLength(moments.length);
    expect(losses[0]).toContain('choose the wasm engine in the config');
  });

  it('is survived by several engines that act at the same time', async () => {
    const engines = await Promise.all([createEngine('webgpu', state()), createEngine('webgpu', state())]);
    const { batch } = minibatches[0] as Minibatch;
    const before = await Promise.all(engines.map((engine) => engine.forward(batch)));
    await loseDevice();
    const after = await Promise.all(
      engines.flatMap((engine) => [engine.forward(batch), engine.forward(batch)]),
    );
    expect(after).toEqual([before[0], before[0], before[1], before[1]]);
  });

  it('is what follows an error that nobody asked about: its command was dropped', async () => {
    const losses: string[] = [];
    const listener = { lost: (error: EngineLostError) => losses.push(error.message) };
    const engine = await createEngine('webgpu', state(), listener);
    const gpu = await sharedGpu();
    // To be mapped for reading and for writing: invalid.
    gpu.device.createBuffer({ size: 4, usage: 0x1 | 0x2 });
    const statistics = await takeSteps(engine, minibatches, hyper);
    expect(statistics).toEqual(await takeSteps(await createEngine('webgpu', state()), minibatches, hyper));
    expect(losses).toEqual([expect.stringContaining('MapRead')]);
  });

  it('is an error when the next device is lost, too, and leaves the weights as they were', async () => {
    const engine = await createEngine('webgpu', state());
    const update = takeSteps(engine, minibatches, hyper, loseDevice);
    await expect(update).rejects.toThrow(EngineLostError);
    expect(engine.save()).toEqual(state());
  });

  it('is survived by the tfjs-webgpu engine', async () => {
    const engine = await createEngine('tfjs-webgpu', state());
    const { batch } = minibatches[0] as Minibatch;
    const before = await engine.forward(batch);
    await loseDevice();
    expect(await engine.forward(batch)).toEqual(before);
  });
});

import { describe, expect, it } from 'vitest';
import { StudentConfig } from '../../core/campaign-config.ts';
import { stream } from '../../core/random.ts';
import type { TrainingState } from '../parameters.ts';
import { initialTrainingState } from '../policy-network.ts';
import { type Engine, EngineLostError } from './engine.ts';
import { RecoverableEngine } from './recoverable-engine.ts';
import { WasmEngine } from './wasm/wasm-engine.ts';

const state = initialTrainingState(
  StudentConfig.parse({ buckets: 64, embeddingWidth: 8, trunk: [16, 8], scorer: 8 }),
  stream(1, 'init'),
);

/** A device that loses whatever works on it while it is `lost`; starting on it is up to `start`. */
async function onDevice(device: { lost: boolean; start?: () => void }) {
  return RecoverableEngine.create(async (from: TrainingState) => {
    device.start?.();
    const engine: Engine = await WasmEngine.create(from, 'simd128');
    const { forward } = engine;
    engine.forward = async (batch) => {
      if (device.lost) throw new EngineLostError('a driver reset');
      return forward.call(engine, batch);
    };
    return engine;
  }, state);
}

describe('an engine whose device can be lost', () => {
  it('is ready when the device works, or the next one does', async () => {
    const device = { lost: false };
    const engine = await onDevice(device);
    await engine.ready();
    device.lost = true;
    await expect(engine.ready()).rejects.toThrow(EngineLostError);
    device.lost = false;
    await engine.ready();
    expect(engine.save()).toEqual(state);
  });

  it('is lost when there is no other device, and says why', async () => {
    const device: Parameters<typeof onDevice>[0] = { lost: false };
    const engine = await onDevice(device);
    device.lost = true;
    device.start = () => {
      throw new Error('there is no GPU adapter');
    };
    await expect(engine.ready()).rejects.toThrow(
      /^the GPU was lost \(a driver reset; then there is no GPU adapter\).*choose the wasm engine/,
    );
    expect(engine.save()).toEqual(state);
  });
});

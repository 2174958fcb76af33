import { describe, expect, it } from 'vitest';
import { parseCampaignConfig } from '../../core/campaign-config.ts';
import { stream } from '../../core/random.ts';
import { initialTrainingState } from '../policy-network.ts';
import { calibrate, measureEngine } from './calibration.ts';
import { calibrationBatches } from './calibration-batches.ts';
import { createEngine } from './create-engine.ts';

const config = parseCampaignConfig({
  name: 'calibration',
  engine: 'auto',
  environments: { shell: {} },
  student: { buckets: 512, embeddingWidth: 8, trunk: [16, 12], scorer: 8 },
  episodesPerRound: 8,
});
const batches = calibrationBatches(config);
const state = initialTrainingState(config.student, stream(1, 'init'));
const nothing = { 1: null, 16: null, 64: null };

describe('a calibration', () => {
  it('measures the engines that start here, says why others did not, and chooses among the former', async () => {
    const told: [number, number][] = [];
    const { acting, updating, adapter, rows } = await calibrate(config, {
      onProgress: (done, total) => told.push([done, total]),
    });
    expect(rows.map(({ engine }) => engine)).toEqual(['wasm', 'wasm-relaxed', 'webgpu']);
    const [wasm, , webgpu] = rows;
    for (const time of [...Object.values(wasm?.actingMs ?? nothing), wasm?.updateMs]) {
      expect(time).toBeGreaterThan(0);
    }
    expect(webgpu).toMatchObject({ actingMs: nothing, updateMs: null });
    expect(webgpu?.note).toContain('this runtime has no WebGPU');
    expect(adapter).toBeNull();
    for (const chosen of [acting, updating]) expect(['wasm', 'wasm-relaxed']).toContain(chosen);
    expect(told).toEqual([0, 1, 2, 3].map((done) => [done, 3]));
  });

  it('is stopped with its campaign', async () => {
    const abort = new AbortController();
    const stopped = calibrate(config, { onProgress: () => abort.abort(), signal: abort.signal });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an engine that is too slow', () => {
  it('is cut while it starts, and closed when it has started', async () => {
    const engine = await createEngine('wasm', state);
    let hasStarted: (started: typeof engine) => void = () => undefined;
    const starting = new Promise<typeof engine>((resolve) => {
      hasStarted = resolve;
    });
    const row = await measureEngine('webgpu', () => starting, batches, 20);
    expect(row).toEqual({
      engine: 'webgpu',
      actingMs: nothing,
      updateMs: null,
      note: 'cut after 0.0 s, while starting',
    });
    hasStarted(engine);
    await expect.poll(() => engine.forward(batches.acting[1]).catch(String)).toMatch(/used after close/);
  });

  it('is cut while it works, and keeps the figures that it reached', async () => {
    const engine = await createEngine('wasm', state);
    const stuck = Object.assign(Object.create(engine), { step: () => new Promise(() => undefined) });
    const row = await measureEngine('webgpu', async () => stuck, batches, 1500);
    expect(row.actingMs[64]).toBeGreaterThan(0);
    expect(row).toMatchObject({ updateMs: null, note: 'cut after 1.5 s, while updating' });
  });
});

describe('the batches of a calibration', () => {
  it('have the sizes of the campaign’s', () => {
    expect([1, 16, 64].map((states) => batches.acting[states as 1 | 16 | 64].states)).toEqual([1, 16, 64]);
    // 8 episodes of 7 steps and 64 lane states, in 4 minibatches.
    expect(batches.minibatches.map(({ batch }) => batch.states)).toEqual([30, 30, 30, 30]);
  });
});

import { expect, it } from 'vitest';
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
  student: { buckets: 512, embeddingWidth: 8, trunk: [16, 8], scorer: 8 },
  episodesPerRound: 4,
});

it('the webgpu engine is measured with the same work as the others', async () => {
  const state = initialTrainingState(config.student, stream(1, 'init'));
  const start = () => createEngine('webgpu', state);
  const row = await measureEngine('webgpu', start, calibrationBatches(config), 100_000);
  expect(row.note).toBeNull();
  for (const time of [...Object.values(row.actingMs), row.updateMs]) expect(time).toBeGreaterThan(0);
});

it('a calibration names the GPU, and takes a software one neither to measure nor to compute', async () => {
  const { adapter, rows, acting, updating } = await calibrate(config);
  expect(adapter?.vendor).not.toBe('');
  if (!adapter?.fallback) return;
  expect(rows.find(({ engine }) => engine === 'webgpu')?.note).toMatch(/^not measured: the GPU is software/);
  expect([acting, updating]).not.toContain('webgpu');
});

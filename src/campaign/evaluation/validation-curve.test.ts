import { describe, expect, it } from 'vitest';
import { parseCampaignConfig } from '../../core/campaign-config.ts';
import { createMemoryStore } from '../../storage/memory-store.ts';
import { identityProvider } from '../identity-environment.fixture.ts';
import { createWorkbench } from '../workbench.ts';
import { validationCurve } from './validation-curve.ts';

const config = parseCampaignConfig({
  name: 'identity',
  seed: 3,
  epochs: 4,
  environments: { shell: {} },
  student: { buckets: 512, embeddingWidth: 8, trunk: [16, 12], scorer: 8 },
  monitoring: { pool: 8, pairs: 8, minimumPairs: 0 },
  lanes: { comparisons: 0 },
  evaluation: { validationTasks: 8, validationEvery: 2, heldoutTasks: 8 },
});

describe('the curve of a campaign', () => {
  it('has its validations in order, each with the steps sampled before it', async () => {
    const workbench = createWorkbench({
      store: createMemoryStore(),
      provider: identityProvider(),
      writer: true,
      persisted: false,
    });
    const campaignId = await workbench.createCampaign(config);
    await workbench.run(campaignId);
    const before = await workbench.campaign(campaignId);
    const curve = validationCurve(before);
    const reports = before.reports.filter(({ split }) => split === 'validation');
    expect(curve.map(({ report }) => report)).toEqual(reports);
    expect(curve.length).toBeGreaterThan(1);
    const steps = curve.map((point) => point.steps);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    // Every episode of the identity environment has one step.
    expect(steps.at(-1)).toBe(config.epochs * config.roundsPerEpoch * config.episodesPerRound);
    // What is scored by hand later is not learning.
    await workbench.restore(campaignId, before.checkpoints[0]?.checkpointId ?? '');
    await workbench.evaluate({ campaignId, split: 'validation' });
    expect(validationCurve(await workbench.campaign(campaignId))).toEqual(
      curve.map((own) => ({
        ...own,
        report: { ...own.report, digest: expect.any(String) },
      })),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { parseCampaignConfig } from '../../core/campaign-config.ts';
import { createMemoryStore } from '../../storage/memory-store.ts';
import { identityProvider, type Mischief } from '../identity-environment.fixture.ts';
import { createWorkbench } from '../workbench.ts';
import type { ArmName, StudyPlan } from './arms.ts';
import { runStudy, type StudyFailure } from './run-study.ts';

/** A campaign of a second on the identity environment; the entropy only tells arms apart. */
function planned(arm: ArmName, fold: number, entropyCoefficient: number) {
  const config = parseCampaignConfig({
    name: `${arm} ${fold}`,
    seed: 3,
    epochs: 1,
    environments: { shell: { options: { fold } } },
    student: { buckets: 512, embeddingWidth: 8, trunk: [16, 12], scorer: 8 },
    ppo: { entropyCoefficient },
    monitoring: { pool: 8, pairs: 8, minimumPairs: 0 },
    lanes: { comparisons: 0 },
    evaluation: { validationTasks: 0, heldoutTasks: 20 },
  });
  return { arm, fold, config };
}

const plan: StudyPlan = {
  seed: 3,
  epochs: 1,
  campaigns: [planned('full', 0, 0.01), planned('ppo', 0, 0.02), planned('full', 1, 0.01)],
};

function open(mischief?: Mischief) {
  return createWorkbench({
    store: createMemoryStore(),
    provider: identityProvider(mischief),
    writer: true,
    persisted: false,
  });
}

/** Runs the plan and notes what is told. */
async function run(workbench: ReturnType<typeof open>, given = plan) {
  const told: string[] = [];
  const records = await runStudy(given, workbench, {
    started: ({ arm, fold }, index, total) => told.push(`${arm} ${fold} ${index}/${total}`),
    completed: ({ arm, fold }) => told.push(`${arm} ${fold} completed`),
    failed: ({ arm, fold }: StudyFailure) => told.push(`${arm} ${fold} failed`),
  });
  return { ...records, told };
}

describe('a study', () => {
  it('runs its campaigns in order and gives the closing results of each', async () => {
    const workbench = open();
    const { campaigns, failures, told } = await run(workbench);
    expect(failures).toEqual([]);
    expect(told).toEqual(
      plan.campaigns.flatMap(({ arm, fold }, i) => [`${arm} ${fold} ${i}/3`, `${arm} ${fold} completed`]),
    );
    for (const { campaignId, checkpointId, digest, results, seconds } of campaigns) {
      const { snapshot, reports } = await workbench.campaign(campaignId);
      expect(digest).toBe(snapshot.headHash);
      expect(checkpointId).toBe(snapshot.pointers.active);
      expect(results).toEqual(reports[0]?.environments.shell?.perTask);
      expect(results.taskIds).toHaveLength(20);
      expect(seconds).toBeGreaterThan(0);
    }
  });

  it('opens what it has run before, and runs only what is new', async () => {
    const workbench = open();
    const first = await run(workbench, { ...plan, campaigns: plan.campaigns.slice(0, 2) });
    const again = await run(workbench);
    expect(again.campaigns.slice(0, 2)).toEqual(first.campaigns);
    expect(again.campaigns).toHaveLength(3);
    for (const { campaignId } of again.campaigns) {
      const { journal } = await workbench.campaign(campaignId);
      expect(journal.filter(({ kind }) => kind === 'run.started')).toHaveLength(1);
    }
  });

  it('goes on with a campaign that was cut off, to the digest of one that was not', async () => {
    const uninterrupted = await run(open());
    const workbench = open();
    await workbench.subscribe((update) => {
      if (update.kind === 'event' && update.event.payload.kind === 'update.completed') {
        void workbench.stop(update.event.campaignId);
      }
    });
    const first = plan.campaigns[0]?.config;
    const campaignId = await workbench.createCampaign(first);
    expect(await workbench.run(campaignId)).toBe('idle');
    const { campaigns } = await run(workbench);
    expect(campaigns[0]?.digest).toBe(uninterrupted.campaigns[0]?.digest);
  });

  it('keeps to what the campaign scored itself when another checkpoint is chosen by hand later', async () => {
    const workbench = open();
    const first = await run(workbench);
    const { campaignId } = first.campaigns[0] ?? { campaignId: '' };
    const { checkpoints } = await workbench.campaign(campaignId);
    await workbench.restore(campaignId, checkpoints[0]?.checkpointId ?? '');
    await workbench.evaluate({ campaignId, split: 'heldout' });
    const { campaigns } = await run(workbench);
    expect({ ...campaigns[0], seconds: 0 }).toEqual({ ...first.campaigns[0], seconds: 0 });
  });

  it('says why a campaign failed, and goes on with the others', async () => {
    // 32 episodes are tried three times each before the campaign gives up; then the environment works again.
    const { campaigns, failures, told } = await run(open({ failingStarts: 96 }));
    expect(told.slice(0, 3)).toEqual(['full 0 0/3', 'full 0 failed', 'ppo 0 1/3']);
    expect(failures).toMatchObject([{ arm: 'full', fold: 0 }]);
    expect(failures[0]?.reason).toMatch(/paused: InfrastructureError: .*was told to fail/);
    expect(campaigns.map(({ arm, fold }) => [arm, fold])).toEqual([
      ['ppo', 0],
      ['full', 1],
    ]);
  });

  it('says why a campaign cannot be created, and goes on with the others', async () => {
    const workbench = open();
    const refusing = {
      createCampaign: async (config: unknown) => {
        if ((config as { name: string }).name.startsWith('ppo')) throw new Error('no room is left');
        return workbench.createCampaign(config);
      },
      run: (campaignId: string) => workbench.run(campaignId),
      campaign: (campaignId: string) => workbench.campaign(campaignId),
    };
    const nothing = { started: () => undefined, completed: () => undefined, failed: () => undefined };
    const { campaigns, failures } = await runStudy(plan, refusing, nothing);
    expect(failures).toEqual([{ arm: 'ppo', fold: 0, reason: 'no room is left' }]);
    expect(campaigns).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import type { WorkbenchUpdate } from '../../workers/learner.protocol.ts';
import { type CampaignConfig, parseCampaignConfig } from '../core/campaign-config.ts';
import { type CampaignStore, StorageFullError } from '../core/campaign-store.ts';
import type { ControlPayload } from '../core/contracts.ts';
import { replay, verifyChain } from '../core/control-state-store.ts';
import { createMemoryStore } from '../storage/memory-store.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../student/checkpoint-format.ts';
import { identityProvider, type Mischief } from './identity-environment.fixture.ts';
import { createWorkbench } from './workbench.ts';

/** A campaign of seconds that learns the identity environment. */
const config = parseCampaignConfig({
  name: 'identity',
  seed: 3,
  epochs: 6,
  environments: { shell: {} },
  student: { buckets: 512, embeddingWidth: 8, trunk: [16, 12], scorer: 8, embeddingScale: 0.1 },
  ppo: { learningRate: 1e-2, tokenDropout: 0, imitationCoefficient: 0 },
  // A pool that overflows: after a restart it must be cut at the same episode.
  lanes: { comparisons: 16, statesPerRound: 16, capacity: 20 },
  evaluation: { validationTasks: 40, validationEvery: 3, heldoutTasks: 40 },
});

function open(store: CampaignStore = createMemoryStore(), mischief?: Mischief) {
  const workbench = createWorkbench({
    store,
    provider: identityProvider(mischief),
    writer: true,
    persisted: false,
  });
  return { store, workbench };
}

async function runToEnd(input: Partial<CampaignConfig> = {}) {
  const { store, workbench } = open();
  const campaignId = await workbench.createCampaign({ ...config, ...input });
  const state = await workbench.run(campaignId);
  return { store, workbench, campaignId, state, view: await workbench.campaign(campaignId) };
}

/** One run that several tests compare with; it is only read. */
let uninterruptedRun: ReturnType<typeof runToEnd> | null = null;
const uninterruptedCampaign = () => {
  uninterruptedRun ??= runToEnd();
  return uninterruptedRun;
};

const payloads = (view: { events: { payload: ControlPayload }[] }) =>
  view.events.map(({ payload }) => payload);

describe('a campaign', () => {
  it('learns, beats its random baseline on held-out tasks, and promotes what it learned', async () => {
    const { state, view } = await uninterruptedCampaign();
    expect(state).toBe('completed');
    const heldout = view.reports.find(({ split }) => split === 'heldout')?.environments.shell;
    expect(heldout?.student.successRate).toBeGreaterThan(0.9);
    expect(heldout?.baselines.random?.successRate).toBeLessThan(0.6);
    expect(heldout?.baselines.oracle?.successRate).toBe(1);
    expect(view.snapshot.pointers.last_stable).not.toBe(view.checkpoints[0]?.checkpointId);
    expect(payloads(view).some((p) => p.kind === 'epoch.closed' && p.decision.action === 'promote')).toBe(
      true,
    );
  });

  it('writes a chain that verifies and replays to the stored state', async () => {
    const { view } = await uninterruptedCampaign();
    await verifyChain(view.events);
    expect(replay(view.events, { rollbackLimit: config.closing.rollbackLimit })).toEqual(view.snapshot);
  });

  it('ends with the same digest from the same seed, whatever it is called, and with another from another', async () => {
    const first = await uninterruptedCampaign();
    const again = await runToEnd({ name: 'another name' });
    const other = await runToEnd({ seed: 4 });
    expect(again.view.snapshot.headHash).toBe(first.view.snapshot.headHash);
    expect(other.view.snapshot.headHash).not.toBe(first.view.snapshot.headHash);
  });

  it.each([3, 25, 150, 260, 330])(
    'stopped at its progress report %i and resumed elsewhere ends with the same digest',
    async (n) => {
      const uninterrupted = await uninterruptedCampaign();
      const { store, workbench } = open();
      const campaignId = await workbench.createCampaign(config);
      let reports = 0;
      await workbench.subscribe((update) => {
        if (update.kind !== 'progress') return;
        reports += 1;
        if (reports === n) void workbench.stop(campaignId);
      });
      expect(await workbench.run(campaignId)).toBe('idle');
      const reopened = open(store).workbench;
      expect(await reopened.run(campaignId)).toBe('completed');
      expect((await reopened.campaign(campaignId)).snapshot.headHash).toBe(
        uninterrupted.view.snapshot.headHash,
      );
    },
  );

  it('paused and resumed ends with the same digest', async () => {
    const uninterrupted = await uninterruptedCampaign();
    const { workbench } = open();
    const campaignId = await workbench.createCampaign(config);
    let paused: Promise<void> | null = null;
    await workbench.subscribe((update) => {
      if (update.kind === 'event' && paused === null) paused = workbench.pause(campaignId);
    });
    const ended = workbench.run(campaignId);
    const state = async () => (await workbench.campaign(campaignId)).state;
    await expect.poll(state, { timeout: 20_000 }).toBe('paused');
    // A second press changes nothing, and does not close the gate for ever.
    await workbench.pause(campaignId);
    void workbench.run(campaignId);
    expect(await ended).toBe('completed');
    expect((await workbench.campaign(campaignId)).snapshot.headHash).toBe(
      uninterrupted.view.snapshot.headHash,
    );
  });

  it('stopped while it is paused ends at once and can go on later', async () => {
    const { workbench } = open();
    const campaignId = await workbench.createCampaign(config);
    await workbench.subscribe((update) => {
      if (update.kind === 'progress') void workbench.pause(campaignId);
    });
    const ended = workbench.run(campaignId);
    await expect.poll(async () => (await workbench.campaign(campaignId)).state).toBe('paused');
    await workbench.stop(campaignId);
    expect(await ended).toBe('idle');
  });

  it('started twice at once is one run', async () => {
    const { workbench } = open();
    const campaignId = await workbench.createCampaign({ ...config, epochs: 1 });
    const ends = await Promise.all([workbench.run(campaignId), workbench.run(campaignId)]);
    expect(ends).toEqual(['completed', 'completed']);
    const { journal } = await workbench.campaign(campaignId);
    expect(journal.filter(({ kind }) => kind === 'run.started')).toHaveLength(1);
  });

  it('of single episodes goes on although their returns do not vary', async () => {
    const { state } = await runToEnd({ epochs: 1, episodesPerRound: 1 });
    expect(state).toBe('completed');
  });

  it('is the same campaign when it is created twice', async () => {
    const { workbench, campaignId } = await runToEnd({ epochs: 1 });
    expect(await workbench.createCampaign({ ...config, epochs: 1 })).toBe(campaignId);
    expect(await workbench.campaigns()).toHaveLength(1);
  });
});

describe('a fault', () => {
  it.each([
    ['learning_rate_x100', 1],
    ['sign_flipped_advantages', 6],
  ] as const)(
    'of kind %s is rolled back to bit-identical parameters and optimiser state',
    async (kind, epochs) => {
      const { store, campaignId, view } = await runToEnd({
        epochs: 14,
        // A seed whose campaign has no rollback of its own.
        seed: 5,
        faults: [{ kind, epoch: 6, epochs }],
      });
      const rollback = payloads(view).find((p) => p.kind === 'rollback.completed');
      if (rollback?.kind !== 'rollback.completed') throw new Error('the fault was not caught');
      expect(rollback.epoch).toBeGreaterThanOrEqual(6);
      expect(rollback.epoch).toBeLessThan(14);
      const stored = await store.checkpoint(campaignId, rollback.restored);
      // What the engine held after the restore, against what was stored long before it.
      expect(rollback.stateHash).toBe(stored?.record.stateHash);
      const decoded = await decodeCheckpoint(stored?.bytes ?? new Uint8Array(), 'restored');
      expect((await encodeCheckpoint(decoded)).stateHash).toBe(rollback.stateHash);
    },
  );

  it('that makes a weight not a number fails the update and moves nothing', async () => {
    const { view } = await runToEnd({
      epochs: 4,
      faults: [{ kind: 'non_finite_weights', epoch: 2, epochs: 1 }],
    });
    const failed = payloads(view).find((p) => p.kind === 'update.failed');
    expect(failed).toMatchObject({ epoch: 2, reason: expect.stringContaining('not finite') });
    expect(view.snapshot.epoch).toBe(4);
    expect(view.checkpoints).toHaveLength(1 + 3);
  });

  it('of the infrastructure is retried, then pauses the campaign, loses nothing and ends with the same digest', async () => {
    const uninterrupted = await uninterruptedCampaign();
    const mischief = { failingStarts: 0 };
    const { workbench } = open(createMemoryStore(), mischief);
    const campaignId = await workbench.createCampaign(config);
    const errors: string[] = [];
    let broken = false;
    await workbench.subscribe((update: WorkbenchUpdate) => {
      if (update.kind === 'error') errors.push(update.message);
      if (update.kind === 'event' && update.event.payload.kind === 'epoch.closed' && !broken) {
        broken = true;
        mischief.failingStarts = 1000;
      }
    });
    expect(await workbench.run(campaignId)).toBe('paused');
    expect(errors[0]).toMatch(/could not be run.*resume the campaign/s);
    mischief.failingStarts = 0;
    expect(await workbench.run(campaignId)).toBe('completed');
    expect((await workbench.campaign(campaignId)).snapshot.headHash).toBe(
      uninterrupted.view.snapshot.headHash,
    );
  });
});

describe('a campaign whose engines are chosen by calibration', () => {
  const auto = { ...config, engine: 'auto' as const, epochs: 1 };

  it('measures once, shows what it chose, and goes on with it after an interruption', async () => {
    const { store, workbench } = open();
    const campaignId = await workbench.createCampaign(auto);
    expect(await workbench.campaign(campaignId)).toMatchObject({ engines: null, calibration: null });
    const phases: string[] = [];
    await workbench.subscribe((update) => {
      if (update.kind !== 'progress') return;
      phases.push(update.progress.phase);
      if (update.progress.phase === 'phase.updating') void workbench.stop(campaignId);
    });
    expect(await workbench.run(campaignId)).toBe('idle');
    expect(phases[0]).toBe('phase.calibrate');
    const reopened = open(store).workbench;
    expect(await reopened.run(campaignId)).toBe('completed');
    const { calibration, engines, journal } = await reopened.campaign(campaignId);
    expect(calibration?.rows.map(({ engine }) => engine)).toEqual(['wasm', 'wasm-relaxed', 'webgpu']);
    const { acting, updating } = calibration ?? {};
    expect(engines).toEqual({ acting, updating, adapter: null });
    expect(journal.filter(({ kind }) => kind === 'engine.calibrated')).toHaveLength(1);
    expect(journal.filter(({ kind }) => kind === 'engine.started')).toHaveLength(2);
  });

  it('pauses when they cannot start any more, and says which and what to do', async () => {
    const { store, workbench } = open();
    const campaignId = await workbench.createCampaign(auto);
    const elsewhere = { acting: 'wasm', updating: 'webgpu', adapter: null, rows: [] };
    await store.appendJournal({
      campaignId,
      at: '2026-12-01T12:00:00.000Z',
      kind: 'engine.calibrated',
      detail: JSON.stringify(elsewhere),
    });
    const errors: string[] = [];
    await workbench.subscribe((update) => {
      if (update.kind === 'error') errors.push(update.message);
    });
    expect(await workbench.run(campaignId)).toBe('paused');
    expect(errors).toEqual([
      expect.stringMatching(/calibrated for wasm for acting and webgpu for updating.*no WebGPU.*export its/),
    ]);
  });
});

describe('a campaign on two engines', () => {
  it('learns, and says which they are', async () => {
    const { state, view } = await runToEnd({ engine: { acting: 'tfjs-cpu', updating: 'wasm' }, epochs: 1 });
    expect(state).toBe('completed');
    expect(view.engines).toEqual({ acting: 'tfjs-cpu', updating: 'wasm', adapter: null });
    expect(view.calibration).toBeNull();
  });
});

describe('a drill', () => {
  it('catches its fault and shows the restored state to be bit-identical, each time it is run', async () => {
    const { workbench } = open();
    const first = await workbench.drillRollback({ seed: 7, fault: 'learning_rate_x100' });
    expect(first).toMatchObject({ caughtAtEpoch: 6, parametersIdentical: true, optimiserIdentical: true });
    expect(first.decision).toMatch(/^rollback_to_pre_update_ref: /);
    expect(await workbench.drillRollback({ seed: 7, fault: 'learning_rate_x100' })).toEqual(first);
  }, 120_000);
});

describe('a failure of the infrastructure while monitoring', () => {
  it('is shown as failed pairs, and the campaign can be opened again', async () => {
    const mischief = { failingStarts: 0 };
    const store = createMemoryStore();
    const { workbench } = open(store, mischief);
    const campaignId = await workbench.createCampaign(config);
    await workbench.subscribe((update) => {
      // Every first start of the 64 pairs fails, then both retries of the first one: one pair fails.
      if (update.kind === 'event' && update.event.payload.kind === 'update.completed')
        mischief.failingStarts = 66;
      if (update.kind === 'event' && update.event.payload.kind === 'epoch.closed')
        void workbench.stop(campaignId);
    });
    expect(await workbench.run(campaignId)).toBe('idle');
    const { events } = await workbench.campaign(campaignId);
    const closed = events.find(({ payload }) => payload.kind === 'epoch.closed')?.payload;
    if (closed?.kind !== 'epoch.closed') throw new Error('no epoch was closed');
    expect(closed.decision.evidence[0]?.againstPreUpdate.failed).toBe(1);
    expect(await open(store).workbench.run(campaignId)).toBe('completed');
  });
});

describe('a full disk', () => {
  it('pauses the campaign, says so, and the campaign goes on when there is room', async () => {
    const store = createMemoryStore();
    let full = false;
    const filling: CampaignStore = {
      ...store,
      commit: (commit) =>
        full ? Promise.reject(new StorageFullError('no room: delete a campaign')) : store.commit(commit),
      appendJournal: (entry) =>
        full ? Promise.reject(new StorageFullError('no room')) : store.appendJournal(entry),
    };
    const { workbench } = open(filling);
    const campaignId = await workbench.createCampaign(config);
    const errors: string[] = [];
    await workbench.subscribe((update) => {
      if (update.kind === 'error') errors.push(update.message);
      if (update.kind === 'event' && update.event.payload.kind === 'update.completed') full = true;
    });
    expect(await workbench.run(campaignId)).toBe('paused');
    expect(errors[0]).toMatch(/no room: delete a campaign/);
    full = false;
    const uninterrupted = await uninterruptedCampaign();
    const reopened = open(store).workbench;
    expect(await reopened.run(campaignId)).toBe('completed');
    expect((await reopened.campaign(campaignId)).snapshot.headHash).toBe(
      uninterrupted.view.snapshot.headHash,
    );
  });
});

describe('an evaluation', () => {
  it('is of the active checkpoint, also after another one was restored', async () => {
    const { workbench, campaignId, view } = await runToEnd({ epochs: 2 });
    const first = await workbench.evaluate({ campaignId, split: 'heldout' });
    const initial = view.checkpoints[0]?.checkpointId ?? '';
    await workbench.restore(campaignId, initial);
    const restored = await workbench.evaluate({ campaignId, split: 'heldout' });
    expect(first.checkpointId).toBe(view.snapshot.pointers.active);
    expect(restored.checkpointId).toBe(initial);
    expect(restored.environments.shell?.student.meanReward).toBeLessThan(
      first.environments.shell?.student.meanReward ?? 0,
    );
  });

  it('on held-out tasks is refused before the campaign is completed', async () => {
    const { workbench } = open();
    const campaignId = await workbench.createCampaign(config);
    await expect(workbench.evaluate({ campaignId, split: 'heldout' })).rejects.toThrow(/closing claim/);
  });
});

describe('a score', () => {
  it('changes when weights change and not when only an id does', async () => {
    const trained = await uninterruptedCampaign();
    const untrained = open().workbench;
    const freshId = await untrained.createCampaign({
      ...config,
      epochs: 1,
      evaluation: { ...config.evaluation, heldoutTasks: 0 },
    });
    const fresh = await untrained.evaluate({ campaignId: freshId, split: 'validation' });
    const active = trained.view.snapshot.pointers.active;
    const { bytes } = await trained.workbench.exportCheckpoint(trained.campaignId, active);

    const elsewhere = open().workbench;
    const imported = await elsewhere.importCheckpoint('copy.safetensors', bytes, null);
    expect(imported.campaignId).not.toBe(trained.campaignId);
    const copy = await elsewhere.evaluate({ campaignId: imported.campaignId, split: 'validation' });
    const own = trained.view.reports.findLast(({ split }) => split === 'validation');
    expect(copy.environments.shell?.student.meanReward).toBe(own?.environments.shell?.student.meanReward);
    expect(fresh.environments.shell?.student.meanReward).toBeLessThan(
      own?.environments.shell?.student.meanReward ?? 0,
    );
  });
});

describe('a broken checkpoint file', () => {
  it('is refused with its reason and changes nothing', async () => {
    const { workbench, campaignId, view } = await runToEnd({ epochs: 1 });
    const { bytes } = await workbench.exportCheckpoint(campaignId, view.snapshot.pointers.active);
    const flipped = bytes.slice();
    flipped[flipped.length - 5] = (flipped.at(-5) as number) ^ 1;
    await expect(workbench.importCheckpoint('cut.safetensors', bytes.slice(0, 1000), null)).rejects.toThrow(
      /cut\.safetensors/,
    );
    await expect(workbench.importCheckpoint('flipped.safetensors', flipped, null)).rejects.toThrow(
      /flipped\.safetensors.*hash/s,
    );
    expect(await workbench.campaigns()).toHaveLength(1);
  });
});

describe('a workbench that is not the writer', () => {
  it('refuses to change anything and says why', async () => {
    const workbench = createWorkbench({
      store: createMemoryStore(),
      provider: identityProvider(),
      writer: false,
      persisted: false,
    });
    await expect(workbench.createCampaign(config)).rejects.toThrow(/another tab/);
  });
});

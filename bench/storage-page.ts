/** The page of the storage measurement: epochs of a campaign written to IndexedDB and read back. */
import { CampaignConfig } from '../src/core/campaign-config.ts';
import type { ControlCommit } from '../src/core/campaign-store.ts';
import { hashOf } from '../src/core/canonical.ts';
import {
  type CheckpointRecord,
  type ControlPayload,
  type ControlSnapshot,
  type Episode,
  SCHEMA_VERSION,
} from '../src/core/contracts.ts';
import { applyEvent, nextEvent } from '../src/core/control-state-store.ts';
import { decideClose } from '../src/core/epoch-ledger.ts';
import { stream } from '../src/core/random.ts';
import { encodeCommit } from '../src/storage/commit-encoding.ts';
import { openCampaignStore } from '../src/storage/indexeddb-store.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../src/student/checkpoint-format.ts';
import { initialTrainingState } from '../src/student/policy-network.ts';
import { type Timing, timingOf } from './timing.ts';

/** Headers that a list shows at once. */
const PAGE_OF_HEADERS = 50;

/** One figure of storage. */
export interface StorageRow {
  what: string;
  timing: Timing;
}

/** Figures of one campaign of a few epochs. */
export interface StorageTimings {
  episodesStored: number;
  checkpointBytes: number;
  usedBytes: number;
  rows: StorageRow[];
}

declare global {
  interface Window {
    /** Writes `epochs` epochs whose rounds all have these episodes, then reads. */
    measureStorage(seed: number, round: readonly Episode[], epochs: number): Promise<StorageTimings>;
  }
}

/** Times what is done, by its name, in the order in which names first come up. */
class Stopwatches {
  private readonly spent = new Map<string, number[]>();

  async time<T>(what: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    const milliseconds = performance.now() - started;
    this.spent.set(what, [...(this.spent.get(what) ?? []), milliseconds]);
    return result;
  }

  rows(): StorageRow[] {
    return [...this.spent].map(([what, milliseconds]) => ({ what, timing: timingOf(milliseconds) }));
  }
}

window.measureStorage = async (seed, round, epochs) => {
  const campaignId = 'bench';
  const config = CampaignConfig.parse({ name: 'bench', seed, environments: { shell: {} } });
  const state = initialTrainingState(config.student, stream(seed, 'bench', 'init'));
  const store = await openCampaignStore('bench');
  const watches = new Stopwatches();

  let snapshot: ControlSnapshot | null = null;
  const next = async (payload: ControlPayload, brought: Partial<ControlCommit>): Promise<ControlCommit> => {
    const event = await nextEvent(snapshot, campaignId, payload);
    snapshot = applyEvent(snapshot, event, config.closing);
    return { event, snapshot, ...brought };
  };
  const checkpoint = async (epoch: number, parent: string | null) => {
    // Other weights, so that it is another checkpoint.
    state.parameters[0]?.data.set([epoch]);
    const encoded = await watches.time('checkpoint encoded and hashed', () => encodeCheckpoint(state));
    const { bytes, checkpointId, stateHash } = encoded;
    const origin = parent === null ? ('initial' as const) : ('update' as const);
    const byteLength = bytes.byteLength;
    const record: CheckpointRecord = {
      schemaVersion: SCHEMA_VERSION,
      checkpointId,
      campaignId,
      parent,
      epoch,
      stateHash,
      byteLength,
      origin,
    };
    return { record, bytes };
  };
  const episodesOf = (epoch: number, prefix: string, purpose: Episode['purpose']) =>
    round.map((episode, i) => ({
      ...episode,
      campaignId,
      epoch,
      purpose,
      episodeId: `${prefix}${epoch}.${i}`,
    }));

  let active = await checkpoint(0, null);
  const configHash = await hashOf(config);
  await store.createCampaign(
    { campaignId, config, configHash, createdAt: '2026-01-01T00:00:00.000Z' },
    await next(
      { kind: 'campaign.created', configHash, checkpointId: active.record.checkpointId },
      { checkpoints: [active] },
    ),
  );
  const perUpdate = round.length * config.roundsPerEpoch;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    active = await checkpoint(epoch + 1, active.record.checkpointId);
    const { checkpointId, stateHash } = active.record;
    const updated = await next(
      { kind: 'update.completed', epoch, checkpointId, stateHash, batches: [] },
      {
        checkpoints: [active],
        episodes: Array.from({ length: config.roundsPerEpoch }, (_, r) =>
          episodesOf(epoch, `u${r}.`, 'update'),
        ).flat(),
      },
    );
    await watches.time('of which checked, packed and compressed (done once more)', () =>
      encodeCommit(updated),
    );
    await watches.time(`update committed: ${perUpdate} episodes and a checkpoint`, () =>
      store.commit(updated),
    );
    const thresholds = { ...config.closing, minimumPairs: config.monitoring.minimumPairs };
    const decision = decideClose(
      { evidence: [], streakBefore: 0, promotableEpochsBefore: 0, hasPreUpdateRef: true },
      thresholds,
    );
    const lanes = { positive: 0, neutral: round.length, negative: 0, diagnostic_only: 0 };
    const closed = await next(
      { kind: 'epoch.closed', epoch, decision, lanesHash: configHash, lanes },
      { episodes: episodesOf(epoch, 'l', 'lane') },
    );
    await watches.time(`close committed: ${round.length} episodes`, () => store.commit(closed));
  }

  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const stored = await watches.time('checkpoint read', () =>
      store.checkpoint(campaignId, active.record.checkpointId),
    );
    if (stored === null) throw new Error('storage: the checkpoint just written is not there');
    await watches.time('checkpoint decoded and checked', () => decodeCheckpoint(stored.bytes, 'bench'));
    await watches.time(`list of ${PAGE_OF_HEADERS} episodes`, () =>
      store.episodes({ campaignId, purpose: 'update', limit: PAGE_OF_HEADERS }),
    );
    await watches.time('episode read', () => store.episode(campaignId, `u0.${epoch}.0`));
    await watches.time('chain of events read', () => store.events(campaignId));
  }
  const { usedBytes } = await store.usage();
  const episodesStored = await store.countEpisodes({ campaignId });
  await store.deleteCampaign(campaignId);
  await store.close();
  return { episodesStored, checkpointBytes: active.bytes.byteLength, usedBytes, rows: watches.rows() };
};

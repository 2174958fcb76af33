/**
 * The campaign store in memory, with the semantics of the one on IndexedDB: for tests without a
 * browser. What goes in and what comes out are copies.
 */
import {
  type CampaignRecord,
  type CampaignStore,
  type ControlCommit,
  type EpisodeHeader,
  type EpisodeQuery,
  type JournalEntry,
  type MetricRow,
  StaleHeadError,
  type StoredCheckpoint,
} from '../core/campaign-store.ts';
import {
  CheckpointRecord,
  ControlEvent,
  ControlSnapshot,
  type Episode,
  EvaluationReport,
} from '../core/contracts.ts';
import {
  checkCampaign,
  checkSuccession,
  type EncodedCommit,
  encodeCommit,
  mergeCheckpoint,
} from './commit-encoding.ts';
import { decodeEpisode } from './episode-codec.ts';
import { CampaignExistsError, StorageUnavailableError } from './storage-errors.ts';
import {
  corrupt,
  parseForWriting,
  parseStored,
  StoredCampaign,
  StoredEpisodeHeader,
  StoredJournalEntry,
  StoredMetricRow,
} from './stored-records.ts';

/** All that is stored of one campaign. Maps keep the order in which records came. */
interface CampaignTables {
  campaign: CampaignRecord;
  snapshot: ControlSnapshot;
  events: ControlEvent[];
  checkpoints: Map<string, StoredCheckpoint>;
  headers: Map<string, EpisodeHeader>;
  bodies: Map<string, Uint8Array>;
  metrics: Map<string, MetricRow>;
  journal: JournalEntry[];
  reports: EvaluationReport[];
}

/** What outlives a store: open another one on the same tables to see what a restart would. */
export type MemoryTables = Map<string, CampaignTables>;

const EARLIEST_ROUND = -1;

/** A campaign store whose data lives in `tables`. */
export function createMemoryStore(tables: MemoryTables = new Map()): CampaignStore {
  let closed = false;

  const open = (): MemoryTables => {
    if (closed) throw new StorageUnavailableError('The campaign store cannot be used. It was closed.');
    return tables;
  };
  const read = async <T>(
    campaignId: string,
    of: (t: CampaignTables) => T | Promise<T>,
    none: T,
  ): Promise<T> => {
    const stored = open().get(campaignId);
    return stored === undefined ? none : of(stored);
  };
  const select = (t: CampaignTables, query: EpisodeQuery): EpisodeHeader[] =>
    [...t.headers.values()]
      .reverse()
      .filter((header) =>
        (['purpose', 'lane', 'outcome', 'epoch'] as const).every(
          (filter) => query[filter] === undefined || header[filter] === query[filter],
        ),
      );

  return {
    async createCampaign(record: CampaignRecord, first: ControlCommit) {
      const campaign = parseForWriting(StoredCampaign, record, 'campaign');
      const encoded = await encodeCommit(first);
      checkCampaign(campaign, encoded);
      if (open().has(campaign.campaignId)) {
        throw new CampaignExistsError(
          `Campaign ${campaign.campaignId} is stored already; nothing was written.`,
        );
      }
      const fresh: CampaignTables = {
        campaign,
        snapshot: encoded.snapshot,
        events: [],
        checkpoints: new Map(),
        headers: new Map(),
        bodies: new Map(),
        metrics: new Map(),
        journal: [],
        reports: [],
      };
      tables.set(campaign.campaignId, fresh);
      apply(fresh, encoded);
    },
    async commit(commit: ControlCommit) {
      const encoded = await encodeCommit(commit);
      const { event } = encoded;
      const stored = open().get(event.campaignId);
      const same = stored?.events.find((other) => other.eventId === event.eventId);
      // From here on nothing can fail and nothing waits: the commit is applied whole.
      if (checkSuccession(event, stored?.snapshot, same) === 'next' && stored !== undefined) {
        apply(stored, encoded);
      }
    },
    async appendJournal(entry: JournalEntry) {
      const checked = parseForWriting(StoredJournalEntry, entry, 'journal entry');
      const stored = open().get(checked.campaignId);
      if (stored === undefined)
        throw new StaleHeadError(`Campaign ${checked.campaignId} is not stored any more.`);
      stored.journal.push(checked);
    },
    async campaigns() {
      return [...open().values()]
        .map(({ campaign }) => parseStored(StoredCampaign, campaign, `campaign ${campaign.campaignId}`))
        .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
    },
    campaign: (id) =>
      read<CampaignRecord | null>(id, (t) => parseStored(StoredCampaign, t.campaign, `campaign ${id}`), null),
    snapshot: (id) =>
      read<ControlSnapshot | null>(
        id,
        (t) => parseStored(ControlSnapshot, t.snapshot, `control state of campaign ${id}`),
        null,
      ),
    events: (id) =>
      read(
        id,
        (t) => t.events.map((e, i) => parseStored(ControlEvent, e, `event ${i} of campaign ${id}`)),
        [],
      ),
    checkpoints: (id) =>
      read(
        id,
        (t) =>
          [...t.checkpoints].map(([checkpointId, { record }]) =>
            parseStored(CheckpointRecord, record, `checkpoint ${checkpointId} of campaign ${id}`),
          ),
        [],
      ),
    checkpoint: (id, checkpointId) =>
      read<StoredCheckpoint | null>(
        id,
        (t) => {
          const stored = t.checkpoints.get(checkpointId);
          if (stored === undefined) return null;
          const name = `checkpoint ${checkpointId} of campaign ${id}`;
          const record = parseStored(CheckpointRecord, stored.record, name);
          if (stored.bytes.byteLength !== record.byteLength) {
            corrupt(
              name,
              `its file has ${stored.bytes.byteLength} bytes, its record says ${record.byteLength}`,
            );
          }
          return { record, bytes: stored.bytes.slice() };
        },
        null,
      ),
    metrics: (id) =>
      read(
        id,
        (t) =>
          [...t.metrics.values()]
            .map((row, i) => parseStored(StoredMetricRow, row, `metric row ${i} of campaign ${id}`))
            .sort((a, b) => a.epoch - b.epoch || (a.round ?? EARLIEST_ROUND) - (b.round ?? EARLIEST_ROUND)),
        [],
      ),
    journal: (id) =>
      read(
        id,
        (t) =>
          t.journal.map((entry, i) =>
            parseStored(StoredJournalEntry, entry, `journal entry ${i} of campaign ${id}`),
          ),
        [],
      ),
    episodes: (query) =>
      read(
        query.campaignId,
        (t) => {
          const { offset = 0, limit = Number.POSITIVE_INFINITY } = query;
          return select(t, query)
            .slice(offset, offset + limit)
            .map((header) =>
              parseStored(
                StoredEpisodeHeader,
                header,
                `header of episode ${header.episodeId} of campaign ${query.campaignId}`,
              ),
            );
        },
        [],
      ),
    countEpisodes: (query) => read(query.campaignId, (t) => select(t, query).length, 0),
    episode: (id, episodeId) =>
      read<Episode | null>(
        id,
        (t) => {
          const body = t.bodies.get(episodeId);
          return body === undefined ? null : decodeEpisode(body, id, episodeId);
        },
        null,
      ),
    reports: (id) =>
      read(
        id,
        (t) => t.reports.map((r, i) => parseStored(EvaluationReport, r, `report ${i} of campaign ${id}`)),
        [],
      ),
    async deleteCampaign(campaignId: string) {
      open().delete(campaignId);
    },
    async usage() {
      const bytes = [...open().values()].flatMap((t) => [
        ...t.bodies.values(),
        ...[...t.checkpoints.values()].map((checkpoint) => checkpoint.bytes),
      ]);
      const usedBytes = bytes.reduce((sum, b) => sum + b.byteLength, 0);
      return { usedBytes, quotaBytes: Number.MAX_SAFE_INTEGER };
    },
    async close() {
      closed = true;
    },
  };
}

/** Writes a checked commit into its campaign's tables. */
function apply(t: CampaignTables, commit: EncodedCommit): void {
  t.events.push(commit.event);
  t.snapshot = commit.snapshot;
  for (const { record, bytes } of commit.checkpoints) {
    const stored = t.checkpoints.get(record.checkpointId)?.record;
    t.checkpoints.set(record.checkpointId, { record: mergeCheckpoint(stored, record), bytes });
  }
  for (const { header, body } of commit.episodes) {
    // Replaced by deleting first, so that it becomes the newest.
    t.headers.delete(header.episodeId);
    t.headers.set(header.episodeId, header);
    t.bodies.set(header.episodeId, body);
  }
  for (const row of commit.metrics) t.metrics.set(`${row.epoch}:${row.round ?? EARLIEST_ROUND}`, row);
  if (commit.report !== null) t.reports.push(commit.report);
  t.journal.push(...commit.journal);
}

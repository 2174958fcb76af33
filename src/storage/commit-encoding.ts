/**
 * Turns a control commit into the rows that are written. All checking, copying and compressing
 * happens here, before a transaction opens: inside it there are only requests to the database.
 */
import {
  type CampaignRecord,
  type ControlCommit,
  type EpisodeHeader,
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
import { gzip, packEpisode } from './episode-codec.ts';
import { InvalidCommitError } from './storage-errors.ts';
import {
  episodeHeader,
  parseForWriting,
  parseStored,
  StoredEpisodeHeader,
  StoredJournalEntry,
  StoredMetricRow,
} from './stored-records.ts';

/** A commit whose every part has the right form and is a copy of its own. */
export interface EncodedCommit {
  event: ControlEvent;
  snapshot: ControlSnapshot;
  checkpoints: StoredCheckpoint[];
  episodes: { header: EpisodeHeader; body: Uint8Array }[];
  metrics: MetricRow[];
  report: EvaluationReport | null;
  journal: JournalEntry[];
}

function refuse(reason: string): never {
  throw new InvalidCommitError(`Nothing was written: ${reason}.`);
}

/**
 * The text of an episode. Its types are trusted but for its numbers: JSON would turn one that is
 * not finite into null, and the episode could never be read again.
 */
function episodeBytes(episode: Episode): Uint8Array {
  episode.trajectory.forEach((step, t) => {
    if (![step.logProbability, step.value, ...step.probabilities].every(Number.isFinite)) {
      refuse(`step ${t} of episode ${episode.episodeId} has a number that is not finite`);
    }
  });
  if (!Number.isFinite(episode.reward)) refuse(`the reward of episode ${episode.episodeId} is not finite`);
  return packEpisode(episode);
}

/**
 * Checks and encodes a commit. What the caller changes after the call does not reach what is stored.
 * @throws InvalidCommitError naming the part and the reason.
 */
export async function encodeCommit(commit: ControlCommit): Promise<EncodedCommit> {
  const event = parseForWriting(ControlEvent, commit.event, 'event');
  const snapshot = parseForWriting(ControlSnapshot, commit.snapshot, 'snapshot');
  const { campaignId } = event;
  const checkpoints = (commit.checkpoints ?? []).map(({ record, bytes }) => ({
    record: parseForWriting(CheckpointRecord, record, 'checkpoint record'),
    // A copy also leaves behind the rest of the buffer that the bytes may be a view of.
    bytes: new Uint8Array(bytes),
  }));
  const metrics = (commit.metrics ?? []).map((row) => parseForWriting(StoredMetricRow, row, 'metric row'));
  const journal = (commit.journal ?? []).map((entry) =>
    parseForWriting(StoredJournalEntry, entry, 'journal entry'),
  );
  const report =
    commit.report === undefined
      ? null
      : parseForWriting(EvaluationReport, commit.report, 'evaluation report');
  const episodes = (commit.episodes ?? []).map((episode) => ({
    header: parseForWriting(StoredEpisodeHeader, episodeHeader(episode), `episode ${episode.episodeId}`),
    bytes: episodeBytes(episode),
  }));

  const parts: [string, { campaignId: string }[]][] = [
    ['snapshot', [snapshot]],
    ['checkpoint', checkpoints.map((c) => c.record)],
    ['episode', episodes.map((e) => e.header)],
    ['metric row', metrics],
    ['report', report === null ? [] : [report]],
    ['journal entry', journal],
  ];
  for (const [name, records] of parts) {
    const stranger = records.find((record) => record.campaignId !== campaignId);
    if (stranger !== undefined) {
      refuse(`the event is of campaign ${campaignId}, but a ${name} is of campaign ${stranger.campaignId}`);
    }
  }
  if (snapshot.headHash !== event.hash || snapshot.sequence !== event.sequence) {
    refuse(`the snapshot is not the one after event ${event.eventId}`);
  }
  for (const { record, bytes } of checkpoints) {
    if (record.byteLength !== bytes.byteLength) {
      refuse(
        `checkpoint ${record.checkpointId} has ${bytes.byteLength} bytes, its record says ${record.byteLength}`,
      );
    }
  }
  const ids = episodes.map((episode) => episode.header.episodeId);
  if (new Set(ids).size < ids.length) refuse('two of its episodes have the same id');

  // One after another: hundreds of compressors at once are slower.
  const bodies: EncodedCommit['episodes'] = [];
  for (const { header, bytes } of episodes) bodies.push({ header, body: await gzip(bytes) });
  return { event, snapshot, checkpoints, episodes: bodies, metrics, report, journal };
}

/**
 * The record of a checkpoint whose id may be stored already. The same weights reached again keep
 * their first place in the lineage (a lineage never has a cycle); the training state is the newer.
 */
export function mergeCheckpoint(
  stored: CheckpointRecord | undefined,
  next: CheckpointRecord,
): CheckpointRecord {
  return stored === undefined
    ? next
    : { ...next, parent: stored.parent, epoch: stored.epoch, origin: stored.origin };
}

/** @throws InvalidCommitError when the commit is not the first event of this campaign. */
export function checkCampaign(campaign: CampaignRecord, first: EncodedCommit): void {
  const { event } = first;
  if (event.campaignId !== campaign.campaignId) {
    refuse(`the campaign is ${campaign.campaignId}, its first event is of campaign ${event.campaignId}`);
  }
  if (event.previousHash !== null || event.sequence !== 0) {
    refuse(`event ${event.eventId} is not the first of a chain`);
  }
}

/**
 * Decides whether an event follows what is stored: the campaign's snapshot, and the event with the
 * same id when there is one.
 * @throws StaleHeadError when it does not, CorruptRecordError when the snapshot is not one.
 */
export function checkSuccession(
  event: ControlEvent,
  snapshot: unknown,
  sameId: ControlEvent | undefined,
): 'next' | 'stored already' {
  const { campaignId } = event;
  if (snapshot === undefined) {
    throw new StaleHeadError(
      `Campaign ${campaignId} is not stored (any more); event ${event.eventId} was not written.`,
    );
  }
  const stored = parseStored(ControlSnapshot, snapshot, `control state of campaign ${campaignId}`);
  if (sameId !== undefined && sameId.hash === event.hash) return 'stored already';
  if (stored.headHash !== event.previousHash || stored.sequence + 1 !== event.sequence) {
    throw new StaleHeadError(
      `Another writer has changed campaign ${campaignId}: its last event is number ${stored.sequence} (${stored.headHash.slice(0, 12)}), ` +
        `but event ${event.eventId} was computed from ${event.previousHash?.slice(0, 12) ?? 'nothing'}. Nothing was written; reload to go on from what is stored.`,
    );
  }
  return 'next';
}

/** What the campaign needs of durable storage. `src/storage` implements it on IndexedDB. */
import type { CampaignConfig } from './campaign-config.ts';
import type {
  CheckpointRecord,
  ControlEvent,
  ControlSnapshot,
  EnvironmentId,
  Episode,
  EpisodePurpose,
  EvaluationReport,
  Lane,
  Outcome,
} from './contracts.ts';

/** A campaign as stored. */
export interface CampaignRecord {
  campaignId: string;
  config: CampaignConfig;
  configHash: string;
  /** ISO time of creation; not part of any hash. */
  createdAt: string;
}

/** A row of the learning curves. Names are Stable-Baselines3's where it has one. */
export interface MetricRow {
  campaignId: string;
  epoch: number;
  /** Round within the epoch; null for figures of a whole epoch. */
  round: number | null;
  values: Record<string, number>;
}

/** A line of the journal beside the chain: times, latencies, pauses, recoveries. Not hashed. */
export interface JournalEntry {
  campaignId: string;
  at: string;
  kind: string;
  detail: string;
}

/** A checkpoint with its safetensors file. */
export interface StoredCheckpoint {
  record: CheckpointRecord;
  bytes: Uint8Array;
}

/** What lists of episodes show; the whole episode is read one at a time. */
export interface EpisodeHeader {
  episodeId: string;
  campaignId: string;
  epoch: number;
  environment: EnvironmentId;
  taskId: string;
  taskFamily: string;
  purpose: EpisodePurpose;
  outcome: Outcome;
  terminalReward: number;
  steps: number;
  lane: Lane | null;
  relativeOutcome: 'better' | 'same' | 'worse' | null;
}

/** Which episodes a list asks for; newest first. */
export interface EpisodeQuery {
  campaignId: string;
  purpose?: EpisodePurpose;
  lane?: Lane;
  outcome?: Outcome;
  epoch?: number;
  offset?: number;
  limit?: number;
}

/** Everything one control event brings. It is written in ONE transaction or not at all. */
export interface ControlCommit {
  event: ControlEvent;
  snapshot: ControlSnapshot;
  checkpoints?: StoredCheckpoint[];
  episodes?: Episode[];
  metrics?: MetricRow[];
  report?: EvaluationReport;
  journal?: JournalEntry[];
}

/** The stored head is not the one the commit was computed from: another writer was here. */
export class StaleHeadError extends Error {
  override name = 'StaleHeadError';
}

/** Stored data does not have the form it must have; the message names the record and the reason. */
export class CorruptRecordError extends Error {
  override name = 'CorruptRecordError';
}

/** No room left. The campaign pauses; nothing stored is lost. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
}

/** Durable storage of campaigns. Reads validate; writes are all or nothing. */
export interface CampaignStore {
  /** Writes the campaign and its first event together. @throws when the campaign exists. */
  createCampaign(record: CampaignRecord, first: ControlCommit): Promise<void>;
  /**
   * Writes an event and what it brings. An event whose id is stored already changes nothing.
   * @throws StaleHeadError when the stored head hash is not `event.previousHash`.
   */
  commit(commit: ControlCommit): Promise<void>;
  appendJournal(entry: JournalEntry): Promise<void>;
  campaigns(): Promise<CampaignRecord[]>;
  campaign(campaignId: string): Promise<CampaignRecord | null>;
  snapshot(campaignId: string): Promise<ControlSnapshot | null>;
  events(campaignId: string): Promise<ControlEvent[]>;
  checkpoints(campaignId: string): Promise<CheckpointRecord[]>;
  checkpoint(campaignId: string, checkpointId: string): Promise<StoredCheckpoint | null>;
  metrics(campaignId: string): Promise<MetricRow[]>;
  journal(campaignId: string): Promise<JournalEntry[]>;
  episodes(query: EpisodeQuery): Promise<EpisodeHeader[]>;
  countEpisodes(query: EpisodeQuery): Promise<number>;
  episode(campaignId: string, episodeId: string): Promise<Episode | null>;
  reports(campaignId: string): Promise<EvaluationReport[]>;
  deleteCampaign(campaignId: string): Promise<void>;
  /** Bytes used and allowed, as the browser estimates them. */
  usage(): Promise<{ usedBytes: number; quotaBytes: number }>;
  close(): Promise<void>;
}

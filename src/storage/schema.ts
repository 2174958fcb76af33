/**
 * The IndexedDB schema of the workbench. A row's key begins with its campaign's id, so that all
 * of a campaign is one key range in every store.
 */
import type { DBSchema, IDBPDatabase } from 'idb';
import type { CampaignRecord, EpisodeHeader, JournalEntry, MetricRow } from '../core/campaign-store.ts';
import type { ControlEvent, ControlSnapshot, EvaluationReport } from '../core/contracts.ts';
import type { StoredCheckpointRow } from './stored-records.ts';

/** Name of the workbench's database. */
export const DATABASE_NAME = 'rl-workbench';

/** Raised whenever a store or an index changes; `upgradeSchema` has a step for each. */
export const DATABASE_VERSION = 1;

/** Object stores, their keys, values and indexes. */
export interface WorkbenchSchema extends DBSchema {
  campaigns: { key: string; value: CampaignRecord };
  snapshots: { key: string; value: ControlSnapshot };
  events: {
    key: [campaignId: string, sequence: number];
    value: ControlEvent;
    indexes: { eventId: [campaignId: string, eventId: string] };
  };
  checkpoints: { key: [campaignId: string, checkpointId: string]; value: StoredCheckpointRow };
  checkpointBytes: { key: [campaignId: string, checkpointId: string]; value: Uint8Array };
  /** Under one key of an index, entries are in the order of the primary key: oldest first. */
  episodeHeaders: {
    key: [campaignId: string, sequence: number, index: number];
    value: EpisodeHeader;
    indexes: {
      campaignId: string;
      episodeId: [campaignId: string, episodeId: string];
      epoch: [campaignId: string, epoch: number];
      purpose: [campaignId: string, purpose: string];
      /** Without the episodes that have no lane: null is not a key. */
      lane: [campaignId: string, lane: string];
      outcome: [campaignId: string, outcome: string];
      /** The one pair of filters of which neither alone leaves few episodes. */
      purposeOutcome: [campaignId: string, purpose: string, outcome: string];
    };
  };
  /** Gzipped JSON of the whole episode. */
  episodeBodies: { key: [campaignId: string, episodeId: string]; value: Uint8Array };
  /** Round −1 stands for the figures of a whole epoch. */
  metrics: { key: [campaignId: string, epoch: number, round: number]; value: MetricRow };
  journal: { key: [campaignId: string, index: number]; value: JournalEntry };
  reports: { key: [campaignId: string, sequence: number]; value: EvaluationReport };
}

/** Every object store; a control commit is one transaction over all of them. */
export const STORES = [
  'campaigns',
  'snapshots',
  'events',
  'checkpoints',
  'checkpointBytes',
  'episodeHeaders',
  'episodeBodies',
  'metrics',
  'journal',
  'reports',
] as const;

/** Creates what a database of `oldVersion` lacks. Runs inside the version-change transaction. */
export function upgradeSchema(db: IDBPDatabase<WorkbenchSchema>, oldVersion: number): void {
  if (oldVersion < 1) {
    db.createObjectStore('campaigns', { keyPath: 'campaignId' });
    db.createObjectStore('snapshots', { keyPath: 'campaignId' });
    const events = db.createObjectStore('events', { keyPath: ['campaignId', 'sequence'] });
    events.createIndex('eventId', ['campaignId', 'eventId'], { unique: true });
    db.createObjectStore('checkpoints');
    db.createObjectStore('checkpointBytes');
    const headers = db.createObjectStore('episodeHeaders');
    headers.createIndex('campaignId', 'campaignId');
    headers.createIndex('episodeId', ['campaignId', 'episodeId'], { unique: true });
    headers.createIndex('epoch', ['campaignId', 'epoch']);
    headers.createIndex('purpose', ['campaignId', 'purpose']);
    headers.createIndex('lane', ['campaignId', 'lane']);
    headers.createIndex('outcome', ['campaignId', 'outcome']);
    headers.createIndex('purposeOutcome', ['campaignId', 'purpose', 'outcome']);
    db.createObjectStore('episodeBodies');
    db.createObjectStore('metrics');
    db.createObjectStore('journal');
    db.createObjectStore('reports');
  }
}

/**
 * The campaign store on IndexedDB. Invariants:
 * - a control commit is ONE transaction over every store it touches, with strict durability;
 * - inside a transaction there are only requests to the database, everything else came before;
 * - a write has happened only when its transaction is done; one that fails leaves nothing behind;
 * - what is read has the form that it must have, or the read says which record has not.
 */
import { type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import {
  type CampaignRecord,
  type CampaignStore,
  type ControlCommit,
  type EpisodeHeader,
  type EpisodeQuery,
  type JournalEntry,
  type MetricRow,
  StaleHeadError,
  StorageFullError,
  type StoredCheckpoint,
} from '../core/campaign-store.ts';
import {
  type CheckpointRecord,
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
import { storageUsage } from './persistence.ts';
import { DATABASE_NAME, DATABASE_VERSION, STORES, upgradeSchema, type WorkbenchSchema } from './schema.ts';
import { CampaignExistsError, StorageUnavailableError } from './storage-errors.ts';
import {
  corrupt,
  parseForWriting,
  parseStored,
  StoredCampaign,
  StoredCheckpointRow,
  StoredEpisodeHeader,
  StoredJournalEntry,
  StoredMetricRow,
} from './stored-records.ts';

type Database = IDBPDatabase<WorkbenchSchema>;
type Store = StoreNames<WorkbenchSchema>;
type WriteTransaction = IDBPTransaction<WorkbenchSchema, Store[], 'readwrite'>;

/** Filters of a query. */
const FILTERS = ['epoch', 'lane', 'outcome', 'purpose'] as const;
type Filter = (typeof FILTERS)[number];

/** Indexes of the episodes' headers and the filters whose values their keys hold, in this order. */
const FILTER_INDEXES = {
  campaignId: [],
  epoch: ['epoch'],
  lane: ['lane'],
  outcome: ['outcome'],
  purpose: ['purpose'],
  purposeOutcome: ['purpose', 'outcome'],
} as const satisfies Record<string, readonly Filter[]>;
type FilterIndex = keyof typeof FILTER_INDEXES;

/** All keys that begin with the campaign's id: an array sorts after every string and number. */
function campaignRange(campaignId: string): IDBKeyRange {
  return IDBKeyRange.bound([campaignId], [campaignId, []]);
}

/** The error to show for one that the database gave; others pass unchanged. */
function explain(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  switch (error.name) {
    case 'QuotaExceededError':
      return new StorageFullError(
        'There is no room left for the workbench in this browser. Nothing stored is lost and nothing was half written. ' +
          'Export and delete campaigns you no longer need, or free disk space, then resume.',
        { cause: error },
      );
    case 'InvalidStateError':
      return new StorageUnavailableError(
        'The connection to the database is closed. Reload the page; the campaign goes on from the last committed event.',
        { cause: error },
      );
    case 'UnknownError':
    case 'DataError':
    case 'NotReadableError':
      return new StorageUnavailableError(
        `The browser could not use its database (${error.message}). Free disk space or restart the browser, then reload the page.`,
        { cause: error },
      );
    default:
      return error;
  }
}

class IndexedDbCampaignStore implements CampaignStore {
  /** Why the connection is of no use any more; null while it is. */
  private closedBecause: string | null = null;

  constructor(private readonly db: Database) {}

  /** Ends the connection; every later call is refused with this reason. */
  shut(reason: string): void {
    this.closedBecause ??= reason;
    this.db.close();
  }

  async createCampaign(record: CampaignRecord, first: ControlCommit): Promise<void> {
    const campaign = parseForWriting(StoredCampaign, record, 'campaign');
    const encoded = await encodeCommit(first);
    checkCampaign(campaign, encoded);
    await this.write(STORES, 'strict', async (tx) => {
      const { campaignId } = campaign;
      if ((await tx.objectStore('campaigns').getKey(campaignId)) !== undefined) {
        throw new CampaignExistsError(`Campaign ${campaignId} is stored already; nothing was written.`);
      }
      await all([() => tx.objectStore('campaigns').add(campaign), () => putCommit(tx, encoded)]);
    });
  }

  async commit(commit: ControlCommit): Promise<void> {
    const encoded = await encodeCommit(commit);
    const { event } = encoded;
    await this.write(STORES, 'strict', async (tx) => {
      const [snapshot, same] = await Promise.all([
        tx.objectStore('snapshots').get(event.campaignId),
        tx.objectStore('events').index('eventId').get([event.campaignId, event.eventId]),
      ]);
      if (checkSuccession(event, snapshot, same) === 'stored already') return;
      await putCommit(tx, encoded);
    });
  }

  async appendJournal(entry: JournalEntry): Promise<void> {
    const checked = parseForWriting(StoredJournalEntry, entry, 'journal entry');
    await this.write(['campaigns', 'journal'], 'relaxed', async (tx) => {
      if ((await tx.objectStore('campaigns').getKey(checked.campaignId)) === undefined) {
        throw new StaleHeadError(`Campaign ${checked.campaignId} is not stored any more.`);
      }
      await putJournal(tx, checked.campaignId, [checked]);
    });
  }

  async campaigns(): Promise<CampaignRecord[]> {
    const rows = await this.read((db) => db.getAll('campaigns'));
    return rows
      .map((row) => parseStored(StoredCampaign, row, `campaign ${row.campaignId}`))
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  }

  async campaign(campaignId: string): Promise<CampaignRecord | null> {
    const row = await this.read((db) => db.get('campaigns', campaignId));
    return row === undefined ? null : parseStored(StoredCampaign, row, `campaign ${campaignId}`);
  }

  async snapshot(campaignId: string): Promise<ControlSnapshot | null> {
    const row = await this.read((db) => db.get('snapshots', campaignId));
    return row === undefined
      ? null
      : parseStored(ControlSnapshot, row, `control state of campaign ${campaignId}`);
  }

  async events(campaignId: string): Promise<ControlEvent[]> {
    const rows = await this.read((db) => db.getAll('events', campaignRange(campaignId)));
    return rows.map((row, i) => parseStored(ControlEvent, row, `event ${i} of campaign ${campaignId}`));
  }

  async checkpoints(campaignId: string): Promise<CheckpointRecord[]> {
    const rows = await this.read((db) => db.getAll('checkpoints', campaignRange(campaignId)));
    return rows
      .map((row, i) => parseStored(StoredCheckpointRow, row, `checkpoint ${i} of campaign ${campaignId}`))
      .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1])
      .map((row) => row.record);
  }

  async checkpoint(campaignId: string, checkpointId: string): Promise<StoredCheckpoint | null> {
    const [row, bytes] = await this.read(async (db) => {
      const tx = db.transaction(['checkpoints', 'checkpointBytes']);
      return Promise.all([
        tx.objectStore('checkpoints').get([campaignId, checkpointId]),
        tx.objectStore('checkpointBytes').get([campaignId, checkpointId]),
        tx.done,
      ]);
    });
    if (row === undefined) return null;
    const name = `checkpoint ${checkpointId} of campaign ${campaignId}`;
    const { record } = parseStored(StoredCheckpointRow, row, name);
    if (!(bytes instanceof Uint8Array) || bytes.byteLength !== record.byteLength) {
      return corrupt(
        name,
        `its file has ${bytes?.byteLength ?? 'no'} bytes, its record says ${record.byteLength}`,
      );
    }
    return { record, bytes };
  }

  async metrics(campaignId: string): Promise<MetricRow[]> {
    const rows = await this.read((db) => db.getAll('metrics', campaignRange(campaignId)));
    return rows.map((row, i) =>
      parseStored(StoredMetricRow, row, `metric row ${i} of campaign ${campaignId}`),
    );
  }

  async journal(campaignId: string): Promise<JournalEntry[]> {
    const rows = await this.read((db) => db.getAll('journal', campaignRange(campaignId)));
    return rows.map((row, i) =>
      parseStored(StoredJournalEntry, row, `journal entry ${i} of campaign ${campaignId}`),
    );
  }

  async episodes(query: EpisodeQuery): Promise<EpisodeHeader[]> {
    const { campaignId, offset = 0, limit } = query;
    const rows = await this.read(async (db) => {
      const { index, key, rest } = await narrowestIndex(db, query);
      if (rest.length === 0 && limit !== undefined) return pageFromIndex(db, index, key, offset, limit);
      const all = await db.getAllFromIndex('episodeHeaders', index, key);
      const matching = all.filter((header) => rest.every((filter) => header[filter] === query[filter]));
      return matching.reverse().slice(offset, limit === undefined ? undefined : offset + limit);
    });
    return rows.map((row) =>
      parseStored(StoredEpisodeHeader, row, `header of episode ${row.episodeId} of campaign ${campaignId}`),
    );
  }

  async countEpisodes(query: EpisodeQuery): Promise<number> {
    return this.read(async (db) => {
      const { index, key, rest, count } = await narrowestIndex(db, query);
      if (rest.length === 0) return count;
      const all = await db.getAllFromIndex('episodeHeaders', index, key);
      return all.filter((header) => rest.every((filter) => header[filter] === query[filter])).length;
    });
  }

  async episode(campaignId: string, episodeId: string): Promise<Episode | null> {
    const body = await this.read((db) => db.get('episodeBodies', [campaignId, episodeId]));
    return body === undefined ? null : decodeEpisode(body, campaignId, episodeId);
  }

  async reports(campaignId: string): Promise<EvaluationReport[]> {
    const rows = await this.read((db) => db.getAll('reports', campaignRange(campaignId)));
    return rows.map((row, i) => parseStored(EvaluationReport, row, `report ${i} of campaign ${campaignId}`));
  }

  async deleteCampaign(campaignId: string): Promise<void> {
    await this.write(STORES, 'strict', async (tx) => {
      await Promise.all(
        STORES.map((store) =>
          store === 'campaigns' || store === 'snapshots'
            ? tx.objectStore(store).delete(campaignId)
            : tx.objectStore(store).delete(campaignRange(campaignId)),
        ),
      );
    });
  }

  usage(): Promise<{ usedBytes: number; quotaBytes: number }> {
    return storageUsage();
  }

  async close(): Promise<void> {
    this.shut('It was closed.');
  }

  private assertOpen(): void {
    if (this.closedBecause !== null) {
      throw new StorageUnavailableError(`The campaign store cannot be used. ${this.closedBecause}`);
    }
  }

  private async read<T>(request: (db: Database) => Promise<T>): Promise<T> {
    this.assertOpen();
    try {
      return await request(this.db);
    } catch (error) {
      this.assertOpen();
      throw explain(error);
    }
  }

  /** Runs `work` in one transaction. Whatever fails, nothing of it is left when this rejects. */
  private async write(
    stores: readonly Store[],
    durability: IDBTransactionDurability,
    work: (tx: WriteTransaction) => Promise<void>,
  ): Promise<void> {
    this.assertOpen();
    let ended = false;
    try {
      const tx = this.db.transaction([...stores], 'readwrite', { durability });
      const done = tx.done.finally(() => {
        ended = true;
      });
      try {
        // Both, because a request can fail before the transaction does, and the other way round.
        await Promise.all([work(tx), done]);
      } catch (error) {
        abort(tx, ended);
        await Promise.allSettled([done]);
        throw error;
      }
    } catch (error) {
      this.assertOpen();
      throw explain(error);
    }
  }
}

/** A failed request has aborted its transaction already, but a refusal of ours has not. */
function abort(tx: WriteTransaction, ended: boolean): void {
  if (ended) return;
  try {
    tx.abort();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
  }
}

/**
 * Issues requests and waits for all. A request that throws when it is made (a value that cannot be
 * stored) rejects like one that fails later, and no promise is left unattended.
 */
function all(requests: readonly (() => Promise<unknown>)[]): Promise<unknown> {
  return Promise.all(requests.map(async (request) => request()));
}

/** Issues every write of a commit. Only requests: the transaction closes when none is pending. */
async function putCommit(tx: WriteTransaction, commit: EncodedCommit): Promise<void> {
  const { event, snapshot, checkpoints, episodes, metrics, report, journal } = commit;
  const { campaignId, sequence } = event;
  await all([
    () => tx.objectStore('events').add(event),
    () => tx.objectStore('snapshots').put(snapshot),
    ...checkpoints.map((checkpoint, index) => () => putCheckpoint(tx, checkpoint, [sequence, index])),
    ...episodes.map((episode, index) => () => putEpisode(tx, episode, [campaignId, sequence, index])),
    ...metrics.map(
      (row) => () => tx.objectStore('metrics').put(row, [campaignId, row.epoch, row.round ?? -1]),
    ),
    ...(report === null ? [] : [() => tx.objectStore('reports').put(report, [campaignId, sequence])]),
    () => putJournal(tx, campaignId, journal),
  ]);
}

async function putCheckpoint(
  tx: WriteTransaction,
  { record, bytes }: StoredCheckpoint,
  order: [number, number],
): Promise<void> {
  const key: [string, string] = [record.campaignId, record.checkpointId];
  const store = tx.objectStore('checkpoints');
  const stored = await store.get(key);
  const row = { record: mergeCheckpoint(stored?.record, record), order: stored?.order ?? order };
  await all([() => store.put(row, key), () => tx.objectStore('checkpointBytes').put(bytes, key)]);
}

/** An episode whose id is stored already is replaced, and is then the newest. */
async function putEpisode(
  tx: WriteTransaction,
  { header, body }: EncodedCommit['episodes'][number],
  key: [string, number, number],
): Promise<void> {
  const headers = tx.objectStore('episodeHeaders');
  const older = await headers.index('episodeId').getKey([header.campaignId, header.episodeId]);
  await all([
    ...(older === undefined ? [] : [() => headers.delete(older)]),
    () => headers.put(header, key),
    () => tx.objectStore('episodeBodies').put(body, [header.campaignId, header.episodeId]),
  ]);
}

async function putJournal(
  tx: WriteTransaction,
  campaignId: string,
  entries: readonly JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const store = tx.objectStore('journal');
  const last = await store.openKeyCursor(campaignRange(campaignId), 'prev');
  const next = last === null ? 0 : last.key[1] + 1;
  await all(entries.map((entry, i) => () => store.put(entry, [campaignId, next + i])));
}

/**
 * The index that leaves the fewest episodes to look at, the key in it, how many there are, and the
 * filters that it does not cover.
 */
async function narrowestIndex(
  db: Database,
  query: EpisodeQuery,
): Promise<{ index: FilterIndex; key: IDBKeyRange; count: number; rest: Filter[] }> {
  const { campaignId } = query;
  const asked = FILTERS.filter((filter) => query[filter] !== undefined);
  const tx = db.transaction('episodeHeaders');
  const usable = (Object.keys(FILTER_INDEXES) as FilterIndex[]).filter((index) => {
    const covered: readonly Filter[] = FILTER_INDEXES[index];
    return covered.every((filter) => asked.includes(filter)) && (covered.length > 0 || asked.length === 0);
  });
  const choices = await Promise.all(
    usable.map(async (index) => {
      const covered: readonly Filter[] = FILTER_INDEXES[index];
      const values = covered.map((filter) => query[filter]);
      const key = IDBKeyRange.only(values.length === 0 ? campaignId : [campaignId, ...values]);
      const count = await tx.store.index(index).count(key);
      return { index, key, count, rest: asked.filter((filter) => !covered.includes(filter)) };
    }),
  );
  return choices.reduce((best, choice) =>
    choice.count < best.count || (choice.count === best.count && choice.rest.length < best.rest.length)
      ? choice
      : best,
  );
}

/** `limit` headers of one key of an index, newest first, after skipping `offset` of them. */
async function pageFromIndex(
  db: Database,
  index: FilterIndex,
  key: IDBKeyRange,
  offset: number,
  limit: number,
): Promise<EpisodeHeader[]> {
  const page: EpisodeHeader[] = [];
  if (limit <= 0) return page;
  const tx = db.transaction('episodeHeaders');
  let cursor = await tx.store.index(index).openCursor(key, 'prev');
  if (cursor !== null && offset > 0) cursor = await cursor.advance(offset);
  while (cursor !== null) {
    page.push(cursor.value);
    cursor = page.length < limit ? await cursor.continue() : null;
  }
  return page;
}

/**
 * Opens the workbench's database, creating it when it is not there.
 * @throws StorageUnavailableError when another tab holds an older version of it, when it was
 *   written by a newer workbench, or when the browser offers no IndexedDB.
 */
export async function openCampaignStore(name: string = DATABASE_NAME): Promise<CampaignStore> {
  let store: IndexedDbCampaignStore | null = null;
  let refuse: (error: Error) => void;
  const blocked = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  const opening = openDB<WorkbenchSchema>(name, DATABASE_VERSION, {
    upgrade: upgradeSchema,
    blocked: () =>
      refuse(
        new StorageUnavailableError(
          'Another tab still uses an older version of the workbench. Close that tab, then reload this page.',
        ),
      ),
    blocking: () =>
      store?.shut('A newer workbench was opened in another tab, or its data was deleted. Reload this page.'),
    terminated: () =>
      store?.shut(
        'The browser closed the database. Reload the page; the campaign goes on from the last committed event.',
      ),
  });
  try {
    const db = await Promise.race([opening, blocked]);
    store = new IndexedDbCampaignStore(db);
    return store;
  } catch (error) {
    // Should it still open when nobody waits for it, it must not block others.
    opening.then(
      (db) => db.close(),
      () => undefined,
    );
    if (error instanceof DOMException && error.name === 'VersionError') {
      throw new StorageUnavailableError(
        'The stored data was written by a newer version of the workbench. Use that version, or delete the site data in this browser.',
        { cause: error },
      );
    }
    throw explain(error);
  }
}

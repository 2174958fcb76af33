import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { type CampaignStore, StaleHeadError, StorageFullError } from '../core/campaign-store.ts';
import { sha256 } from '../core/canonical.ts';
import type { ControlPayload } from '../core/contracts.ts';
import { openCampaignStore } from './indexeddb-store.ts';
import { DATABASE_VERSION, type WorkbenchSchema } from './schema.ts';
import { StorageUnavailableError } from './storage-errors.ts';
import {
  chainOf,
  checkpointOf,
  type DamagedRecord,
  describeCampaignStore,
  episodeOf,
} from './store-conformance.ts';
import { episodeHeader } from './stored-records.ts';

let databases = 0;
const freshName = (): string => {
  databases += 1;
  return `test ${databases} ${crypto.randomUUID()}`;
};

/** Damages one stored record through a connection of its own. */
async function damage(name: string, kind: DamagedRecord, campaignId: string): Promise<void> {
  const db: IDBPDatabase<WorkbenchSchema> = await openDB<WorkbenchSchema>(name, DATABASE_VERSION);
  const range = IDBKeyRange.bound([campaignId], [campaignId, []]);
  const broken = { campaignId, sequence: 0, eventId: 'broken' } as never;
  if (kind === 'campaign') await db.put('campaigns', broken);
  if (kind === 'snapshot') await db.put('snapshots', broken);
  if (kind === 'event') await db.put('events', broken);
  if (kind === 'report') await db.put('reports', broken, (await db.getKey('reports', range)) ?? ['', 0]);
  if (kind === 'episode') {
    for (const key of await db.getAllKeys('episodeBodies', range)) {
      await db.put('episodeBodies', new Uint8Array(20), key);
    }
  }
  if (kind === 'checkpoint') {
    for (const key of await db.getAllKeys('checkpointBytes', range)) {
      await db.put('checkpointBytes', new Uint8Array(1), key);
    }
  }
  db.close();
}

describeCampaignStore('IndexedDB', async () => {
  const name = freshName();
  return {
    open: () => openCampaignStore(name),
    damage: (kind, campaignId) => damage(name, kind, campaignId),
    dispose: () => deleteDB(name),
  };
});

const failedUpdate: ControlPayload = { kind: 'update.failed', epoch: 1, reason: 'a test' };

const { origin } = location;

/** The browser's own protocol, for what a page cannot do to itself. */
const devtools = () =>
  cdp() as unknown as { send(method: string, params: Record<string, unknown>): Promise<unknown> };

describe('the campaign store on IndexedDB', () => {
  const opened: CampaignStore[] = [];
  const names: string[] = [];
  const open = async (name = freshName()): Promise<CampaignStore> => {
    const store = await openCampaignStore(name);
    opened.push(store);
    names.push(name);
    return store;
  };

  afterEach(async () => {
    vi.restoreAllMocks();
    for (const store of opened.splice(0)) await store.close();
    for (const name of names.splice(0)) await deleteDB(name);
  });

  it.each([1, 2, 5, 8])('leaves nothing of a commit whose put number %i fails', async (failing) => {
    const store = await open();
    const chain = await chainOf('c');
    await store.createCampaign(chain.record, chain.first);
    const commit = await chain.next(failedUpdate, {
      checkpoints: [await checkpointOf('c', 'new')],
      episodes: [episodeOf('c', 'x'), episodeOf('c', 'y')],
      metrics: [{ campaignId: 'c', epoch: 1, round: 0, values: { loss: 1 } }],
      journal: [{ campaignId: 'c', at: 'now', kind: 'note', detail: '' }],
    });
    let puts = 0;
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      puts += 1;
      if (puts === failing) throw new TypeError('the put that fails');
      return put.apply(this, args);
    });
    await expect(store.commit(commit)).rejects.toThrow('the put that fails');
    vi.restoreAllMocks();
    expect(await store.events('c')).toHaveLength(1);
    expect((await store.snapshot('c'))?.sequence).toBe(0);
    expect(await store.checkpoints('c')).toHaveLength(1);
    expect(await store.countEpisodes({ campaignId: 'c' })).toBe(0);
    expect(await store.metrics('c')).toEqual([]);
    expect(await store.journal('c')).toEqual([]);
    await store.commit(commit);
    expect(await store.countEpisodes({ campaignId: 'c' })).toBe(2);
  });

  it('fences a second tab that goes on from an older head', async () => {
    const name = freshName();
    const [one, two] = [await open(name), await open(name)];
    const mine = await chainOf('c');
    const theirs = await chainOf('c');
    await one.createCampaign(mine.record, mine.first);
    const first = await mine.next(failedUpdate);
    const fork = await theirs.next({ ...failedUpdate, reason: 'another' });
    await one.commit(first);
    await expect(two.commit(fork)).rejects.toThrow(StaleHeadError);
    expect(await two.events('c')).toEqual([mine.first.event, first.event]);
  });

  it('says that storage is full, keeps what is stored, and goes on when there is room', async () => {
    // Chromium remembers for a while how much room an origin had; clearing it makes it forget.
    await devtools().send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await devtools().send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2_000_000 });
    const bytes = new Uint8Array(8_000_000);
    for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    const { record } = await checkpointOf('c', 'big', { byteLength: bytes.byteLength });
    const chain = await chainOf('c');
    const commit = await chain.next(failedUpdate, {
      checkpoints: [{ record, bytes }],
      episodes: [episodeOf('c', 'x')],
    });
    const store = await open();
    try {
      await store.createCampaign(chain.record, chain.first);
      const refused = store.commit(commit);
      await expect(refused).rejects.toThrow(StorageFullError);
      await expect(refused).rejects.toThrow(/delete campaigns/);
      expect(await store.events('c')).toHaveLength(1);
      expect(await store.checkpoints('c')).toHaveLength(1);
      expect(await store.countEpisodes({ campaignId: 'c' })).toBe(0);
    } finally {
      await devtools().send('Storage.overrideQuotaForOrigin', { origin });
    }
    await store.commit(commit);
    const stored = await store.checkpoint('c', record.checkpointId);
    expect(await sha256(stored?.bytes ?? '')).toBe(await sha256(bytes));
  });

  it('refuses data of a newer workbench', async () => {
    const name = freshName();
    names.push(name);
    (await openDB(name, DATABASE_VERSION + 1)).close();
    await expect(openCampaignStore(name)).rejects.toThrow(/newer version of the workbench/);
  });

  it('makes way for a newer workbench, and says so afterwards', async () => {
    const name = freshName();
    const store = await open(name);
    const newer = await openDB(name, DATABASE_VERSION + 1);
    await expect(store.campaigns()).rejects.toThrow(StorageUnavailableError);
    await expect(store.campaigns()).rejects.toThrow(/Reload this page/);
    newer.close();
  });

  it('says which tab is in the way when an older version of it does not close', async () => {
    const name = freshName();
    names.push(name);
    const older = await openDB(name, DATABASE_VERSION);
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, of: string) {
      vi.restoreAllMocks();
      return this.open(of, DATABASE_VERSION + 1);
    });
    const opening = openCampaignStore(name);
    await expect(opening).rejects.toThrow(StorageUnavailableError);
    await expect(opening).rejects.toThrow(/Close that tab/);
    older.close();
  });

  it('says so when the browser ends the connection', async () => {
    const store = await open();
    const chain = await chainOf('c');
    await store.createCampaign(chain.record, chain.first);
    await devtools().send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await expect
      .poll(() => store.campaigns().catch((error: Error) => error.message))
      .toMatch(/The browser closed the database.*Reload the page/);
  });

  it('answers a list of 20,000 episodes quickly, whatever it asks for', async () => {
    const name = freshName();
    const store = await open(name);
    const lanes = ['positive', 'neutral', 'negative', null] as const;
    // Only headers, and past the store: writing 20,000 whole episodes is not what is measured.
    const db = await openDB<WorkbenchSchema>(name, DATABASE_VERSION);
    for (let epoch = 0; epoch < 50; epoch += 1) {
      const tx = db.transaction('episodeHeaders', 'readwrite', { durability: 'relaxed' });
      for (let i = 0; i < 400; i += 1) {
        const header = episodeHeader(
          episodeOf('c', `${epoch}/${i}`, {
            epoch,
            lane: i % 10 === 0 ? (lanes[(i / 10) % 4] ?? null) : null,
            purpose: i % 10 === 0 ? 'lane' : i % 3 === 0 ? 'monitor' : 'update',
            outcome: i % 5 === 0 ? 'success' : 'failure',
          }),
        );
        void tx.store.put(header, ['c', epoch, i]);
      }
      await tx.done;
    }
    db.close();
    for (const query of [
      { limit: 50 },
      { offset: 10_000, limit: 50 },
      { lane: 'positive', limit: 50 },
      { epoch: 20, outcome: 'success', limit: 50 },
      { purpose: 'update', outcome: 'failure', limit: 50 },
      { purpose: 'update', outcome: 'failure', epoch: 3, limit: 50 },
    ] as const) {
      const started = performance.now();
      expect(await store.episodes({ campaignId: 'c', ...query })).toHaveLength(50);
      await store.countEpisodes({ campaignId: 'c', ...query });
      // Far above what it takes (tens of milliseconds), far below reading every episode with a cursor.
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});

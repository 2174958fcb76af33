/** What every campaign store must do: one suite, run on each implementation. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CampaignConfig } from '../core/campaign-config.ts';
import {
  type CampaignRecord,
  type CampaignStore,
  type ControlCommit,
  CorruptRecordError,
  StaleHeadError,
  type StoredCheckpoint,
} from '../core/campaign-store.ts';
import { hashOf, sha256 } from '../core/canonical.ts';
import {
  type ControlEvent,
  type ControlPayload,
  type ControlSnapshot,
  type Episode,
  type EvaluationReport,
  SCHEMA_VERSION,
} from '../core/contracts.ts';
import { CampaignExistsError, InvalidCommitError, StorageUnavailableError } from './storage-errors.ts';

/** Kinds of record that a test can damage behind the store's back. */
export type DamagedRecord = 'campaign' | 'snapshot' | 'event' | 'checkpoint' | 'episode' | 'report';

/** One implementation, with storage of its own for a test. */
export interface StoreUnderTest {
  /** Opens the store; a second call opens another one on the same data. */
  open(): Promise<CampaignStore>;
  /** Damages the campaign's (first) record of this kind. */
  damage(kind: DamagedRecord, campaignId: string): Promise<void>;
  /** Removes the data; every store is closed. */
  dispose(): Promise<void>;
}

/** A campaign that a test goes on writing: builds valid commits, each following the last. */
export interface Chain {
  record: CampaignRecord;
  first: ControlCommit;
  /** The next commit; what it brings besides its event is up to the test. */
  next(payload: ControlPayload, parts?: Partial<ControlCommit>): Promise<ControlCommit>;
}

/** A stored checkpoint whose file is the text. */
export async function checkpointOf(
  campaignId: string,
  text: string,
  more: Partial<StoredCheckpoint['record']> = {},
): Promise<StoredCheckpoint> {
  const bytes = new TextEncoder().encode(text);
  const checkpointId = more.checkpointId ?? (await sha256(`weights of ${text}`));
  return {
    bytes,
    record: {
      schemaVersion: SCHEMA_VERSION,
      checkpointId,
      campaignId,
      parent: null,
      epoch: 0,
      stateHash: await sha256(bytes),
      byteLength: bytes.byteLength,
      origin: 'update',
      ...more,
    },
  };
}

/** A campaign's record and its chain of commits. */
export async function chainOf(campaignId: string, createdAt = '2026-01-01T00:00:00.000Z'): Promise<Chain> {
  const config = CampaignConfig.parse({ name: campaignId, environments: { shell: {} } });
  const initial = await checkpointOf(campaignId, 'initial', { origin: 'initial' });
  const { checkpointId } = initial.record;
  const configHash = await hashOf(config);
  let head: ControlEvent | null = null;

  const build = async (payload: ControlPayload, parts: Partial<ControlCommit>): Promise<ControlCommit> => {
    const sequence: number = head === null ? 0 : head.sequence + 1;
    const content = {
      schemaVersion: SCHEMA_VERSION as typeof SCHEMA_VERSION,
      campaignId,
      eventId: `${campaignId}:${sequence}:${payload.kind}`,
      sequence,
      previousHash: head === null ? null : (head as ControlEvent).hash,
      payload,
    };
    head = { ...content, hash: await hashOf(content) };
    const snapshot: ControlSnapshot = {
      schemaVersion: SCHEMA_VERSION,
      campaignId,
      mode: 'running',
      epoch: 0,
      awaitingClose: false,
      pendingRollback: null,
      pointers: { active: checkpointId, pre_update_ref: null, last_stable: checkpointId },
      checkpoints: [checkpointId],
      degradationStreak: 0,
      promotableEpochs: 0,
      rollbacksSincePromotion: 0,
      frozenReason: null,
      sequence,
      headHash: head.hash,
    };
    return { event: head, snapshot, ...parts };
  };

  return {
    record: { campaignId, config, configHash, createdAt },
    first: await build({ kind: 'campaign.created', configHash, checkpointId }, { checkpoints: [initial] }),
    next: (payload, parts = {}) => build(payload, parts),
  };
}

/** An episode of one step. */
export function episodeOf(campaignId: string, episodeId: string, more: Partial<Episode> = {}): Episode {
  return {
    schemaVersion: SCHEMA_VERSION,
    episodeId,
    campaignId,
    environment: 'shell',
    taskId: 'binary-search/relational/3',
    taskHash: 'a'.repeat(64),
    taskFamily: 'arrays',
    split: 'train',
    purpose: 'update',
    epoch: 0,
    seed: 5,
    checkpointId: 'b'.repeat(64),
    behaviour: 'sampled',
    trajectory: [
      {
        observation: {
          environment: 'shell',
          fields: { goal: 'repair', seen: 'β ≤ 2', trace: '', errors: '' },
          numbers: [0.5],
          candidates: [{ key: 'stop', verb: 'stop', text: 'stop', numbers: [], label: 'Stop' }],
        },
        action: 0,
        logProbability: -0.125,
        value: 0.1,
        probabilities: [1],
        dropoutSeed: 4_000_000_000,
        acceptable: [0],
        result: {
          status: 'ok',
          emitted: '{"action":"stop"}',
          output: '',
          diff: null,
          progress: false,
          stopReason: 'stopped',
        },
      },
    ],
    outcome: 'failure',
    stopReason: 'stopped',
    terminalReward: 0,
    reward: -0.01,
    boundary: false,
    teacherTriggerReason: null,
    teacherSignal: null,
    comparison: null,
    lane: null,
    evidence: { failing: 2 },
    safetyViolation: null,
    infrastructureFailure: null,
    ...more,
  };
}

function reportOf(campaignId: string): EvaluationReport {
  return {
    schemaVersion: SCHEMA_VERSION,
    campaignId,
    checkpointId: 'b'.repeat(64),
    split: 'validation',
    seed: 7,
    digest: null,
    seconds: 1.5,
    environments: {},
  };
}

const failedUpdate = (epoch: number): ControlPayload => ({ kind: 'update.failed', epoch, reason: 'a test' });

/** All that can be read of a campaign. */
async function everything(store: CampaignStore, campaignId: string) {
  return {
    campaign: await store.campaign(campaignId),
    snapshot: await store.snapshot(campaignId),
    events: await store.events(campaignId),
    checkpoints: await store.checkpoints(campaignId),
    metrics: await store.metrics(campaignId),
    journal: await store.journal(campaignId),
    reports: await store.reports(campaignId),
    episodes: await store.episodes({ campaignId }),
    count: await store.countEpisodes({ campaignId }),
  };
}

/** A commit with something in every store. */
async function fullCommit(chain: Chain, name: string): Promise<ControlCommit> {
  const { campaignId } = chain.record;
  return chain.next(failedUpdate(1), {
    checkpoints: [await checkpointOf(campaignId, name)],
    episodes: [episodeOf(campaignId, `${name} a`), episodeOf(campaignId, `${name} b`)],
    metrics: [{ campaignId, epoch: 1, round: null, values: { 'rollout/ep_rew_mean': 0.5 } }],
    report: reportOf(campaignId),
    journal: [{ campaignId, at: '2026-01-01T00:00:01.000Z', kind: 'note', detail: name }],
  });
}

/** Registers the suite for one implementation. */
export function describeCampaignStore(name: string, setUp: () => Promise<StoreUnderTest>): void {
  describe(`${name}: what every campaign store does`, () => {
    let subject: StoreUnderTest;
    let store: CampaignStore;

    beforeEach(async () => {
      subject = await setUp();
      store = await subject.open();
    });

    afterEach(async () => {
      await store.close();
      await subject.dispose();
    });

    const create = async (campaignId: string, createdAt?: string): Promise<Chain> => {
      const chain = await chainOf(campaignId, createdAt);
      await store.createCampaign(chain.record, chain.first);
      return chain;
    };

    it('gives back all that a commit brought, also after it was opened again', async () => {
      const chain = await create('c');
      const commit = await fullCommit(chain, 'one');
      await store.commit(commit);
      await store.close();
      store = await subject.open();

      const stored = await everything(store, 'c');
      expect(stored.campaign).toEqual(chain.record);
      expect(stored.snapshot).toEqual(commit.snapshot);
      expect(stored.events).toEqual([chain.first.event, commit.event]);
      expect(stored.checkpoints).toEqual(
        [...(chain.first.checkpoints ?? []), ...(commit.checkpoints ?? [])].map((c) => c.record),
      );
      expect(stored.metrics).toEqual(commit.metrics);
      expect(stored.journal).toEqual(commit.journal);
      expect(stored.reports).toEqual([commit.report]);
      expect(stored.episodes.map((header) => header.episodeId)).toEqual(['one b', 'one a']);
      expect(await store.episode('c', 'one a')).toEqual(commit.episodes?.[0]);
      const checkpoint = commit.checkpoints?.[0] as StoredCheckpoint;
      expect(await store.checkpoint('c', checkpoint.record.checkpointId)).toEqual(checkpoint);
      expect((await store.usage()).quotaBytes).toBeGreaterThan(0);
    });

    it('has nothing where nothing was stored', async () => {
      await create('c');
      expect(await store.campaign('other')).toBeNull();
      expect(await store.snapshot('other')).toBeNull();
      expect(await store.episode('c', 'none')).toBeNull();
      expect(await store.checkpoint('c', 'f'.repeat(64))).toBeNull();
      expect(await store.episodes({ campaignId: 'other', limit: 5 })).toEqual([]);
      expect(await store.countEpisodes({ campaignId: 'other', lane: 'positive' })).toBe(0);
      expect(await store.events('other')).toEqual([]);
    });

    it('does not see what a caller changes after the call', async () => {
      const chain = await create('c');
      const commit = await fullCommit(chain, 'one');
      const before = structuredClone(commit);
      const written = store.commit(commit);
      commit.checkpoints?.[0]?.bytes.fill(0);
      for (const episode of commit.episodes ?? []) episode.evidence = { failing: 99 };
      commit.snapshot.epoch = 99;
      await written;
      expect((await store.snapshot('c'))?.epoch).toBe(0);
      expect(await store.episode('c', 'one a')).toEqual(before.episodes?.[0]);
      const checkpoint = before.checkpoints?.[0] as StoredCheckpoint;
      expect(await store.checkpoint('c', checkpoint.record.checkpointId)).toEqual(checkpoint);
    });

    it('refuses to create a campaign twice', async () => {
      const chain = await create('c');
      await expect(store.createCampaign(chain.record, chain.first)).rejects.toThrow(CampaignExistsError);
      expect(await store.events('c')).toHaveLength(1);
    });

    it('lists campaigns in the order of their creation', async () => {
      await create('b', '2026-01-02T00:00:00.000Z');
      await create('a', '2026-01-03T00:00:00.000Z');
      await create('c', '2026-01-01T00:00:00.000Z');
      expect((await store.campaigns()).map((campaign) => campaign.campaignId)).toEqual(['c', 'b', 'a']);
    });

    describe('a commit', () => {
      it('whose event is stored already changes nothing', async () => {
        const chain = await create('c');
        const commit = await fullCommit(chain, 'one');
        await store.commit(commit);
        const before = await everything(store, 'c');
        await store.commit({ ...commit, episodes: [episodeOf('c', 'another')] });
        await store.commit({ ...chain.first, journal: [] });
        expect(await everything(store, 'c')).toEqual(before);
      });

      it('computed from another head is refused and leaves nothing', async () => {
        const chain = await create('c');
        const lost = await fullCommit(chain, 'lost');
        const ahead = await fullCommit(chain, 'ahead');
        const before = await everything(store, 'c');
        await expect(store.commit(ahead)).rejects.toThrow(StaleHeadError);
        expect(await everything(store, 'c')).toEqual(before);
        await store.commit(lost);
        await store.commit(ahead);
        expect((await store.snapshot('c'))?.headHash).toBe(ahead.event.hash);
      });

      it('of a second writer is refused, even under an id that is stored', async () => {
        const mine = await create('c');
        const theirs = await chainOf('c');
        await store.commit(await mine.next(failedUpdate(1)));
        const before = await everything(store, 'c');
        const other = await theirs.next(failedUpdate(2), { episodes: [episodeOf('c', 'theirs')] });
        await expect(store.commit(other)).rejects.toThrow(StaleHeadError);
        expect(await everything(store, 'c')).toEqual(before);
      });

      it('of a campaign that is not stored is refused', async () => {
        const chain = await chainOf('c');
        await expect(store.commit(chain.first)).rejects.toThrow(StaleHeadError);
        expect(await store.campaigns()).toEqual([]);
      });

      it('of two at once from the same head lets one through', async () => {
        const chain = await create('c');
        const twin = await chainOf('c');
        const results = await Promise.allSettled([
          store.commit(await chain.next(failedUpdate(1), { episodes: [episodeOf('c', 'one')] })),
          store.commit(await twin.next(failedUpdate(2), { episodes: [episodeOf('c', 'two')] })),
        ]);
        expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
        expect(await store.countEpisodes({ campaignId: 'c' })).toBe(1);
      });

      const bad: [string, (commit: ControlCommit) => Partial<ControlCommit>, RegExp][] = [
        [
          'an episode of another campaign',
          () => ({ episodes: [episodeOf('other', 'x')] }),
          /episode is of campaign other/,
        ],
        ['an episode twice', () => ({ episodes: [episodeOf('c', 'x'), episodeOf('c', 'x')] }), /same id/],
        [
          'an episode with a reward that is not a number',
          () => ({ episodes: [episodeOf('c', 'x', { reward: Number.NaN })] }),
          /reward of episode x/,
        ],
        [
          'an episode with a value that is not finite',
          () => {
            const episode = episodeOf('c', 'x');
            const step = episode.trajectory[0] as Episode['trajectory'][number];
            step.value = Number.POSITIVE_INFINITY;
            return { episodes: [episode] };
          },
          /step 0 of episode x/,
        ],
        [
          'a metric that is not a number',
          () => ({ metrics: [{ campaignId: 'c', epoch: 0, round: 0, values: { loss: Number.NaN } }] }),
          /metric row is wrong \(values\.loss/,
        ],
        [
          'a checkpoint shorter than its record says',
          (commit) => ({
            checkpoints: [{ ...(commit.checkpoints?.[0] as StoredCheckpoint), bytes: new Uint8Array(3) }],
          }),
          /has 3 bytes/,
        ],
        [
          'the snapshot of another event',
          (commit) => ({ snapshot: { ...commit.snapshot, headHash: '0'.repeat(64) } }),
          /snapshot is not the one after event/,
        ],
      ];
      it.each(bad)('with %s is refused and leaves nothing', async (_, part, message) => {
        const chain = await create('c');
        const before = await everything(store, 'c');
        const good = await fullCommit(chain, 'good');
        const commit = { ...good, ...part(good) };
        const refused = store.commit(commit);
        await expect(refused).rejects.toThrow(InvalidCommitError);
        await expect(refused).rejects.toThrow(message);
        expect(await everything(store, 'c')).toEqual(before);
        await store.commit(good);
      });

      it('replaces a metric row of the same epoch and round', async () => {
        const chain = await create('c');
        const row = (round: number | null, loss: number) => ({
          campaignId: 'c',
          epoch: 3,
          round,
          values: { loss },
        });
        await store.commit(
          await chain.next(failedUpdate(3), { metrics: [row(1, 1), row(null, 2), row(0, 3)] }),
        );
        await store.commit(await chain.next(failedUpdate(3), { metrics: [row(1, 4)] }));
        expect(await store.metrics('c')).toEqual([row(null, 2), row(0, 3), row(1, 4)]);
      });

      it('replaces an episode of the same id, which is then the newest', async () => {
        const chain = await create('c');
        await store.commit(
          await chain.next(failedUpdate(1), { episodes: [episodeOf('c', 'x'), episodeOf('c', 'y')] }),
        );
        const again = episodeOf('c', 'x', { epoch: 2, outcome: 'success' });
        await store.commit(await chain.next(failedUpdate(2), { episodes: [again] }));
        expect((await store.episodes({ campaignId: 'c' })).map((h) => h.episodeId)).toEqual(['x', 'y']);
        expect(await store.countEpisodes({ campaignId: 'c', epoch: 0 })).toBe(1);
        expect(await store.episode('c', 'x')).toEqual(again);
      });

      it('may bring the same weights again: place in the lineage of the first, state of the last', async () => {
        const chain = await create('c');
        const checkpointId = 'e'.repeat(64);
        const parent = 'd'.repeat(64);
        const first = await checkpointOf('c', 'state 1', { checkpointId, parent, epoch: 1 });
        const later = await checkpointOf('c', 'state two', { checkpointId, parent: checkpointId, epoch: 2 });
        const between = await checkpointOf('c', 'between');
        await store.commit(await chain.next(failedUpdate(1), { checkpoints: [first, between] }));
        await store.commit(await chain.next(failedUpdate(2), { checkpoints: [later] }));
        const stored = await store.checkpoint('c', checkpointId);
        expect(stored).toEqual({ bytes: later.bytes, record: { ...later.record, parent, epoch: 1 } });
        expect((await store.checkpoints('c')).map((record) => record.checkpointId)).toEqual([
          chain.first.checkpoints?.[0]?.record.checkpointId,
          checkpointId,
          between.record.checkpointId,
        ]);
      });
    });

    describe('the journal', () => {
      it('keeps its order, from commits and between them', async () => {
        const chain = await create('c');
        const entry = (detail: string) => ({
          campaignId: 'c',
          at: '2026-01-01T00:00:00.000Z',
          kind: 'note',
          detail,
        });
        await store.appendJournal(entry('1'));
        await store.commit(await chain.next(failedUpdate(1), { journal: [entry('2'), entry('3')] }));
        await Promise.all([store.appendJournal(entry('4')), store.appendJournal(entry('5'))]);
        expect((await store.journal('c')).map((line) => line.detail)).toEqual(['1', '2', '3', '4', '5']);
      });

      it('of a campaign that is not stored is refused', async () => {
        const entry = { campaignId: 'gone', at: '2026-01-01T00:00:00.000Z', kind: 'note', detail: '' };
        await expect(store.appendJournal(entry)).rejects.toThrow(StaleHeadError);
      });
    });

    describe('a query of episodes', () => {
      const lanes = ['positive', 'neutral', 'negative', 'diagnostic_only', null] as const;
      const purposes = ['update', 'lane', 'monitor'] as const;
      const outcomes = ['success', 'failure'] as const;
      let written: Episode[];

      beforeEach(async () => {
        const chain = await create('c');
        await create('d');
        written = [];
        for (const epoch of [0, 1, 2]) {
          const episodes = Array.from({ length: 30 }, (_, i) =>
            episodeOf('c', `${epoch}-${i}`, {
              epoch,
              lane: lanes[i % 5] ?? null,
              purpose: purposes[i % 3] ?? 'update',
              outcome: outcomes[i % 2] ?? 'failure',
            }),
          );
          written.unshift(...episodes.slice().reverse());
          await store.commit(await chain.next(failedUpdate(epoch), { episodes }));
        }
      });

      const ids = async (query: Omit<Parameters<CampaignStore['episodes']>[0], 'campaignId'>) =>
        (await store.episodes({ campaignId: 'c', ...query })).map((header) => header.episodeId);

      it('gives the newest first, a page at a time', async () => {
        const all = written.map((episode) => episode.episodeId);
        expect(await ids({})).toEqual(all);
        expect(await ids({ limit: 7 })).toEqual(all.slice(0, 7));
        expect(await ids({ offset: 25, limit: 10 })).toEqual(all.slice(25, 35));
        expect(await ids({ offset: 85, limit: 10 })).toEqual(all.slice(85));
        expect(await ids({ offset: 500, limit: 10 })).toEqual([]);
        expect(await ids({ limit: 0 })).toEqual([]);
      });

      const filters: Partial<
        Pick<Episode, 'purpose' | 'outcome' | 'epoch'> & { lane: 'positive' | 'neutral' }
      >[] = [
        { epoch: 1 },
        { epoch: 0, outcome: 'success' },
        { lane: 'positive' },
        { lane: 'neutral', outcome: 'failure' },
        { purpose: 'monitor' },
        { purpose: 'update', outcome: 'success' },
        { purpose: 'lane', outcome: 'failure', lane: 'neutral', epoch: 2 },
        { purpose: 'heldout' },
      ];
      it.each(filters)('finds and counts %o', async (filter) => {
        const expected = written
          .filter((episode) =>
            Object.entries(filter).every(([key, value]) => episode[key as 'epoch'] === value),
          )
          .map((episode) => episode.episodeId);
        expect(await ids(filter)).toEqual(expected);
        expect(await ids({ ...filter, offset: 1, limit: 3 })).toEqual(expected.slice(1, 4));
        expect(await store.countEpisodes({ campaignId: 'c', ...filter })).toBe(expected.length);
      });

      it('says of an episode what a list shows', async () => {
        const chain = await create('e');
        const id = 'f'.repeat(64);
        const episode = episodeOf('e', 'x', {
          lane: 'positive',
          purpose: 'lane',
          terminalReward: 0.25,
          outcome: 'partial',
          comparison: {
            status: 'completed',
            relativeOutcome: 'better',
            candidateCheckpoint: id,
            referenceCheckpoint: id,
            candidateReward: 0.25,
            referenceReward: 0,
            reason: '0.25 > 0',
          },
        });
        await store.commit(await chain.next(failedUpdate(0), { episodes: [episode] }));
        expect(await store.episodes({ campaignId: 'e', lane: 'positive' })).toEqual([
          {
            episodeId: 'x',
            campaignId: 'e',
            epoch: 0,
            environment: 'shell',
            taskId: episode.taskId,
            taskFamily: 'arrays',
            purpose: 'lane',
            outcome: 'partial',
            terminalReward: 0.25,
            steps: 1,
            lane: 'positive',
            relativeOutcome: 'better',
          },
        ]);
      });
    });

    describe('deleting a campaign', () => {
      it('removes all of it and nothing of another', async () => {
        const chain = await create('c');
        const other = await create('cc');
        await store.commit(await fullCommit(chain, 'one'));
        await store.commit(await fullCommit(other, 'two'));
        const before = await everything(store, 'cc');
        await store.deleteCampaign('c');
        expect(await everything(store, 'c')).toEqual({
          campaign: null,
          snapshot: null,
          events: [],
          checkpoints: [],
          metrics: [],
          journal: [],
          reports: [],
          episodes: [],
          count: 0,
        });
        expect(await store.episode('c', 'one a')).toBeNull();
        expect(await everything(store, 'cc')).toEqual(before);
      });

      it('fences its writer, and its id is free again', async () => {
        const chain = await create('c');
        await store.deleteCampaign('c');
        await expect(store.commit(await chain.next(failedUpdate(1)))).rejects.toThrow(StaleHeadError);
        await create('c');
        expect(await store.events('c')).toHaveLength(1);
      });
    });

    describe('a damaged record', () => {
      const reads: [DamagedRecord, (s: CampaignStore) => Promise<unknown>, RegExp][] = [
        ['campaign', (s) => s.campaign('c'), /campaign c/],
        ['snapshot', (s) => s.snapshot('c'), /control state of campaign c/],
        ['event', (s) => s.events('c'), /event 0 of campaign c/],
        [
          'checkpoint',
          (s) => checkpointOf('c', 'initial').then((i) => s.checkpoint('c', i.record.checkpointId)),
          /checkpoint .* of campaign c/,
        ],
        ['episode', (s) => s.episode('c', 'one a'), /episode one a of campaign c/],
        ['report', (s) => s.reports('c'), /report 0 of campaign c/],
      ];
      it.each(reads)('(%s) is named by the read that meets it', async (kind, readIt, name) => {
        const chain = await create('c');
        await store.commit(await fullCommit(chain, 'one'));
        await readIt(store);
        await subject.damage(kind, 'c');
        const read = readIt(store);
        await expect(read).rejects.toThrow(CorruptRecordError);
        await expect(read).rejects.toThrow(name);
      });

      it('does not keep its campaign from being deleted', async () => {
        await create('c');
        await subject.damage('campaign', 'c');
        await subject.damage('snapshot', 'c');
        await store.deleteCampaign('c');
        expect(await store.campaigns()).toEqual([]);
      });

      it('under the head is not written over', async () => {
        const chain = await create('c');
        await subject.damage('snapshot', 'c');
        await expect(store.commit(await chain.next(failedUpdate(1)))).rejects.toThrow(CorruptRecordError);
        expect(await store.events('c')).toHaveLength(1);
      });
    });

    it('refuses everything once closed, and says so', async () => {
      const chain = await create('c');
      await store.close();
      await expect(store.campaigns()).rejects.toThrow(StorageUnavailableError);
      await expect(store.commit(await chain.next(failedUpdate(1)))).rejects.toThrow(/closed/);
    });
  });
}

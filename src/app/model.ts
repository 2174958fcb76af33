/**
 * What the page shows, as signals, and what a person can do. It holds copies of what the learner
 * worker says and decides nothing itself.
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type {
  BootInfo,
  CampaignView,
  Progress,
  RunState,
  WorkbenchApi,
  WorkbenchUpdate,
} from '../../workers/learner.protocol.ts';
import type { CampaignRecord, EpisodeHeader, EpisodeQuery, MetricRow } from '../core/campaign-store.ts';
import {
  type ControlEvent,
  type ControlSnapshot,
  type Episode,
  type EvaluationReport,
  Lane,
} from '../core/contracts.ts';
import type { BridgeStatus } from '../environments/browser/index.ts';
import { t } from './messages.ts';
import { campaignHash, parseRoute, type Route } from './route.ts';

/** Something asked for: on its way, here, or refused with a reason. */
export type Loadable<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T }
  | { status: 'error'; message: string };

/** A row of the list of campaigns. */
export interface CampaignSummary {
  record: CampaignRecord;
  snapshot: ControlSnapshot;
  state: RunState;
}

/** One page of a list of episodes. */
export interface EpisodePage {
  rows: EpisodeHeader[];
  total: number;
}

/** A message over the panels that stays until it is dismissed. */
interface Banner {
  id: number;
  kind: 'error' | 'notice';
  text: string;
  /** A run that the banner speaks of, to be paused from it. */
  campaignId: string | null;
}

/** Filters of the episode list; `offset` counts rows. */
export type EpisodeFilter = Omit<EpisodeQuery, 'campaignId' | 'limit'>;

/** Rows of one page of episodes: a page must lay out within a frame. */
export const EPISODES_PER_PAGE = 12;
const EPISODES_PER_LANE = 6;

/** States in which the worker is busy with a campaign. */
const BUSY: readonly RunState[] = ['preparing', 'running', 'pausing', 'stopping'];

/** Journal entries that say whether a run was to go on. */
const HOLDS: readonly string[] = ['run.started', 'resumed', 'paused'];

/** True while the worker is busy with a campaign in this state. */
export function isBusy(state: RunState): boolean {
  return BUSY.includes(state);
}

/** The page's state and its actions; every action reports its own failure as a banner. */
export interface WorkbenchModel {
  readonly api: WorkbenchApi;
  readonly boot: Signal<Loadable<BootInfo>>;
  readonly writer: ReadonlySignal<boolean>;
  readonly route: Signal<Route>;
  readonly campaigns: Signal<Loadable<CampaignSummary[]>>;
  /** The campaign that the panels show; its value is null when the route names none. */
  readonly view: Signal<Loadable<CampaignView | null>>;
  /** Latest progress of each campaign that has reported any since the page loaded. */
  readonly progress: Signal<Readonly<Record<string, Progress>>>;
  /** The campaign the worker is busy with, if any. */
  readonly runningId: ReadonlySignal<string | null>;
  readonly usage: Signal<Loadable<{ usedBytes: number; quotaBytes: number }>>;
  /** The bridge to a separate Chromium. */
  readonly bridge: Signal<Loadable<BridgeStatus>>;
  readonly filter: Signal<EpisodeFilter>;
  readonly episodes: Signal<Loadable<EpisodePage>>;
  readonly lanes: Signal<Loadable<Record<Lane, EpisodePage>>>;
  /** The episode of the drawer. */
  readonly episode: Signal<Loadable<Episode>>;
  readonly banners: Signal<Banner[]>;
  /** True while an evaluation that a person asked for runs. */
  readonly evaluating: Signal<boolean>;
  start(): Promise<void>;
  navigate(hash: string): void;
  routeChanged(hash: string): void;
  runDemo(): Promise<void>;
  create(config: unknown, run: boolean): Promise<void>;
  run(campaignId: string): Promise<void>;
  pause(campaignId: string): Promise<void>;
  stop(campaignId: string): Promise<void>;
  remove(campaignId: string): Promise<void>;
  restore(campaignId: string, checkpointId: string): Promise<void>;
  evaluate(campaignId: string, split: 'validation' | 'heldout'): Promise<void>;
  exportCheckpoint(campaignId: string, checkpointId: string): Promise<void>;
  importCheckpoint(file: File): Promise<void>;
  setFilter(change: EpisodeFilter): void;
  reloadView(): Promise<void>;
  reloadEpisodes(): Promise<void>;
  reloadLanes(): Promise<void>;
  lost(message: string): void;
  dismiss(id: number): void;
}

/** Text of whatever was thrown, with the error's name where it says more than `Error`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
}

/** Rows by epoch and round, later values winning: a recomputed round replaces what it had. */
export function mergeMetrics(stored: readonly MetricRow[], added: readonly MetricRow[]): MetricRow[] {
  const byPlace = new Map<string, MetricRow>();
  for (const row of [...stored, ...added]) {
    const place = `${row.epoch}:${row.round ?? ''}`;
    const before = byPlace.get(place);
    byPlace.set(place, before ? { ...before, values: { ...before.values, ...row.values } } : row);
  }
  return Array.from(byPlace.values());
}

/** Makes the page's state over a learner; `start` fills it. */
export function createModel(api: WorkbenchApi): WorkbenchModel {
  const boot = signal<Loadable<BootInfo>>({ status: 'loading' });
  const writer = computed(() => boot.value.status === 'ready' && boot.value.value.writer);
  const route = signal<Route>(parseRoute(''));
  const campaigns = signal<Loadable<CampaignSummary[]>>({ status: 'loading' });
  const view = signal<Loadable<CampaignView | null>>({ status: 'loading' });
  const progress = signal<Readonly<Record<string, Progress>>>({});
  const usage = signal<Loadable<{ usedBytes: number; quotaBytes: number }>>({ status: 'loading' });
  const bridge = signal<Loadable<BridgeStatus>>({ status: 'loading' });
  const filter = signal<EpisodeFilter>({});
  const episodes = signal<Loadable<EpisodePage>>({ status: 'loading' });
  const lanes = signal<Loadable<Record<Lane, EpisodePage>>>({ status: 'loading' });
  const episode = signal<Loadable<Episode>>({ status: 'loading' });
  const banners = signal<Banner[]>([]);
  const evaluating = signal(false);
  const runningId = computed(() => {
    for (const [campaignId, latest] of Object.entries(progress.value)) {
      if (isBusy(latest.state)) return campaignId;
    }
    const listed = campaigns.value.status === 'ready' ? campaigns.value.value : [];
    return listed.find((row) => isBusy(row.state))?.record.campaignId ?? null;
  });

  let nextBanner = 1;
  function say(kind: Banner['kind'], text: string, campaignId: string | null = null): void {
    const others = banners.value.filter((banner) => banner.text !== text);
    // The newest few are enough; a failing loop must not fill the page.
    banners.value = [...others.slice(-2), { id: nextBanner++, kind, text, campaignId }];
  }

  /** A run that no longer goes on needs no banner to pause it from. */
  function unsay(campaignId: string): void {
    banners.value = banners.value.filter((banner) => banner.campaignId !== campaignId);
  }

  /** Runs an action of a person; its failure becomes a banner. */
  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      say('error', reasonOf(error));
    }
  }

  /** Loads into a signal. A later load of the same signal wins over an earlier one. */
  const latestLoad = new Map<unknown, number>();
  async function load<T>(target: Signal<Loadable<T>>, read: () => Promise<T>, quiet = false): Promise<void> {
    const turn = (latestLoad.get(target) ?? 0) + 1;
    latestLoad.set(target, turn);
    if (!quiet || target.value.status === 'error') target.value = { status: 'loading' };
    let result: Loadable<T>;
    try {
      result = { status: 'ready', value: await read() };
    } catch (error) {
      result = { status: 'error', message: reasonOf(error) };
    }
    if (latestLoad.get(target) === turn) target.value = result;
  }

  const shownId = (): string | null => route.value.campaignId;

  async function reloadCampaigns(): Promise<void> {
    await load(campaigns, () => api.campaigns(), true);
    if (campaigns.value.status === 'ready') followStates(campaigns.value.value);
  }
  const reloadUsage = () => load(usage, () => api.usage(), true);

  function loadView(quiet: boolean): Promise<void> {
    const campaignId = shownId();
    return load(
      view,
      async () => {
        if (campaignId === null) return null;
        const stored = await api.campaign(campaignId);
        // What was pushed while this was read is newer than what was read.
        const pushed = view.value.status === 'ready' ? view.value.value : null;
        if (pushed?.record.campaignId !== campaignId) return stored;
        return { ...stored, metrics: mergeMetrics(stored.metrics, pushed.metrics) };
      },
      quiet,
    );
  }

  function loadEpisodes(quiet: boolean): Promise<void> {
    const campaignId = shownId();
    if (campaignId === null) {
      episodes.value = { status: 'ready', value: { rows: [], total: 0 } };
      return Promise.resolve();
    }
    const query = { ...filter.value, campaignId, limit: EPISODES_PER_PAGE };
    return load(episodes, () => api.episodes(query), quiet);
  }

  function loadLanes(quiet: boolean): Promise<void> {
    const campaignId = shownId();
    return load(
      lanes,
      async () => {
        const pages = await Promise.all(
          Lane.options.map((lane) =>
            campaignId === null
              ? { rows: [], total: 0 }
              : api.episodes({ campaignId, lane, limit: EPISODES_PER_LANE }),
          ),
        );
        return Object.fromEntries(Lane.options.map((lane, index) => [lane, pages[index]])) as Record<
          Lane,
          EpisodePage
        >;
      },
      quiet,
    );
  }

  /** Calls `work` once, some time after the first of a burst of calls. */
  function coalesced(work: () => void, milliseconds: number): () => void {
    let waiting = false;
    return () => {
      if (waiting) return;
      waiting = true;
      setTimeout(() => {
        waiting = false;
        work();
      }, milliseconds);
    };
  }
  const refreshSoon = coalesced(() => {
    void loadView(true);
    void loadEpisodes(true);
    void loadLanes(true);
    void reloadCampaigns();
    void reloadUsage();
  }, 500);

  let pendingRows: MetricRow[] = [];
  const flushRows = coalesced(() => {
    const rows = pendingRows;
    pendingRows = [];
    const shown = view.value.status === 'ready' ? view.value.value : null;
    const own = rows.filter((row) => row.campaignId === shown?.record.campaignId);
    if (shown === null || own.length === 0) return;
    view.value = { status: 'ready', value: { ...shown, metrics: mergeMetrics(shown.metrics, own) } };
  }, 100);

  /** Steps of progress come far more often than a person can see. */
  let newestProgress: Record<string, Progress> = {};
  const flushProgress = coalesced(() => {
    progress.value = { ...progress.value, ...newestProgress };
    newestProgress = {};
  }, 100);

  function eventArrived(event: ControlEvent, snapshot: ControlSnapshot): void {
    const shown = view.value.status === 'ready' ? view.value.value : null;
    batch(() => {
      if (shown !== null && shown.record.campaignId === event.campaignId) {
        const known =
          shown.events.findLast((one) => one.sequence <= event.sequence)?.sequence === event.sequence;
        const events = known ? shown.events : [...shown.events, event];
        view.value = { status: 'ready', value: { ...shown, snapshot, events } };
      }
      if (campaigns.value.status === 'ready') {
        campaigns.value = {
          status: 'ready',
          value: campaigns.value.value.map((row) =>
            row.record.campaignId === event.campaignId ? { ...row, snapshot } : row,
          ),
        };
      }
    });
    refreshSoon();
  }

  function reportArrived(report: EvaluationReport): void {
    const shown = view.value.status === 'ready' ? view.value.value : null;
    if (shown === null || shown.record.campaignId !== report.campaignId) return;
    view.value = { status: 'ready', value: { ...shown, reports: [...shown.reports, report] } };
    refreshSoon();
  }

  function updated(update: WorkbenchUpdate): void {
    switch (update.kind) {
      case 'progress': {
        const latest = update.progress;
        if (latest.campaignId === null) return;
        const before = progress.value[latest.campaignId];
        newestProgress[latest.campaignId] = latest;
        if (before?.state === latest.state) {
          flushProgress();
          return;
        }
        progress.value = { ...progress.value, [latest.campaignId]: latest };
        stateChanged(latest.campaignId, latest.state);
        return;
      }
      case 'metrics':
        pendingRows.push(...update.rows);
        flushRows();
        return;
      case 'event':
        eventArrived(update.event, update.snapshot);
        return;
      case 'report':
        reportArrived(update.report);
        return;
      case 'error':
        say('error', `${update.name}: ${update.message}`);
        refreshSoon();
        return;
      case 'bridge':
        bridge.value = { status: 'ready', value: update.status };
        return;
      case 'campaigns':
        // A press of a button must be seen to work at once; the rest may follow.
        void reloadCampaigns();
        refreshSoon();
        return;
    }
  }

  /**
   * The list has the worker's own states. A run that ended may have told its last progress as
   * running: it is no longer, whoever started it.
   */
  function followStates(rows: readonly CampaignSummary[]): void {
    batch(() => {
      for (const { record, state } of rows) {
        const { campaignId } = record;
        if (!isBusy(state)) delete newestProgress[campaignId];
        const latest = progress.value[campaignId];
        if (latest && latest.state !== state) {
          progress.value = { ...progress.value, [campaignId]: { ...latest, state } };
        }
        const shown = view.value.status === 'ready' ? view.value.value : null;
        if (shown?.record.campaignId === campaignId && shown.state !== state) {
          view.value = { status: 'ready', value: { ...shown, state } };
        }
      }
    });
  }

  function stateChanged(campaignId: string, state: RunState): void {
    batch(() => {
      const shown = view.value.status === 'ready' ? view.value.value : null;
      if (shown?.record.campaignId === campaignId) {
        view.value = { status: 'ready', value: { ...shown, state } };
      }
      if (campaigns.value.status === 'ready') {
        campaigns.value = {
          status: 'ready',
          value: campaigns.value.value.map((row) =>
            row.record.campaignId === campaignId ? { ...row, state } : row,
          ),
        };
      }
    });
  }

  function navigate(hash: string): void {
    if (location.hash === hash) routeChanged(hash);
    else location.hash = hash;
  }

  function routeChanged(hash: string): void {
    const before = route.value;
    const next = parseRoute(hash);
    route.value = next;
    // Before the learner has booted there is nothing to read; `start` comes back here.
    if (boot.value.status !== 'ready') return;
    if (next.campaignId !== before.campaignId || view.value.status === 'loading') {
      filter.value = {};
      void loadView(false);
      void loadEpisodes(false);
      void loadLanes(false);
    }
    if (next.drawer?.kind === 'episode' && next.campaignId !== null) {
      const { campaignId } = next;
      const { episodeId } = next.drawer;
      void load(episode, () => api.episode(campaignId, episodeId));
    }
  }

  async function run(campaignId: string): Promise<void> {
    if (boot.value.status === 'ready' && boot.value.value.interrupted === campaignId) {
      boot.value = { status: 'ready', value: { ...boot.value.value, interrupted: null } };
    }
    let state: RunState;
    try {
      state = await api.run(campaignId);
    } finally {
      unsay(campaignId);
    }
    delete newestProgress[campaignId];
    stateChanged(campaignId, state);
    const latest = progress.value[campaignId];
    if (latest) progress.value = { ...progress.value, [campaignId]: { ...latest, state } };
    refreshSoon();
  }

  /** Goes on with a run that was cut off, unless a person had paused it: then it waits for one. */
  async function resume(campaignId: string): Promise<void> {
    const { record, snapshot, journal } = await api.campaign(campaignId);
    const last = journal.findLast(({ kind }) => HOLDS.includes(kind));
    if (last?.kind === 'paused') return;
    const { name } = record.config;
    say('notice', t('campaign.resumed', { name, epoch: snapshot.epoch }), campaignId);
    // It ends when the campaign does; the page does not wait for that.
    void attempt(() => run(campaignId));
  }

  async function create(config: unknown, start: boolean): Promise<void> {
    const campaignId = await api.createCampaign(config);
    await reloadCampaigns();
    navigate(campaignHash(campaignId));
    if (start) await run(campaignId);
  }

  return {
    api,
    boot,
    writer,
    route,
    campaigns,
    view,
    progress,
    runningId,
    usage,
    bridge,
    filter,
    episodes,
    lanes,
    episode,
    banners,
    evaluating,
    navigate,
    routeChanged,
    async start() {
      routeChanged(location.hash);
      await load(boot, async () => {
        const info = await api.boot();
        await api.subscribe(updated);
        return info;
      });
      if (boot.value.status !== 'ready') return;
      await Promise.all([reloadCampaigns(), reloadUsage(), load(bridge, () => api.bridge())]);
      // Someone who comes back sees the campaign that matters; a link says which one itself.
      const listed = campaigns.value.status === 'ready' ? campaigns.value.value : [];
      const newest = listed.toSorted((a, b) => b.record.createdAt.localeCompare(a.record.createdAt))[0];
      const cutOff = boot.value.value.interrupted;
      if (shownId() === null && !route.value.form && newest) {
        navigate(campaignHash(runningId.value ?? cutOff ?? newest.record.campaignId));
      } else {
        routeChanged(location.hash);
      }
      if (cutOff !== null && writer.value) await attempt(() => resume(cutOff));
    },
    runDemo: () =>
      attempt(async () => {
        if (boot.value.status !== 'ready') return;
        const { presets } = boot.value.value;
        const demo = presets.find((preset) => preset.id === 'demo') ?? presets[0];
        if (demo) await create(demo.config, true);
      }),
    create: (config, start) => attempt(() => create(config, start)),
    run: (campaignId) => attempt(() => run(campaignId)),
    pause: (campaignId) =>
      attempt(async () => {
        await api.pause(campaignId);
        unsay(campaignId);
      }),
    stop: (campaignId) => attempt(() => api.stop(campaignId)),
    remove: (campaignId) =>
      attempt(async () => {
        await api.deleteCampaign(campaignId);
        delete newestProgress[campaignId];
        const { [campaignId]: _removed, ...others } = progress.value;
        progress.value = others;
        await reloadCampaigns();
        await reloadUsage();
        if (shownId() === campaignId) navigate('#/');
      }),
    restore: (campaignId, checkpointId) =>
      attempt(async () => {
        await api.restore(campaignId, checkpointId);
        refreshSoon();
      }),
    evaluate: (campaignId, split) =>
      attempt(async () => {
        evaluating.value = true;
        try {
          const report = await api.evaluate({ campaignId, split });
          const shown = view.value.status === 'ready' ? view.value.value : null;
          if (shown?.record.campaignId === campaignId && !shown.reports.some((one) => same(one, report))) {
            reportArrived(report);
          }
        } finally {
          evaluating.value = false;
          // The worker does not tell that an evaluation by hand has ended.
          await reloadCampaigns();
        }
      }),
    exportCheckpoint: (campaignId, checkpointId) =>
      attempt(async () => {
        const { name, bytes } = await api.exportCheckpoint(campaignId, checkpointId);
        download(name, bytes);
        say('notice', t('data.exported', { name }));
      }),
    importCheckpoint: (file) =>
      attempt(async () => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const { campaignId } = await api.importCheckpoint(file.name, bytes, null);
        await reloadCampaigns();
        navigate(campaignHash(campaignId));
        say('notice', t('data.imported', { name: file.name }));
      }),
    setFilter(change) {
      filter.value = change;
      void loadEpisodes(true);
    },
    reloadView: () => loadView(false),
    reloadEpisodes: () => loadEpisodes(false),
    reloadLanes: () => loadLanes(false),
    lost(message) {
      const text = t('app.workerDied', { reason: message });
      if (boot.value.status === 'loading') boot.value = { status: 'error', message };
      say('error', text);
    },
    dismiss(id) {
      banners.value = banners.value.filter((banner) => banner.id !== id);
    },
  };
}

/** The same measurement: a report comes by push and as the call's answer. */
function same(a: EvaluationReport, b: EvaluationReport): boolean {
  return (
    a.checkpointId === b.checkpointId && a.split === b.split && a.seed === b.seed && a.seconds === b.seconds
  );
}

/** Hands bytes to the browser's downloads. */
function download(name: string, bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken its reference by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * The workbench behind the page and the command line: campaigns by id, one of them at work at a
 * time, everything durable. It implements the worker's protocol and knows nothing of comlink.
 */
import type {
  BenchmarkSummary,
  BootInfo,
  CampaignView,
  DrillReport,
  Progress,
  RunState,
  WorkbenchApi,
  WorkbenchUpdate,
} from '../../workers/learner.protocol.ts';
import {
  type CampaignConfig,
  type EnginePair,
  namedEngines,
  parseCampaignConfig,
} from '../core/campaign-config.ts';
import { evaluationKey, evaluationsIn } from '../core/campaign-controller.ts';
import {
  type CampaignStore,
  type JournalEntry,
  StorageFullError,
  type StoredCheckpoint,
} from '../core/campaign-store.ts';
import { hashOf } from '../core/canonical.ts';
import {
  type CheckpointRecord,
  type ControlPayload,
  type ControlSnapshot,
  type EnvironmentId,
  type EvaluationReport,
  SCHEMA_VERSION,
} from '../core/contracts.ts';
import { applyEvent, nextEvent } from '../core/control-state-store.ts';
import {
  type Calibration,
  type EngineEntryKind,
  type EnginesInUse,
  latestEngineEntry,
} from '../core/engine-calibration.ts';
import { type Environment, InfrastructureError } from '../core/environment.ts';
import type { Policy } from '../core/policy.ts';
import { stream } from '../core/random.ts';
import type { BridgeStatus } from '../environments/browser/index.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../student/checkpoint-format.ts';
import { adapterOf } from '../student/engine/adapter.ts';
import { calibrate } from '../student/engine/calibration.ts';
import type { EngineListener } from '../student/engine/create-engine.ts';
import { EngineLostError } from '../student/engine/engine.ts';
import { WebGpuUnavailableError } from '../student/engine/webgpu/gpu.ts';
import type { TrainingState } from '../student/parameters.ts';
import { initialTrainingState } from '../student/policy-network.ts';
import { Trainer } from '../student/trainer.ts';
import { CampaignRunner, type RunnerProgress } from './campaign-runner.ts';
import { DEMO, drillConfig, PRESETS } from './presets.ts';

/** Makes the environments a config names; `generateBenchmark` is for the command of that name. */
export interface EnvironmentProvider {
  /** Rejects unknown environments and options. @throws naming the key and what is allowed. */
  check(config: CampaignConfig): void;
  prepare(
    config: CampaignConfig,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<EnvironmentId, Environment>>;
  generateBenchmark(
    options: { environment: string; seed: number; count: number | null },
    onProgress: (done: number, total: number) => void,
  ): Promise<BenchmarkSummary>;
  /** Told which student acts, before it does: in live mode it also runs real tasks. */
  useStudent?(policy: Policy): void;
  /** For drills: a worker dies without warning. */
  killWorker(): void;
}

/** What is asked of the bridge: where it stands, now and with every change. */
interface Bridge {
  connect(): Promise<BridgeStatus>;
  subscribe(listener: (status: BridgeStatus) => void): void;
}

/** What a workbench is built on. */
export interface WorkbenchResources {
  store: CampaignStore;
  provider: EnvironmentProvider;
  /** The way to a separate Chromium; without it there is none. */
  bridge?: Bridge;
  /** False when another tab writes: nothing here may. */
  writer: boolean;
  persisted: boolean;
}

/** Something was asked that cannot be done now; the message says why and what to do. */
export class WorkbenchError extends Error {
  override name = 'WorkbenchError';
}

/** Engines that were measured and recorded at a campaign's first start cannot start any more. */
class ChosenEngineError extends Error {
  override name = 'ChosenEngineError';
  constructor({ acting, updating }: EnginePair, cause: unknown) {
    const names = acting === updating ? acting : `${acting} for acting and ${updating} for updating`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `this campaign was calibrated for ${names}, which cannot start here (${reason}). Resume it where it can, ` +
        'or export its checkpoint and import it: the new campaign runs on wasm',
      { cause },
    );
  }
}

/** Errors that a person can remedy and resume from; anything else is a defect. */
const RESUMABLE = [
  InfrastructureError,
  StorageFullError,
  EngineLostError,
  WebGpuUnavailableError,
  ChosenEngineError,
] as const;

/** The campaign at work. */
interface ActiveRun {
  campaignId: string;
  runner: CampaignRunner | null;
  trainers: Trainer[];
  abort: AbortController;
  state: RunState;
  ended: Promise<RunState>;
}

/** Share of an epoch's time that each phase ends at; only for the progress bar. */
const PHASE_SPAN: Record<string, readonly [number, number]> = {
  'phase.updating': [0, 0.6],
  'phase.monitor': [0.6, 0.85],
  'phase.lane': [0.85, 1],
};
/** The closing evaluation takes about as long as this share of all epochs. */
const HELDOUT_SHARE = 0.1;

/** Builds a workbench. */
export function createWorkbench(resources: WorkbenchResources): WorkbenchApi {
  return new Workbench(resources);
}

class Workbench implements WorkbenchApi {
  private readonly listeners: ((update: WorkbenchUpdate) => void)[] = [];
  private active: ActiveRun | null = null;
  private readonly lastState = new Map<string, RunState>();

  constructor(private readonly resources: WorkbenchResources) {
    resources.bridge?.subscribe((status) => this.emit({ kind: 'bridge', status }));
  }

  async boot(): Promise<BootInfo> {
    return {
      writer: this.resources.writer,
      persisted: this.resources.persisted,
      interrupted: this.resources.writer ? await this.findInterrupted() : null,
      presets: PRESETS.map(({ id, config }) => ({ id, config })),
    };
  }

  async subscribe(listener: (update: WorkbenchUpdate) => void): Promise<void> {
    this.listeners.push(listener);
  }

  private emit(update: WorkbenchUpdate): void {
    for (const listener of this.listeners) listener(update);
  }

  /** A run that the journal says began and never ended: its tab was closed or its browser died. */
  private async findInterrupted(): Promise<string | null> {
    const { store } = this.resources;
    for (const { campaignId } of await store.campaigns()) {
      const runs = (await store.journal(campaignId)).filter(({ kind }) => kind.startsWith('run.'));
      if (runs.at(-1)?.kind === 'run.started') return campaignId;
    }
    return null;
  }

  private async note(campaignId: string, kind: string, detail: string): Promise<void> {
    const at = new Date().toISOString();
    await this.resources.store.appendJournal({ campaignId, at, kind, detail });
  }

  private requireWriter(): void {
    if (!this.resources.writer) {
      throw new WorkbenchError(
        'another tab holds the workbench; this one only looks. Close the other tab and reload this one',
      );
    }
  }

  // --------------------------------------------------------------- campaigns

  async checkConfig(config: unknown): Promise<CampaignConfig> {
    const parsed = parseCampaignConfig(config);
    this.resources.provider.check(parsed);
    return parsed;
  }

  async createCampaign(input: unknown): Promise<string> {
    const config = await this.checkConfig(input);
    if (config.initialCheckpoint !== null) {
      throw new WorkbenchError('config.initialCheckpoint is set by importing a checkpoint, not by hand');
    }
    const state = initialTrainingState(config.student, stream(config.seed, 'student', 'init'));
    return this.store(config, state, 'initial');
  }

  /**
   * Stores a new campaign with its first event. Its id comes from everything that decides what it
   * does, so the same config is the same campaign: an existing one is left as it is.
   */
  private async store(
    config: CampaignConfig,
    state: TrainingState,
    origin: CheckpointRecord['origin'],
  ): Promise<string> {
    this.requireWriter();
    const { store } = this.resources;
    const { name: _name, ...decisive } = config;
    const configHash = await hashOf(decisive);
    const campaignId = `c-${configHash.slice(0, 12)}`;
    if ((await store.campaign(campaignId)) !== null) return campaignId;
    const { bytes, checkpointId, stateHash } = await encodeCheckpoint(state);
    const event = await nextEvent(null, campaignId, { kind: 'campaign.created', configHash, checkpointId });
    const snapshot = applyEvent(null, event, { rollbackLimit: config.closing.rollbackLimit });
    const record: CheckpointRecord = {
      schemaVersion: SCHEMA_VERSION,
      checkpointId,
      campaignId,
      parent: null,
      epoch: 0,
      stateHash,
      byteLength: bytes.byteLength,
      origin,
    };
    const createdAt = new Date().toISOString();
    await store.createCampaign(
      { campaignId, config, configHash, createdAt },
      { event, snapshot, checkpoints: [{ record, bytes }] },
    );
    this.emit({ kind: 'campaigns' });
    return campaignId;
  }

  private async require(campaignId: string) {
    const record = await this.resources.store.campaign(campaignId);
    const snapshot = await this.resources.store.snapshot(campaignId);
    if (record === null || snapshot === null) {
      throw new WorkbenchError(`there is no campaign ${campaignId}; see the list of campaigns`);
    }
    return { record, snapshot };
  }

  private stateOf(campaignId: string, snapshot: ControlSnapshot): RunState {
    if (this.active?.campaignId === campaignId) return this.active.state;
    if (snapshot.mode === 'completed') return 'completed';
    if (snapshot.mode === 'frozen_failure') return 'frozen';
    return this.lastState.get(campaignId) ?? 'idle';
  }

  async campaigns() {
    const { store } = this.resources;
    const rows = await Promise.all(
      (await store.campaigns()).map(async (record) => {
        const snapshot = await store.snapshot(record.campaignId);
        return snapshot ? [{ record, snapshot, state: this.stateOf(record.campaignId, snapshot) }] : [];
      }),
    );
    return rows.flat();
  }

  async campaign(campaignId: string): Promise<CampaignView> {
    const { store } = this.resources;
    const { record, snapshot } = await this.require(campaignId);
    const [events, checkpoints, metrics, journal, reports] = await Promise.all([
      store.events(campaignId),
      store.checkpoints(campaignId),
      store.metrics(campaignId),
      store.journal(campaignId),
      store.reports(campaignId),
    ]);
    return {
      record,
      snapshot,
      state: this.stateOf(campaignId, snapshot),
      engines: enginesOf(record.config, journal),
      calibration: latestEngineEntry(journal, 'engine.calibrated'),
      events,
      checkpoints,
      metrics,
      journal,
      // A report is stored before the events that come after it; its digest is the campaign's now.
      reports: reports.map((report) => ({ ...report, digest: snapshot.headHash })),
    };
  }

  async episodes(query: Parameters<CampaignStore['episodes']>[0]) {
    const { store } = this.resources;
    const [rows, total] = await Promise.all([store.episodes(query), store.countEpisodes(query)]);
    return { rows, total };
  }

  async episode(campaignId: string, episodeId: string) {
    const episode = await this.resources.store.episode(campaignId, episodeId);
    if (episode === null) throw new WorkbenchError(`campaign ${campaignId} has no episode ${episodeId}`);
    return episode;
  }

  async deleteCampaign(campaignId: string): Promise<void> {
    await this.stopHeld(campaignId);
    this.requireIdle(campaignId);
    await this.resources.store.deleteCampaign(campaignId);
    this.lastState.delete(campaignId);
    this.emit({ kind: 'campaigns' });
  }

  /** A paused run holds nothing that is not stored, so it gives way to what a person wants next. */
  private async stopHeld(campaignId: string): Promise<void> {
    if (this.active?.campaignId !== campaignId) return;
    if (this.active.state === 'paused' || this.active.state === 'pausing') await this.stop(campaignId);
  }

  private requireIdle(campaignId: string): void {
    this.requireWriter();
    if (this.active?.campaignId === campaignId) {
      throw new WorkbenchError(`campaign ${campaignId} is at work; stop it first`);
    }
  }

  // --------------------------------------------------------------------- run

  async run(campaignId: string): Promise<RunState> {
    this.requireWriter();
    const { record, snapshot } = await this.require(campaignId);
    if (this.active !== null && this.active.campaignId !== campaignId) {
      await this.stopHeld(this.active.campaignId);
    }
    // From here to the assignment nothing is awaited: two calls at once start one run.
    if (this.active?.campaignId === campaignId) {
      this.release(this.active);
      return this.active.ended;
    }
    if (this.active !== null) {
      throw new WorkbenchError(
        `campaign ${this.active.campaignId} is at work; stop it before starting another`,
      );
    }
    if (snapshot.mode === 'completed') return 'completed';
    return this.begin(campaignId, (run) => this.campaignWork(run, record.config, snapshot));
  }

  /** Lets a held run go on. */
  private release(run: ActiveRun): void {
    if (run.state !== 'paused' && run.state !== 'pausing') return;
    run.runner?.resume();
    this.setState(run, run.runner === null ? 'preparing' : 'running');
  }

  /** Makes a piece of work the one at work; its end is told, journalled and never a rejection. */
  private begin(campaignId: string, work: (run: ActiveRun) => Promise<RunState>): Promise<RunState> {
    const abort = new AbortController();
    const run: ActiveRun = {
      campaignId,
      runner: null,
      trainers: [],
      abort,
      state: 'preparing',
      ended: Promise.resolve('idle'),
    };
    this.active = run;
    run.ended = this.finish(run, work);
    return run.ended;
  }

  private async finish(run: ActiveRun, work: (run: ActiveRun) => Promise<RunState>): Promise<RunState> {
    const { campaignId, abort } = run;
    let end: RunState;
    let detail = '';
    try {
      await this.note(campaignId, 'run.started', run.state);
      this.emit({ kind: 'campaigns' });
      end = await work(run);
    } catch (error) {
      const resumable = RESUMABLE.some((kind) => error instanceof kind);
      end = abort.signal.aborted ? 'idle' : resumable ? 'paused' : 'failed';
      detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (!abort.signal.aborted) this.tellError(campaignId, error);
    } finally {
      for (const trainer of run.trainers) trainer.close();
    }
    this.active = null;
    this.lastState.set(campaignId, end);
    this.emit({ kind: 'campaigns' });
    try {
      await this.note(campaignId, 'run.ended', detail ? `${end}: ${detail}` : end);
    } catch (error) {
      this.tellError(campaignId, error);
    }
    return end;
  }

  private tellError(campaignId: string, error: unknown): void {
    const [name, message] = error instanceof Error ? [error.name, error.message] : ['Error', String(error)];
    this.emit({ kind: 'error', campaignId, name, message });
  }

  private setState(run: ActiveRun, state: RunState): void {
    run.state = state;
    this.emit({ kind: 'campaigns' });
  }

  private async campaignWork(
    run: ActiveRun,
    config: CampaignConfig,
    snapshot: ControlSnapshot,
  ): Promise<RunState> {
    const runner = await this.createRunner(run, config, snapshot);
    if (run.state === 'preparing') this.setState(run, 'running');
    return runner.run();
  }

  /** Environments, trainers and a runner over them; a pause asked for meanwhile is kept. */
  private async createRunner(
    run: ActiveRun,
    config: CampaignConfig,
    snapshot: ControlSnapshot,
  ): Promise<CampaignRunner> {
    const { campaignId, abort } = run;
    const meter = new ProgressMeter(config, snapshot.epoch);
    const tell = (progress: RunnerProgress) =>
      this.emit({
        kind: 'progress',
        progress: { campaignId, state: run.state, ...meter.measure(progress) },
      });
    const environments = await this.prepare(config, abort.signal, (done, total) =>
      tell({ phase: 'phase.benchmark', done, total, epoch: snapshot.epoch }),
    );
    const engines = await this.chooseEngines(campaignId, config, abort.signal, (done, total) =>
      tell({ phase: 'phase.calibrate', done, total, epoch: snapshot.epoch }),
    );
    const [trainer, referee] = await this.startTrainers(run, config, engines, snapshot, {
      warmUp: (done, total) => tell({ phase: 'phase.kernels', done, total, epoch: snapshot.epoch }),
      lost: ({ reason }) => {
        this.note(campaignId, 'engine.lost', reason).catch((error: unknown) =>
          this.tellError(campaignId, error),
        );
      },
    });
    const adapter = await adapterOf(engines);
    const { acting, updating } = engines;
    await this.noteEngines(campaignId, 'engine.started', { acting, updating, adapter });
    run.runner = new CampaignRunner(
      campaignId,
      config,
      {
        store: this.resources.store,
        environments,
        trainer,
        referee,
        onActing: (policy) => this.resources.provider.useStudent?.(policy),
      },
      {
        progress: tell,
        committed: ({ event, snapshot: after, report }) => {
          this.emit({ kind: 'event', event, snapshot: after });
          if (report) this.emit({ kind: 'report', report });
        },
        metrics: (rows) => this.emit({ kind: 'metrics', rows }),
        held: () => this.setState(run, 'paused'),
      },
      abort.signal,
    );
    if (run.state === 'pausing' || run.state === 'paused') run.runner.pause();
    return run.runner;
  }

  private async prepare(
    config: CampaignConfig,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<ReadonlyMap<EnvironmentId, Environment>> {
    const environments = await this.resources.provider.prepare(config, onProgress, signal);
    signal.throwIfAborted();
    return environments;
  }

  /**
   * The engines that the config names, or that a calibration chooses: it is made at the campaign's
   * first start, and recorded before anything is computed, so that every later start does the same.
   */
  private async chooseEngines(
    campaignId: string,
    config: CampaignConfig,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<EnginePair> {
    const named = namedEngines(config.engine);
    if (named !== null) return named;
    const known = latestEngineEntry(await this.resources.store.journal(campaignId), 'engine.calibrated');
    if (known !== null) return known;
    const calibration = await calibrate(config, { onProgress, signal });
    await this.noteEngines(campaignId, 'engine.calibrated', calibration);
    return calibration;
  }

  /** Recorded as JSON, so that it can be read back. */
  private noteEngines(campaignId: string, kind: EngineEntryKind, detail: EnginesInUse): Promise<void> {
    return this.note(campaignId, kind, JSON.stringify(detail));
  }

  /**
   * The learner and the referee, both at the active checkpoint; they end with the run.
   * @throws ChosenEngineError, when a calibration chose the engines; else as `createEngine`.
   */
  private async startTrainers(
    run: ActiveRun,
    config: CampaignConfig,
    engines: EnginePair,
    { pointers: { active } }: ControlSnapshot,
    listener: EngineListener,
  ): Promise<[trainer: Trainer, referee: Trainer]> {
    const { bytes } = await this.requireCheckpoint(run.campaignId, active);
    const state = await decodeCheckpoint(bytes, `checkpoint ${active.slice(0, 12)}`);
    try {
      const trainer = await Trainer.create(config, state, { engines, listener });
      run.trainers.push(trainer);
      const { encoder } = trainer;
      const referee = await Trainer.create(config, state, { engines, listener, encoder });
      run.trainers.push(referee);
      return [trainer, referee];
    } catch (error) {
      throw config.engine === 'auto' ? new ChosenEngineError(engines, error) : error;
    }
  }

  private async requireCheckpoint(campaignId: string, checkpointId: string): Promise<StoredCheckpoint> {
    const stored = await this.resources.store.checkpoint(campaignId, checkpointId);
    if (stored === null) {
      throw new WorkbenchError(`campaign ${campaignId} has no checkpoint ${checkpointId.slice(0, 12)}`);
    }
    return stored;
  }

  /** Holds a run at its next safe point; a run that is not going is left as it is. */
  async pause(campaignId: string): Promise<void> {
    const run = this.active;
    if (run?.campaignId !== campaignId) {
      throw new WorkbenchError(`campaign ${campaignId} is not at work`);
    }
    if (run.state !== 'running' && run.state !== 'preparing') return;
    this.setState(run, 'pausing');
    run.runner?.pause();
    await this.note(campaignId, 'paused', 'by hand');
  }

  /** Ends a run at its last committed event. A campaign that is not at work is left as it is. */
  async stop(campaignId: string): Promise<void> {
    this.lastState.delete(campaignId);
    const run = this.active;
    if (run?.campaignId !== campaignId) {
      this.emit({ kind: 'campaigns' });
      return;
    }
    this.setState(run, 'stopping');
    run.abort.abort(new WorkbenchError('stopped by hand'));
    await run.ended;
  }

  // ------------------------------------------------- checkpoints, evaluation

  async restore(campaignId: string, checkpointId: string): Promise<void> {
    this.requireIdle(campaignId);
    const { record, snapshot } = await this.require(campaignId);
    const stored = await this.requireCheckpoint(campaignId, checkpointId);
    const state = await decodeCheckpoint(stored.bytes, `checkpoint ${checkpointId.slice(0, 12)}`);
    const { stateHash } = await encodeCheckpoint(state);
    const event = await nextEvent(snapshot, campaignId, {
      kind: 'choice.made',
      restored: checkpointId,
      stateHash,
    });
    const options = { rollbackLimit: record.config.closing.rollbackLimit };
    const after = applyEvent(snapshot, event, options);
    await this.resources.store.commit({ event, snapshot: after });
    await this.note(campaignId, 'restored', `checkpoint ${checkpointId.slice(0, 12)} by hand`);
    this.lastState.delete(campaignId);
    this.emit({ kind: 'event', event, snapshot: after });
  }

  async exportCheckpoint(campaignId: string, checkpointId: string) {
    const { record, bytes } = await this.requireCheckpoint(campaignId, checkpointId);
    const name = `${campaignId}-epoch${record.epoch}-${checkpointId.slice(0, 8)}.safetensors`;
    return { name, bytes };
  }

  async importCheckpoint(name: string, bytes: Uint8Array, seed: number | null) {
    this.requireWriter();
    const state = await decodeCheckpoint(bytes, name);
    const { checkpointId, stateHash } = await encodeCheckpoint(state);
    const config = parseCampaignConfig({
      ...DEMO.config,
      name: `From ${name}`.slice(0, 80),
      seed: seed ?? DEMO.config.seed,
      student: state.student,
      initialCheckpoint: stateHash,
    });
    const campaignId = await this.store(config, state, 'import');
    return { campaignId, checkpointId };
  }

  async generateBenchmark(options: { environment: string; seed: number; count: number | null }) {
    return this.resources.provider.generateBenchmark(options, (done, total) =>
      this.tellPreparation('phase.benchmark', done, total),
    );
  }

  /** Progress of work that belongs to no campaign. */
  private tellPreparation(phase: string, done: number, total: number): void {
    this.emit({
      kind: 'progress',
      progress: {
        campaignId: null,
        state: 'preparing',
        phase,
        done,
        total,
        fraction: done / Math.max(1, total),
        secondsLeft: null,
        epoch: 0,
        epochs: 0,
      },
    });
  }

  async evaluate({
    campaignId,
    split,
  }: {
    campaignId: string;
    split: 'validation' | 'heldout';
  }): Promise<EvaluationReport> {
    this.requireIdle(campaignId);
    const { record, snapshot } = await this.require(campaignId);
    requireCompletedFor(split, campaignId, snapshot);
    const key = evaluationKey(split, snapshot.epoch, snapshot.pointers.active);
    if (!evaluationsIn(await this.resources.store.events(campaignId)).has(key)) {
      await this.evaluating(campaignId, snapshot, withWindow(record.config, split), (runner) =>
        runner.evaluateOnce(split),
      );
    }
    return this.reportOf(campaignId, split);
  }

  async evaluateElsewhere({
    campaignId,
    split,
    environments,
    tasks,
  }: {
    campaignId: string;
    split: 'validation' | 'heldout';
    environments: unknown;
    tasks?: number;
  }): Promise<EvaluationReport> {
    const { record, snapshot } = await this.require(campaignId);
    requireCompletedFor(split, campaignId, snapshot);
    const window = tasks === undefined ? {} : { validationTasks: tasks, heldoutTasks: tasks };
    const evaluation = { ...record.config.evaluation, ...window };
    const config = parseCampaignConfig({ ...record.config, environments, evaluation });
    this.resources.provider.check(config);
    return this.evaluating(campaignId, snapshot, withWindow(config, split), (runner) => runner.score(split));
  }

  /**
   * Evaluating is work on a campaign like any other: nothing else may run beside it.
   * @throws WorkbenchError when something does; what the evaluation throws.
   */
  private async evaluating<T>(
    campaignId: string,
    snapshot: ControlSnapshot,
    config: CampaignConfig,
    work: (runner: CampaignRunner) => Promise<T>,
  ): Promise<T> {
    if (this.active !== null) {
      throw new WorkbenchError(`campaign ${this.active.campaignId} is at work; stop it first`);
    }
    let result: Promise<T> | null = null;
    await this.begin(campaignId, async (run) => {
      result = this.createRunner(run, config, snapshot).then((runner) => {
        if (run.state === 'preparing') this.setState(run, 'running');
        return work(runner);
      });
      // Whoever asked is told; the campaign itself has not failed.
      await result.catch(() => undefined);
      return snapshot.mode === 'completed' ? 'completed' : 'idle';
    });
    if (result === null) throw new WorkbenchError(`campaign ${campaignId}: the evaluation did not start`);
    return result;
  }

  async bridge(): Promise<BridgeStatus> {
    return this.resources.bridge?.connect() ?? { state: 'absent', reason: 'There is no bridge here' };
  }

  /** The newest report of the active checkpoint on a split, with the campaign's digest. */
  private async reportOf(campaignId: string, split: EvaluationReport['split']): Promise<EvaluationReport> {
    const { snapshot } = await this.require(campaignId);
    const reports = await this.resources.store.reports(campaignId);
    const { active } = snapshot.pointers;
    const report = reports.findLast((r) => r.split === split && r.checkpointId === active);
    if (!report) throw new WorkbenchError(`campaign ${campaignId} has no evaluation on ${split}`);
    return { ...report, digest: snapshot.headHash };
  }

  async drillRollback({
    seed,
    fault,
  }: {
    seed: number;
    fault: 'learning_rate_x100' | 'sign_flipped_advantages';
  }): Promise<DrillReport> {
    const config = drillConfig(seed, fault);
    const known = await this.createCampaign(config);
    // A drill is run, not remembered: an earlier one of the same config starts over.
    if ((await this.require(known)).snapshot.sequence > 0) await this.deleteCampaign(known);
    const campaignId = await this.createCampaign(config);
    const stopWhenCaught = (update: WorkbenchUpdate) => {
      if (update.kind !== 'event' || update.event.campaignId !== campaignId) return;
      if (undoesFault(update.event.payload, config)) {
        this.active?.abort.abort(new WorkbenchError('the drill has seen its rollback'));
      }
    };
    this.listeners.push(stopWhenCaught);
    try {
      const end = await this.run(campaignId);
      if (end === 'failed' || end === 'paused')
        throw new WorkbenchError('the drill could not be run; see the journal');
    } finally {
      this.listeners.splice(this.listeners.indexOf(stopWhenCaught), 1);
    }
    return this.drillReport(campaignId, config, fault);
  }

  private async drillReport(campaignId: string, config: CampaignConfig, fault: string): Promise<DrillReport> {
    const { store } = this.resources;
    const events = await store.events(campaignId);
    const injectedAtEpoch = config.faults[0]?.epoch ?? 0;
    const at = events.findIndex(({ payload }) => undoesFault(payload, config));
    const rollback = events[at]?.payload;
    const close = events[at - 1]?.payload;
    const { snapshot } = await this.require(campaignId);
    const report: DrillReport = {
      fault,
      injectedAtEpoch,
      caughtAtEpoch: null,
      decision: 'not caught',
      restored: null,
      parametersIdentical: false,
      optimiserIdentical: false,
      campaignId,
      digest: snapshot.headHash,
    };
    if (rollback?.kind !== 'rollback.completed' || close?.kind !== 'epoch.closed') return report;
    const stored = await this.requireCheckpoint(campaignId, rollback.restored);
    // Decoded again from what is stored, so that the comparison does not rest on the event alone.
    const again = await encodeCheckpoint(await decodeCheckpoint(stored.bytes, 'restored checkpoint'));
    return {
      ...report,
      caughtAtEpoch: rollback.epoch,
      decision: `${close.decision.action}: ${close.decision.reason}`,
      restored: rollback.restored,
      parametersIdentical:
        again.checkpointId === rollback.restored && snapshot.pointers.active === rollback.restored,
      optimiserIdentical: again.stateHash === rollback.stateHash,
    };
  }

  async calibrateEngines({ seed }: { seed: number }): Promise<Calibration> {
    if (this.active !== null) {
      throw new WorkbenchError(
        `campaign ${this.active.campaignId} is at work and would be measured with the engines; stop it first`,
      );
    }
    return calibrate(
      { ...DEMO.config, seed },
      { onProgress: (done, total) => this.tellPreparation('phase.calibrate', done, total) },
    );
  }

  usage() {
    return this.resources.store.usage();
  }

  async killEnvironmentWorker(): Promise<void> {
    this.resources.provider.killWorker();
  }
}

/** Whether an event is a rollback while the campaign's fault was acting: a later one is not its doing. */
function undoesFault(payload: ControlPayload, { faults }: CampaignConfig): boolean {
  return (
    payload.kind === 'rollback.completed' &&
    faults.some(({ epoch, epochs }) => payload.epoch >= epoch && payload.epoch < epoch + epochs)
  );
}

/** The engines of a campaign's last run; before the first, those that its config names. */
function enginesOf(config: CampaignConfig, journal: readonly JournalEntry[]): EnginesInUse | null {
  const started = latestEngineEntry(journal, 'engine.started');
  if (started !== null) return started;
  const named = namedEngines(config.engine);
  return named === null ? null : { ...named, adapter: null };
}

/** @throws WorkbenchError when held-out tasks are asked for too early. */
function requireCompletedFor(
  split: 'validation' | 'heldout',
  campaignId: string,
  { mode }: ControlSnapshot,
): void {
  if (split !== 'heldout' || mode === 'completed') return;
  throw new WorkbenchError(
    `campaign ${campaignId} is not completed: held-out tasks are for the closing claim. Finish it, or evaluate on validation`,
  );
}

/** Tasks of an evaluation by hand when the campaign itself asks for none. */
const DEFAULT_WINDOW = { validation: 64, heldout: 208 } as const;

function withWindow(config: CampaignConfig, split: 'validation' | 'heldout'): CampaignConfig {
  const { evaluation } = config;
  return {
    ...config,
    evaluation: {
      ...evaluation,
      validationTasks: split === 'validation' ? evaluation.validationTasks || DEFAULT_WINDOW.validation : 0,
      heldoutTasks: split === 'heldout' ? evaluation.heldoutTasks || DEFAULT_WINDOW.heldout : 0,
    },
  };
}

/** Phases before the campaign itself. */
const PREPARATIONS: readonly string[] = ['phase.benchmark', 'phase.calibrate', 'phase.kernels'];

/** Whole-campaign progress and the time left, from how fast it went since it started. */
class ProgressMeter {
  private startedAt = performance.now();
  private startFraction: number | null = null;
  private fraction = 0;

  constructor(
    private readonly config: CampaignConfig,
    startEpoch: number,
  ) {
    this.fraction = this.at(startEpoch);
  }

  /** Fraction of the campaign when so many epochs are done. */
  private at(epochs: number): number {
    return epochs / (this.config.epochs * (1 + HELDOUT_SHARE));
  }

  measure({ phase, done, total, epoch }: RunnerProgress): Omit<Progress, 'campaignId' | 'state'> {
    const share = done / Math.max(1, total);
    const span = PHASE_SPAN[phase];
    if (phase === 'phase.heldout') {
      const start = this.at(this.config.epochs);
      this.fraction = start + share * (1 - start);
    } else if (span) {
      const [from, to] = span;
      this.fraction = Math.max(this.fraction, this.at(epoch + from + share * (to - from)));
    }
    if (this.startFraction === null && !PREPARATIONS.includes(phase)) {
      this.startFraction = this.fraction;
      this.startedAt = performance.now();
    }
    const gained = this.fraction - (this.startFraction ?? this.fraction);
    const elapsed = (performance.now() - this.startedAt) / 1000;
    const secondsLeft = gained > 0.01 ? (elapsed / gained) * (1 - this.fraction) : null;
    return { phase, done, total, fraction: this.fraction, secondsLeft, epoch, epochs: this.config.epochs };
  }
}

/**
 * The wire between the page (or the headless command) and the learner worker: only types.
 * Everything here is structured-cloneable, except listeners, which are comlink proxies.
 */
import type { CampaignConfig } from '../src/core/campaign-config.ts';
import type {
  CampaignRecord,
  EpisodeHeader,
  EpisodeQuery,
  JournalEntry,
  MetricRow,
} from '../src/core/campaign-store.ts';
import type {
  CheckpointRecord,
  ControlEvent,
  ControlSnapshot,
  Episode,
  EvaluationReport,
} from '../src/core/contracts.ts';
import type { Calibration, EnginesInUse } from '../src/core/engine-calibration.ts';
import type { BridgeStatus } from '../src/environments/browser/index.ts';

/** State of a campaign's run in this worker. */
export type RunState =
  | 'idle'
  | 'preparing'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'stopping'
  | 'completed'
  | 'frozen'
  | 'failed';

/** How far a long piece of work is. */
export interface Progress {
  campaignId: string | null;
  state: RunState;
  /** What is being done now, a message key of the catalogue, e.g. `phase.update`. */
  phase: string;
  /** Done and to do, in the units of the phase. */
  done: number;
  total: number;
  /** Whole-campaign fraction in [0, 1] and the estimated seconds left; null when unknown. */
  fraction: number;
  secondsLeft: number | null;
  epoch: number;
  epochs: number;
}

/** A message pushed to subscribers while work goes on. */
export type WorkbenchUpdate =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'metrics'; rows: MetricRow[] }
  | { kind: 'event'; event: ControlEvent; snapshot: ControlSnapshot }
  | { kind: 'report'; report: EvaluationReport }
  | { kind: 'error'; campaignId: string | null; name: string; message: string }
  | { kind: 'bridge'; status: BridgeStatus }
  | { kind: 'campaigns' };

/** What the worker is and can do, after it started. */
export interface BootInfo {
  /** False when another tab holds the writer's lock: everything can be looked at, nothing changed. */
  writer: boolean;
  persisted: boolean;
  /** A campaign whose run was cut off when its tab closed, to be resumed; null when there is none. */
  interrupted: string | null;
  presets: { id: string; config: CampaignConfig }[];
}

/** All that a campaign's panels show. */
export interface CampaignView {
  record: CampaignRecord;
  snapshot: ControlSnapshot;
  state: RunState;
  events: ControlEvent[];
  checkpoints: CheckpointRecord[];
  metrics: MetricRow[];
  journal: JournalEntry[];
  reports: EvaluationReport[];
  /** Those of the last run, or that the next will have; null when a calibration is still to choose them. */
  engines: EnginesInUse | null;
  /** What the engines were chosen by; null where the config names them, and before the first start. */
  calibration: Calibration | null;
}

/** Result of a generated benchmark. */
export interface BenchmarkSummary {
  seed: number;
  tasks: number;
  bySplit: Record<string, number>;
  byFamily: Record<string, number>;
  rejected: Record<string, number>;
  hash: string;
  seconds: number;
}

/** Evidence of a rollback drill. */
export interface DrillReport {
  fault: string;
  injectedAtEpoch: number;
  caughtAtEpoch: number | null;
  decision: string;
  restored: string | null;
  parametersIdentical: boolean;
  optimiserIdentical: boolean;
  campaignId: string;
  digest: string;
}

/** What the page itself gives its learner, beside asking it for things. */
export interface LearnerApi extends WorkbenchApi {
  /** A port to `hostFrames` in the page: only a page can have frames. Given before anything else. */
  provideFrames(port: MessagePort): Promise<void>;
}

/** Everything the page and the headless command can ask of the learner worker. */
export interface WorkbenchApi {
  boot(): Promise<BootInfo>;
  /** Validates an untrusted config. @throws with the path of the wrong key and what is allowed. */
  checkConfig(config: unknown): Promise<CampaignConfig>;
  createCampaign(config: unknown): Promise<string>;
  /** Starts or resumes; resolves when the run has ended: completed, frozen, stopped, paused by a failure, or failed. */
  run(campaignId: string): Promise<RunState>;
  pause(campaignId: string): Promise<void>;
  stop(campaignId: string): Promise<void>;
  campaigns(): Promise<{ record: CampaignRecord; snapshot: ControlSnapshot; state: RunState }[]>;
  campaign(campaignId: string): Promise<CampaignView>;
  episodes(query: EpisodeQuery): Promise<{ rows: EpisodeHeader[]; total: number }>;
  episode(campaignId: string, episodeId: string): Promise<Episode>;
  deleteCampaign(campaignId: string): Promise<void>;
  /** Restores a checkpoint's weights and optimiser state by hand (also the way out of a freeze). */
  restore(campaignId: string, checkpointId: string): Promise<void>;
  exportCheckpoint(campaignId: string, checkpointId: string): Promise<{ name: string; bytes: Uint8Array }>;
  /**
   * Imports a safetensors checkpoint as a new campaign that starts from it; a null seed is the demo's.
   * @throws with the reason.
   */
  importCheckpoint(
    name: string,
    bytes: Uint8Array,
    seed: number | null,
  ): Promise<{ campaignId: string; checkpointId: string }>;
  generateBenchmark(options: {
    environment: string;
    seed: number;
    count: number | null;
  }): Promise<BenchmarkSummary>;
  /** Evaluates the active checkpoint; held-out tasks only once the campaign is completed. */
  evaluate(options: { campaignId: string; split: 'validation' | 'heldout' }): Promise<EvaluationReport>;
  /**
   * Scores the active checkpoint in other environments than its campaign's: another driver, other tasks.
   * The report is returned and not made a part of the campaign.
   */
  evaluateElsewhere(options: {
    campaignId: string;
    split: 'validation' | 'heldout';
    /** As in a campaign's config. */
    environments: unknown;
    /** How many; left out, as in the campaign. */
    tasks?: number;
  }): Promise<EvaluationReport>;
  drillRollback(options: {
    seed: number;
    fault: 'learning_rate_x100' | 'sign_flipped_advantages';
  }): Promise<DrillReport>;
  /** Measures the engines on the shapes of the demo's student; of the seed are the random states. */
  calibrateEngines(options: { seed: number }): Promise<Calibration>;
  /** The state of the bridge to a separate Chromium, looked for now. */
  bridge(): Promise<BridgeStatus>;
  usage(): Promise<{ usedBytes: number; quotaBytes: number }>;
  subscribe(listener: (update: WorkbenchUpdate) => void): Promise<void>;
  /** Stops the workers behind this one. For drills: the shell worker dies without warning. */
  killEnvironmentWorker(): Promise<void>;
}

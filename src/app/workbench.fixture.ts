/** A learner made of fixed records, for rendering the page in tests. */
import type {
  CampaignView,
  Progress,
  RunState,
  WorkbenchApi,
  WorkbenchUpdate,
} from '../../workers/learner.protocol.ts';
import { CampaignConfig } from '../core/campaign-config.ts';
import type { EpisodeHeader, MetricRow } from '../core/campaign-store.ts';
import type {
  CheckpointRecord,
  CloseAction,
  ComparisonCounts,
  ControlEvent,
  ControlPayload,
  Episode,
  EvaluationReport,
  Lane,
  Outcome,
} from '../core/contracts.ts';
import type { Calibration } from '../core/engine-calibration.ts';

const CAMPAIGN_ID = 'demo-7';

/** Hexadecimal digits that look like a hash and are the same every time. */
function hash(seed: number): string {
  let state = (seed * 2_654_435_761) >>> 0;
  let text = '';
  while (text.length < 64) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    text += state.toString(16).padStart(8, '0');
  }
  return text.slice(0, 64);
}

/** A wobble in [-1, 1] that depends on its index only. */
function wobble(index: number): number {
  return Math.sin(index * 12.9898) * Math.cos(index * 4.1414);
}

/** How the fixture's epochs were closed, where it was not `continue`. */
const ACTIONS: Readonly<Record<number, CloseAction>> = {
  2: 'promote',
  5: 'promote',
  8: 'rollback_to_pre_update_ref',
  11: 'promote',
  14: 'rollback_to_last_stable',
  17: 'replay_only',
  19: 'promote',
};

interface Chain {
  events: ControlEvent[];
  checkpoints: CheckpointRecord[];
  active: string;
  preUpdate: string | null;
  lastStable: string;
}

function counts(better: number, worse: number, failed = 0): ComparisonCounts {
  return { better, worse, failed, same: 64 - better - worse - failed };
}

function decisionOf(epoch: number, action: CloseAction) {
  const bad = action.startsWith('rollback');
  return {
    action,
    reason: bad
      ? '3 better, 21 worse of 64 pairs: p = 0.00014 is below 0.005.'
      : action === 'promote'
        ? 'Better ≥ worse against last_stable for 2 epochs running, no comparison failed.'
        : action === 'replay_only'
          ? '9 of 64 pairs failed, more than 10 %.'
          : 'No threshold was crossed.',
    pWorseThanPreUpdate: bad ? 0.000_14 : 0.63,
    pWorseThanLastStable: bad ? 0.0021 : 0.81,
    streakBefore: bad ? 1 : 0,
    streakAfter: 0,
    promotableEpochsAfter: action === 'promote' ? 0 : 1,
    evidence: [
      {
        environment: 'shell' as const,
        pairs: 64,
        againstPreUpdate: bad ? counts(3, 21) : counts(9 + (epoch % 4), 5, action === 'replay_only' ? 9 : 0),
        againstLastStable: bad ? counts(4, 18) : counts(12, 6),
      },
    ],
  };
}

function chain(epochs: number): Chain {
  const events: ControlEvent[] = [];
  const say = (payload: ControlPayload): void => {
    const sequence = events.length;
    events.push({
      schemaVersion: 1,
      campaignId: CAMPAIGN_ID,
      eventId: `${CAMPAIGN_ID}:${sequence}:${payload.kind}`,
      sequence,
      previousHash: sequence === 0 ? null : hash(sequence - 1),
      payload,
      hash: hash(sequence),
    });
  };
  const record = (index: number, parent: string | null, epoch: number): CheckpointRecord => ({
    schemaVersion: 1,
    checkpointId: hash(1000 + index),
    campaignId: CAMPAIGN_ID,
    parent,
    epoch,
    stateHash: hash(5000 + index),
    byteLength: 4_812_344,
    origin: index === 0 ? 'initial' : 'update',
  });
  const first = record(0, null, 0);
  const checkpoints = [first];
  let active = first.checkpointId;
  let preUpdate: string | null = null;
  let lastStable = first.checkpointId;
  say({ kind: 'campaign.created', configHash: hash(9000), checkpointId: active });
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const made = record(epoch + 1, active, epoch + 1);
    checkpoints.push(made);
    preUpdate = active;
    active = made.checkpointId;
    say({
      kind: 'update.completed',
      epoch,
      checkpointId: active,
      stateHash: made.stateHash,
      batches: [0, 1, 2, 3].map((round) => ({
        epoch,
        round,
        environments: [
          {
            environment: 'shell',
            episodes: 32,
            steps: 214 - epoch - round,
            meanReward: -0.1 + 0.03 * epoch,
            outcomes: { success: Math.min(29, 6 + epoch), partial: 2, failure: 1, blocked: 0 },
          },
        ],
        episodesHash: hash(7000 + epoch * 4 + round),
      })),
    });
    const action = ACTIONS[epoch] ?? 'continue';
    say({
      kind: 'epoch.closed',
      epoch,
      decision: decisionOf(epoch, action),
      lanesHash: hash(8000 + epoch),
      lanes: { positive: 9, neutral: 17, negative: 4, diagnostic_only: 2 },
    });
    if (action === 'promote') {
      lastStable = active;
      preUpdate = null;
    } else if (action.startsWith('rollback')) {
      const restored = action === 'rollback_to_last_stable' ? lastStable : (preUpdate ?? lastStable);
      say({ kind: 'rollback.completed', epoch, restored, stateHash: hash(5000), reason: 'worse' });
      active = restored;
      preUpdate = null;
    }
  }
  return { events, checkpoints, active, preUpdate, lastStable };
}

function metricsOf(epochs: number): MetricRow[] {
  const rows: MetricRow[] = [];
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const learned = 1 - Math.exp(-epoch / 7);
    for (let round = 0; round < 4; round += 1) {
      const noise = wobble(epoch * 4 + round);
      rows.push({
        campaignId: CAMPAIGN_ID,
        epoch,
        round,
        values: {
          'rollout/ep_rew_mean/shell': -0.15 + 0.95 * learned + 0.06 * noise,
          'rollout/success_rate/shell': Math.max(0, Math.min(1, 0.16 + 0.68 * learned + 0.05 * noise)),
          'train/approx_kl': 0.012 + 0.006 * noise + (epoch === 8 ? 0.04 : 0),
          'train/clip_fraction': 0.11 + 0.05 * noise,
          'train/entropy_loss': -2.4 + 1.6 * learned + 0.08 * noise,
          'train/explained_variance': 0.1 + 0.7 * learned + 0.08 * noise,
          'train/value_loss': 0.32 - 0.2 * learned + 0.03 * noise,
          'train/policy_gradient_loss': -0.012 + 0.005 * noise,
          'train/distill_loss': 1.9 - 1.3 * learned + 0.06 * noise,
          'train/grad_norm': 0.7 + 0.2 * noise,
        },
      });
    }
    const { evidence } = decisionOf(epoch, ACTIONS[epoch] ?? 'continue');
    const compared = evidence[0]?.againstPreUpdate ?? counts(0, 0);
    rows.push({
      campaignId: CAMPAIGN_ID,
      epoch,
      round: null,
      values: {
        'compare/better': compared.better,
        'compare/same': compared.same,
        'compare/worse': compared.worse,
        'compare/failed': compared.failed,
      },
    });
    if (epoch % 4 === 3) {
      const baselines = BASELINES.map(([name, rate]) => [`eval/baseline/${name}/shell`, rate]);
      rows.push({
        campaignId: CAMPAIGN_ID,
        epoch,
        round: 1000,
        values: { 'eval/success_rate/shell': 0.2 + 0.58 * learned, ...Object.fromEntries(baselines) },
      });
    }
  }
  return rows;
}

const BASELINES: readonly (readonly [string, number])[] = [
  ['random', 0.16],
  ['textual-order', 0.31],
  ['operator-prior', 0.68],
  ['operator-prior-x-ochiai2', 0.76],
  ['operator-prior-x-infection8', 0.78],
  ['oracle', 1],
];

function estimate(successRate: number) {
  const half = 1.96 * Math.sqrt((successRate * (1 - successRate)) / 60);
  return {
    successRate,
    ci95: [Math.max(0, successRate - half), Math.min(1, successRate + half)] as [number, number],
    meanReward: successRate * 1.2 - 0.2,
  };
}

function reportOf(checkpointId: string): EvaluationReport {
  return {
    schemaVersion: 1,
    campaignId: CAMPAIGN_ID,
    checkpointId,
    split: 'heldout',
    seed: 7,
    digest: hash(42),
    seconds: 41.237,
    environments: {
      shell: {
        tasks: 208,
        clusters: 12,
        student: estimate(0.8125),
        baselines: Object.fromEntries(BASELINES.map(([name, rate]) => [name, estimate(rate)])),
        byFamily: {
          'off-by-one': { tasks: 41, successRate: 0.878 },
          'comparison-flip': { tasks: 38, successRate: 0.842 },
          'wrong-operator': { tasks: 44, successRate: 0.795 },
          'swapped-arguments': { tasks: 29, successRate: 0.724 },
          'constant-change': { tasks: 31, successRate: 0.903 },
          'dropped-negation': { tasks: 25, successRate: 0.68 },
        },
        notes: { overfit: 6, meanSteps: 5.317 },
      },
    },
  };
}

const LANES: readonly (Lane | null)[] = ['positive', 'neutral', 'negative', 'diagnostic_only', null, null];
const OUTCOMES: readonly Outcome[] = ['success', 'success', 'partial', 'failure', 'success', 'blocked'];
const FAMILIES = ['off-by-one', 'comparison-flip', 'wrong-operator', 'swapped-arguments'] as const;

function headersOf(count: number): EpisodeHeader[] {
  return Array.from({ length: count }, (_, index): EpisodeHeader => {
    const lane = LANES[index % 6] ?? null;
    const outcome = OUTCOMES[(index * 7) % 6] ?? 'failure';
    return {
      episodeId: `episode-${index}`,
      campaignId: CAMPAIGN_ID,
      epoch: 21 - Math.floor(index / 10),
      environment: 'shell',
      taskId: `arrays/rotate-list/${FAMILIES[index % 4] ?? ''}/${index}`,
      taskFamily: FAMILIES[index % 4] ?? 'off-by-one',
      purpose: lane === null ? 'update' : 'lane',
      outcome,
      terminalReward:
        outcome === 'success' ? 1 : outcome === 'partial' ? 0.25 : outcome === 'blocked' ? 0 : -1,
      steps: 3 + (index % 7),
      lane,
      relativeOutcome:
        lane === 'positive' ? 'better' : lane === 'neutral' ? 'same' : lane === 'negative' ? 'worse' : null,
    };
  });
}

function episodeOf(header: EpisodeHeader): Episode {
  const patches = Array.from({ length: 22 }, (_, index) => ({
    key: `patch:${index}`,
    verb: 'patch',
    text: `op:offset kind:binary line:${index}`,
    numbers: [],
    label: `rotate-list.js:${4 + index}  ${index % 2 === 0 ? 'i < n  →  i <= n' : 'a + b  →  a - b'}`,
  }));
  const base = [
    { key: 'run:test', verb: 'run', text: 'node --test', numbers: [], label: 'node --test' },
    { key: 'read:src', verb: 'read', text: 'src rotate list', numbers: [], label: 'src/rotate-list.js' },
    { key: 'stop', verb: 'stop', text: 'stop', numbers: [], label: 'stop: nothing more to do' },
  ];
  const steps = [
    {
      action: 0,
      emitted: '{"action":"run","command":"node --test"}',
      output:
        '\u001b[32m✔\u001b[39m keeps an empty list \u001b[90m(0.4ms)\u001b[39m\n\u001b[31m✖ rotates by more than its length (1.1ms)\u001b[39m\n\u001b[1mℹ tests 8\u001b[22m\nℹ pass 6\nℹ fail 2\n\n  AssertionError: Expected values to be strictly deep-equal:\n  + actual - expected\n\n    [\n  +   3,\n  +   1\n  -   1,\n  -   3\n    ]',
      diff: null,
      candidates: base,
      acceptable: [0, 1],
    },
    {
      action: 1,
      emitted: '{"action":"read","path":"src/rotate-list.js"}',
      output:
        'export function rotateList(list, by) {\n  const n = list.length;\n  if (n === 0) return [];\n  const shift = ((by % n) - n) % n;\n  return [...list.slice(shift), ...list.slice(0, shift)];\n}',
      diff: null,
      candidates: base,
      acceptable: [1],
    },
    {
      action: 3,
      emitted: '{"action":"patch","diff":"--- a/src/rotate-list.js\\n+++ b/src/rotate-list.js"}',
      output: '\u001b[32m✔ 8 of 8 tests pass: patch kept\u001b[39m',
      diff: '--- a/src/rotate-list.js\n+++ b/src/rotate-list.js\n@@ -1,6 +1,6 @@\n export function rotateList(list, by) {\n   const n = list.length;\n   if (n === 0) return [];\n-  const shift = ((by % n) - n) % n;\n+  const shift = ((by % n) + n) % n;\n   return [...list.slice(shift), ...list.slice(0, shift)];\n }',
      candidates: [...base, ...patches],
      acceptable: [3],
    },
  ];
  return {
    schemaVersion: 1,
    episodeId: header.episodeId,
    campaignId: header.campaignId,
    environment: 'shell',
    taskId: header.taskId,
    taskHash: hash(3),
    taskFamily: header.taskFamily,
    split: 'train',
    purpose: header.purpose,
    epoch: header.epoch,
    seed: 1_234_567,
    checkpointId: hash(1012),
    behaviour: 'greedy',
    trajectory: steps.map((step, index) => {
      const weights = step.candidates.map((_, place) => (place === step.action ? 9 : 1 / (1 + place)));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return {
        observation: {
          environment: 'shell' as const,
          fields: {
            goal: 'Make the tests of rotate-list pass by repairing src/rotate-list.js.',
            seen: step.output,
            trace: 'run node --test',
            errors: 'rotates by more than its length',
          },
          numbers: [0.25],
          candidates: step.candidates,
        },
        action: step.action,
        logProbability: Math.log((weights[step.action] ?? 1) / total),
        value: 0.41 + 0.15 * index,
        probabilities: weights.map((weight) => weight / total),
        dropoutSeed: null,
        acceptable: step.acceptable,
        result: {
          status: 'ok' as const,
          emitted: step.emitted,
          output: step.output,
          diff: step.diff,
          progress: true,
          stopReason: index === steps.length - 1 ? ('finished' as const) : null,
        },
      };
    }),
    outcome: header.outcome,
    stopReason: 'finished',
    terminalReward: header.terminalReward,
    reward: header.terminalReward,
    boundary: false,
    teacherTriggerReason: null,
    teacherSignal: null,
    comparison:
      header.relativeOutcome === null
        ? null
        : {
            status: 'completed',
            relativeOutcome: header.relativeOutcome,
            candidateCheckpoint: hash(1012),
            referenceCheckpoint: hash(1011),
            candidateReward: header.terminalReward,
            referenceReward: 0.25,
            reason: 'by terminal reward',
          },
    lane: header.lane,
    evidence: { 'tests before': '2 of 8 failed', 'tests after': '8 of 8 pass', 'patches tried': 1 },
    safetyViolation: null,
    infrastructureFailure: null,
  };
}

/** What a fixture can be asked to be. */
export interface FixtureOptions {
  epochs?: number;
  state?: RunState;
  /** No campaign is stored. */
  empty?: boolean;
  writer?: boolean;
  frozen?: boolean;
  completed?: boolean;
  /** The campaign's run was cut off; `paused` when a person had paused it. */
  interrupted?: 'running' | 'paused';
  /** The engines were chosen by this calibration. */
  calibration?: Calibration;
  /** Methods that answer otherwise, e.g. that fail. */
  override?: Partial<WorkbenchApi>;
}

/** A fake learner, and a way to push updates as the real one does. */
export interface Fixture {
  api: WorkbenchApi;
  campaignId: string;
  view: CampaignView;
  push(update: WorkbenchUpdate): void;
  progress: Progress;
  /** Names of the changing methods that were called, in order. */
  calls: string[];
}

/** Makes a fake learner with one campaign. */
export function fixture(options: FixtureOptions = {}): Fixture {
  const epochs = options.epochs ?? 22;
  const config = CampaignConfig.parse({ name: 'Demo: repair code', environments: { shell: {} } });
  const { events, checkpoints, active, preUpdate, lastStable } = chain(epochs);
  const record = {
    campaignId: CAMPAIGN_ID,
    config,
    configHash: hash(9000),
    createdAt: '2026-11-30T09:30:00.000Z',
  };
  const state = options.state ?? 'running';
  const view: CampaignView = {
    record,
    snapshot: {
      schemaVersion: 1,
      campaignId: CAMPAIGN_ID,
      mode: options.frozen ? 'frozen_failure' : options.completed ? 'completed' : 'running',
      epoch: epochs,
      awaitingClose: false,
      pendingRollback: null,
      pointers: { active, pre_update_ref: preUpdate, last_stable: lastStable },
      checkpoints: checkpoints.map((checkpoint) => checkpoint.checkpointId),
      degradationStreak: 0,
      promotableEpochs: 1,
      rollbacksSincePromotion: 0,
      frozenReason: options.frozen ? 'three rollbacks without a promotion between them' : null,
      sequence: events.length - 1,
      headHash: events.at(-1)?.hash ?? hash(0),
    },
    state,
    events,
    checkpoints,
    metrics: metricsOf(epochs),
    journal:
      options.interrupted === undefined
        ? []
        : ['run.started', ...(options.interrupted === 'paused' ? ['paused'] : [])].map((kind, index) => ({
            campaignId: CAMPAIGN_ID,
            at: `2026-11-30T09:3${index}:00.000Z`,
            kind,
            detail: '',
          })),
    reports: epochs > 0 ? [reportOf(active)] : [],
    engines: options.calibration ?? { acting: 'wasm', updating: 'wasm', adapter: null },
    calibration: options.calibration ?? null,
  };
  const headers = epochs > 0 ? headersOf(200) : [];
  const listeners: ((update: WorkbenchUpdate) => void)[] = [];
  const calls: string[] = [];
  const called = (name: string) => {
    calls.push(name);
    return Promise.resolve();
  };
  const api: WorkbenchApi = {
    bridge: async () => ({ state: 'absent', reason: 'This server has no bridge' }),
    boot: async () => ({
      writer: options.writer ?? true,
      persisted: true,
      interrupted: options.interrupted !== undefined && options.writer !== false ? CAMPAIGN_ID : null,
      presets: [{ id: 'demo', config }],
    }),
    checkConfig: async (untrusted) => CampaignConfig.parse(untrusted),
    createCampaign: async () => {
      calls.push('createCampaign');
      return CAMPAIGN_ID;
    },
    run: async () => {
      calls.push('run');
      return 'completed';
    },
    pause: () => called('pause'),
    stop: () => called('stop'),
    campaigns: async () => (options.empty ? [] : [{ record, snapshot: view.snapshot, state }]),
    campaign: async () => view,
    episodes: async (query) => {
      const rows = headers.filter(
        (row) =>
          (query.lane === undefined || row.lane === query.lane) &&
          (query.purpose === undefined || row.purpose === query.purpose) &&
          (query.outcome === undefined || row.outcome === query.outcome) &&
          (query.epoch === undefined || row.epoch === query.epoch),
      );
      const offset = query.offset ?? 0;
      return { rows: rows.slice(offset, offset + (query.limit ?? rows.length)), total: rows.length };
    },
    episode: async (_campaignId, episodeId) => {
      const header = headers.find((row) => row.episodeId === episodeId);
      if (!header) throw new Error(`no episode ${episodeId}`);
      return episodeOf(header);
    },
    deleteCampaign: () => called('deleteCampaign'),
    restore: () => called('restore'),
    exportCheckpoint: async () => ({ name: 'checkpoint.safetensors', bytes: new Uint8Array(8) }),
    importCheckpoint: async () => ({ campaignId: CAMPAIGN_ID, checkpointId: active }),
    generateBenchmark: async () => {
      throw new Error('the fixture generates no benchmark');
    },
    evaluate: async () => reportOf(active),
    evaluateElsewhere: async () => reportOf(active),
    drillRollback: async () => {
      throw new Error('the fixture runs no drill');
    },
    calibrateEngines: async () => {
      throw new Error('the fixture measures no engines');
    },
    usage: async () => ({ usedBytes: 118_400_000, quotaBytes: 64_000_000_000 }),
    subscribe: async (listener) => {
      listeners.push(listener);
    },
    killEnvironmentWorker: () => called('killEnvironmentWorker'),
    ...options.override,
  };
  return {
    api,
    campaignId: CAMPAIGN_ID,
    view,
    calls,
    push: (update) => {
      for (const listener of listeners) listener(update);
    },
    progress: {
      campaignId: CAMPAIGN_ID,
      state,
      phase: 'phase.update',
      done: 18,
      total: 32,
      fraction: (epochs + 0.3) / config.epochs,
      secondsLeft: 74.4,
      epoch: epochs,
      epochs: config.epochs,
    },
  };
}

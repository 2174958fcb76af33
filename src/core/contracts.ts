/**
 * The records that every part of the workbench shares. Zod schemas are the source of truth,
 * types are inferred, unknown keys are rejected. Records that leave the process (storage,
 * files) are validated when they come back; inside, the types are trusted.
 */
import { z } from 'zod';

// The content security policy of the page and its workers has no 'unsafe-eval'.
z.config({ jitless: true });

/** Version of every stored record below; a record of another version is refused, not guessed at. */
export const SCHEMA_VERSION = 1;
const schemaVersion = z.literal(SCHEMA_VERSION);

/** Lower-case hexadecimal SHA-256. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal');
const unit = z.number().min(-1).max(1);

export const EnvironmentId = z.enum(['shell', 'browser', 'orchestrator']);
export type EnvironmentId = z.infer<typeof EnvironmentId>;

/**
 * `train`: sampled for updates and lanes. `monitor`: the fixed pool of matched comparisons, never
 * trained on. `validation`: tuning and live charts. `heldout`: claims only, run once.
 */
export const Split = z.enum(['train', 'monitor', 'validation', 'heldout']);
export type Split = z.infer<typeof Split>;

export const Outcome = z.enum(['success', 'partial', 'failure', 'blocked']);
export type Outcome = z.infer<typeof Outcome>;

/** How an episode's actions were chosen: drawn from the policy, its mode, or by a script. */
export const Behaviour = z.enum(['sampled', 'greedy', 'scripted']);
export type Behaviour = z.infer<typeof Behaviour>;

/** Bounds on an observation, so that a policy can be laid out once for all environments. */
export const OBSERVATION_LIMITS = { stateNumbers: 16, candidateNumbers: 24, candidates: 128 } as const;

/** One action the environment offers in a state. The student only ever scores these. */
export const CandidateAction = z.strictObject({
  /** Stable name of the action within its task: the same action has the same key in every state. */
  key: z.string().min(1),
  /** What kind of action this is, e.g. `read`, `patch`, `stop`. */
  verb: z.string().min(1),
  /** Words and tokens the policy may look at, separated by spaces; `kind:value` is one token. */
  text: z.string(),
  /** Bounded features in [-1, 1], at most OBSERVATION_LIMITS.candidateNumbers. */
  numbers: z.array(unit).max(OBSERVATION_LIMITS.candidateNumbers),
  /** What a person reads. The policy does not see it. */
  label: z.string(),
});
export type CandidateAction = z.infer<typeof CandidateAction>;

/** The four named text fields of a state, in the order in which the student encodes them. */
export const FIELD_NAMES = ['goal', 'seen', 'trace', 'errors'] as const;

/** What the policy sees before it acts. */
export const Observation = z.strictObject({
  environment: EnvironmentId,
  fields: z.strictObject({
    /** What is asked for. */
    goal: z.string(),
    /** What was just seen: output, page, packet. */
    seen: z.string(),
    /** The actions taken so far, oldest first. */
    trace: z.string(),
    /** Errors and failures now known. */
    errors: z.string(),
  }),
  /** Bounded features in [-1, 1], at most OBSERVATION_LIMITS.stateNumbers. */
  numbers: z.array(unit).max(OBSERVATION_LIMITS.stateNumbers),
  candidates: z.array(CandidateAction).min(1).max(OBSERVATION_LIMITS.candidates),
});
export type Observation = z.infer<typeof Observation>;

/** Why an episode ended. `truncated` is an external cut, never the step budget. */
export const StopReason = z.enum([
  'finished',
  'stopped',
  'step_budget',
  'no_progress',
  'handed_over',
  'blocked',
  'safety_violation',
  'truncated',
]);
export type StopReason = z.infer<typeof StopReason>;

/** What one action did. A failing environment comes back in-band as `error`. */
export const StepResult = z.strictObject({
  status: z.enum(['ok', 'error', 'invalid']),
  /** The protocol's JSON object that was carried out, as text. */
  emitted: z.string(),
  /** Real output of the action, capped by the environment. */
  output: z.string(),
  /** Unified diff that the action tried, if it tried one. */
  diff: z.string().nullable(),
  /** Whether the action found or changed something new. */
  progress: z.boolean(),
  /** Set on the last step. */
  stopReason: StopReason.nullable(),
});
export type StepResult = z.infer<typeof StepResult>;

/** One step of an episode: enough to train from, to replay on screen and to recompute metrics. */
export const TrajectoryStep = z.strictObject({
  observation: Observation,
  /** Index into `observation.candidates`. */
  action: z.number().int().nonnegative(),
  /** Log-probability of the action under the acting policy, dropout included when sampled. */
  logProbability: z.number().max(1e-6),
  /** Value estimate of the acting policy. */
  value: z.number(),
  /** The acting policy's probability of every candidate; empty for scripted behaviour. */
  probabilities: z.array(z.number().min(0).max(1)),
  /** Seed of the token-dropout mask; null when nothing was dropped. */
  dropoutSeed: z.number().int().nonnegative().nullable(),
  /** Set where the labeller took the step in the student's place: imitated, never in PPO's surrogate. */
  guided: z.literal(true).optional(),
  /** Indices of the candidates that the labeller accepts in this state; null without a label. */
  acceptable: z.array(z.number().int().nonnegative()).nullable(),
  /** On negative-lane records: the reference policy's probability of every candidate in this state. */
  referenceProbabilities: z.array(z.number().min(0).max(1)).optional(),
  result: StepResult,
});
export type TrajectoryStep = z.infer<typeof TrajectoryStep>;

/** Result of a matched comparison of two policies on one task. */
export const ComparisonResult = z
  .strictObject({
    status: z.enum(['completed', 'comparison_failed']),
    relativeOutcome: z.enum(['better', 'same', 'worse']).nullable(),
    candidateCheckpoint: Sha256,
    referenceCheckpoint: Sha256,
    candidateReward: unit.nullable(),
    referenceReward: unit.nullable(),
    reason: z.string(),
  })
  .refine((c) => (c.status === 'comparison_failed') === (c.relativeOutcome === null), {
    message: 'relativeOutcome is null exactly when the comparison failed',
  });
export type ComparisonResult = z.infer<typeof ComparisonResult>;

/** A teacher's normalised answer about one episode. */
export const TeacherSignal = z.strictObject({
  critique: z.string().max(4000),
  verdict: z.enum(['ordinary', 'boundary']),
  /** Per step, keys of offered candidates the teacher would accept; null when it names none. */
  referenceActions: z.array(z.array(z.string())).nullable(),
  shaping: unit,
  confidence: z.number().min(0).max(1),
  backend: z.string(),
  callStatus: z.enum(['complete', 'fallback_complete', 'invalid_response', 'failed_all_backends']),
  latencyMs: z.number().nonnegative(),
});
export type TeacherSignal = z.infer<typeof TeacherSignal>;

/** Terminal result of an episode, from real evidence. */
export const Verification = z.strictObject({
  outcome: Outcome,
  terminalReward: unit,
  /** Environment-specific facts for people and reports: counts, names, short texts. */
  evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  safetyViolation: z.string().nullable(),
});
export type Verification = z.infer<typeof Verification>;

export const Lane = z.enum(['positive', 'neutral', 'negative', 'diagnostic_only']);
export type Lane = z.infer<typeof Lane>;

/** What an episode was run for. */
export const EpisodePurpose = z.enum(['update', 'lane', 'monitor', 'validation', 'heldout', 'baseline']);
export type EpisodePurpose = z.infer<typeof EpisodePurpose>;

/** One really executed episode. */
export const Episode = z.strictObject({
  schemaVersion,
  episodeId: z.string().min(1),
  campaignId: z.string().min(1),
  environment: EnvironmentId,
  taskId: z.string().min(1),
  taskHash: Sha256,
  taskFamily: z.string().min(1),
  split: Split,
  purpose: EpisodePurpose,
  epoch: z.number().int().nonnegative(),
  seed: z.number().int().nonnegative(),
  /** Content hash of the acting policy's weights, or the name of a script. */
  checkpointId: z.string().min(1),
  behaviour: Behaviour,
  trajectory: z.array(TrajectoryStep),
  outcome: Outcome,
  stopReason: StopReason,
  terminalReward: unit,
  /** Terminal reward fused with the teacher term; what the update sees, step costs excepted. */
  reward: unit,
  boundary: z.boolean(),
  teacherTriggerReason: z.enum(['failure', 'boundary']).nullable(),
  teacherSignal: TeacherSignal.nullable(),
  comparison: ComparisonResult.nullable(),
  lane: Lane.nullable(),
  evidence: Verification.shape.evidence,
  safetyViolation: z.string().nullable(),
  /** Not null when the infrastructure failed; such an episode is never trained on. */
  infrastructureFailure: z.string().nullable(),
});
export type Episode = z.infer<typeof Episode>;

/** The three pointers. Values are checkpoint ids. */
export const Pointers = z.strictObject({
  active: Sha256,
  pre_update_ref: Sha256.nullable(),
  last_stable: Sha256,
});
export type Pointers = z.infer<typeof Pointers>;

/** One checkpoint in the lineage. Its bytes live beside it, by the same id. */
export const CheckpointRecord = z.strictObject({
  schemaVersion,
  /** SHA-256 over the weights (moments and metadata excluded): the same weights have the same id. */
  checkpointId: Sha256,
  campaignId: z.string().min(1),
  parent: Sha256.nullable(),
  epoch: z.number().int().nonnegative(),
  /** SHA-256 over the whole training state: weights, moments, optimiser step. */
  stateHash: Sha256,
  byteLength: z.number().int().nonnegative(),
  origin: z.enum(['initial', 'update', 'import']),
});
export type CheckpointRecord = z.infer<typeof CheckpointRecord>;

/** Counts of matched comparisons of one checkpoint against another. */
export const ComparisonCounts = z.strictObject({
  better: z.number().int().nonnegative(),
  same: z.number().int().nonnegative(),
  worse: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
});
export type ComparisonCounts = z.infer<typeof ComparisonCounts>;

/** Monitoring evidence of one environment in one epoch. */
export const MonitoringEvidence = z.strictObject({
  environment: EnvironmentId,
  /** Pairs that were to be run; what completed is better + same + worse. */
  pairs: z.number().int().nonnegative(),
  againstPreUpdate: ComparisonCounts,
  againstLastStable: ComparisonCounts,
});
export type MonitoringEvidence = z.infer<typeof MonitoringEvidence>;

export const CloseAction = z.enum([
  'continue',
  'promote',
  'rollback_to_pre_update_ref',
  'rollback_to_last_stable',
  'replay_only',
]);
export type CloseAction = z.infer<typeof CloseAction>;

/** The one decision that closes an epoch, with everything it was computed from. */
export const CloseDecision = z.strictObject({
  action: CloseAction,
  /** One sentence with the figures that decided. */
  reason: z.string(),
  /** One-sided p values of the sign tests, pooled over environments. */
  pWorseThanPreUpdate: z.number().min(0).max(1),
  pWorseThanLastStable: z.number().min(0).max(1),
  streakBefore: z.number().int().nonnegative(),
  streakAfter: z.number().int().nonnegative(),
  promotableEpochsAfter: z.number().int().nonnegative(),
  evidence: z.array(MonitoringEvidence),
});
export type CloseDecision = z.infer<typeof CloseDecision>;

/** Per-environment totals of one sealed batch of episodes. */
export const LiveBatch = z.strictObject({
  epoch: z.number().int().nonnegative(),
  round: z.number().int().nonnegative(),
  environments: z.array(
    z.strictObject({
      environment: EnvironmentId,
      episodes: z.number().int().nonnegative(),
      steps: z.number().int().nonnegative(),
      meanReward: z.number(),
      outcomes: z.record(Outcome, z.number().int().nonnegative()),
    }),
  ),
  /** SHA-256 over the canonical JSON of the batch's episodes, in episode-index order. */
  episodesHash: Sha256,
});
export type LiveBatch = z.infer<typeof LiveBatch>;

/** Control mode: `frozen_failure` admits no update until a person chooses. */
export const ControlMode = z.enum(['running', 'frozen_failure', 'completed']);
export type ControlMode = z.infer<typeof ControlMode>;

/** What a control event carries, by kind. */
export const ControlPayload = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('campaign.created'), configHash: Sha256, checkpointId: Sha256 }),
  z.strictObject({
    kind: z.literal('update.completed'),
    epoch: z.number().int().nonnegative(),
    checkpointId: Sha256,
    stateHash: Sha256,
    batches: z.array(LiveBatch),
  }),
  z.strictObject({
    kind: z.literal('update.failed'),
    epoch: z.number().int().nonnegative(),
    reason: z.string(),
  }),
  z.strictObject({
    kind: z.literal('epoch.closed'),
    epoch: z.number().int().nonnegative(),
    decision: CloseDecision,
    /** SHA-256 over the lane episodes that this close brought. */
    lanesHash: Sha256,
    lanes: z.record(Lane, z.number().int().nonnegative()),
  }),
  z.strictObject({
    kind: z.literal('rollback.completed'),
    epoch: z.number().int().nonnegative(),
    restored: Sha256,
    /** State hash read back from the engine after the restore. */
    stateHash: Sha256,
    reason: z.string(),
  }),
  z.strictObject({
    kind: z.literal('rollback.failed'),
    epoch: z.number().int().nonnegative(),
    target: Sha256,
    reason: z.string(),
  }),
  z.strictObject({
    kind: z.literal('evaluation.completed'),
    epoch: z.number().int().nonnegative(),
    split: Split,
    checkpointId: Sha256,
    reportHash: Sha256,
  }),
  /** A person's way out of `frozen_failure`, or a rollback by hand. */
  z.strictObject({ kind: z.literal('choice.made'), restored: Sha256, stateHash: Sha256 }),
  z.strictObject({ kind: z.literal('campaign.completed'), epoch: z.number().int().nonnegative() }),
]);
export type ControlPayload = z.infer<typeof ControlPayload>;

/** One link of the hashed chain. The last event's hash is the campaign's digest. */
export const ControlEvent = z.strictObject({
  schemaVersion,
  campaignId: z.string().min(1),
  /** Deterministic: `<campaignId>:<sequence>:<kind>`. */
  eventId: z.string().min(1),
  sequence: z.number().int().nonnegative(),
  previousHash: Sha256.nullable(),
  payload: ControlPayload,
  /** SHA-256 of the canonical JSON of everything above. */
  hash: Sha256,
});
export type ControlEvent = z.infer<typeof ControlEvent>;

/** The control state after an event: a pure function of the chain up to it. */
export const ControlSnapshot = z.strictObject({
  schemaVersion,
  campaignId: z.string().min(1),
  mode: ControlMode,
  /** Number of epochs closed; the next update is of this epoch. */
  epoch: z.number().int().nonnegative(),
  /** True between `update.completed` and the event that closes its epoch. */
  awaitingClose: z.boolean(),
  /** A rollback that an `epoch.closed` decided on and that has not completed. */
  pendingRollback: Sha256.nullable(),
  pointers: Pointers,
  /** Every checkpoint the chain has brought, so that no pointer can name another. */
  checkpoints: z.array(Sha256),
  degradationStreak: z.number().int().nonnegative(),
  promotableEpochs: z.number().int().nonnegative(),
  rollbacksSincePromotion: z.number().int().nonnegative(),
  frozenReason: z.string().nullable(),
  sequence: z.number().int().nonnegative(),
  headHash: Sha256,
});
export type ControlSnapshot = z.infer<typeof ControlSnapshot>;

/** A rate with its 95 % interval. */
export const RateEstimate = z.strictObject({
  successRate: z.number().min(0).max(1),
  ci95: z.tuple([z.number(), z.number()]),
});
export type RateEstimate = z.infer<typeof RateEstimate>;

const flag = z.literal([0, 1]);

/** How an episode's end stands to handing over: done or not, and whether it would have been right. */
const Handover = z.enum(['none', 'right', 'wrong', 'missed']);
export type Handover = z.infer<typeof Handover>;

/** What one policy did on each task of a window, in the window's order. */
export const TaskResults = z.strictObject({
  /** 1 where the repair passes the hidden checks, too. */
  success: z.array(flag),
  /** 1 where it passes the visible checks only. */
  overfit: z.array(flag),
  /** How often an action ran the tests until the episode ended; 0 where there are none. */
  testRuns: z.array(z.number().int().nonnegative()),
  /** Absent, as are those below, from reports that were stored before there was any. */
  terminalReward: z.array(unit).optional(),
  /** Value that the decisions gave away against the best ones; absent where an environment knows none. */
  regret: z.array(z.number().nonnegative()).optional(),
  /** Whether the episode was handed to a person; absent where an environment has no such decision. */
  handover: z.array(Handover).optional(),
});
export type TaskResults = z.infer<typeof TaskResults>;

const listsOf = (results: TaskResults): readonly unknown[][] =>
  Object.values(results).filter((list) => list !== undefined);

/** An evaluation's results task by task, so that policies can be compared in pairs. All lists are parallel. */
export const PerTaskResults = z
  .strictObject({
    taskIds: z.array(z.string().min(1)),
    /** The module or template that each task was made from. */
    clusters: z.array(z.string()),
    families: z.array(z.string()),
    student: TaskResults,
    baselines: z.record(z.string(), TaskResults),
  })
  .refine(
    ({ taskIds, clusters, families, student, baselines }) =>
      [clusters, families, ...[student, ...Object.values(baselines)].flatMap(listsOf)].every(
        (list) => list.length === taskIds.length,
      ),
    { message: 'every list has one entry per task' },
  );
export type PerTaskResults = z.infer<typeof PerTaskResults>;

/** What an evaluation of one checkpoint on one split says. Every figure is from executed episodes. */
export const EvaluationReport = z.strictObject({
  schemaVersion,
  campaignId: z.string().min(1),
  checkpointId: Sha256,
  split: Split,
  seed: z.number().int(),
  digest: Sha256.nullable(),
  seconds: z.number().nonnegative(),
  environments: z.partialRecord(
    EnvironmentId,
    z.strictObject({
      tasks: z.number().int().nonnegative(),
      /** Number of modules or templates: intervals are bootstrapped over these clusters. */
      clusters: z.number().int().nonnegative(),
      student: RateEstimate.extend({ meanReward: z.number() }),
      baselines: z.record(z.string(), RateEstimate.extend({ meanReward: z.number() })),
      byFamily: z.record(
        z.string(),
        z.strictObject({ tasks: z.number().int().nonnegative(), successRate: z.number().min(0).max(1) }),
      ),
      /** Environment-specific counts, e.g. repairs that pass visible and fail hidden tests. */
      notes: z.record(z.string(), z.number()),
      /** Absent from reports that were stored before there was any. */
      perTask: PerTaskResults.optional(),
    }),
  ),
});
export type EvaluationReport = z.infer<typeof EvaluationReport>;

/** Who may see a task: a fixed reference to it, without its content. */
export interface Task {
  readonly environment: EnvironmentId;
  readonly taskId: string;
  /** SHA-256 of the task's content; distinct across splits. */
  readonly contentHash: string;
  readonly family: string;
  /** Module or template the task was made from: the unit of bootstrap clusters and of splits. */
  readonly cluster: string;
  readonly split: Split;
}

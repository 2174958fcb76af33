/** Builders of records for tests; no product code imports this. */
import {
  type CandidateAction,
  type ComparisonResult,
  type Episode,
  type Observation,
  SCHEMA_VERSION,
  type StepResult,
  type TeacherSignal,
  type TrajectoryStep,
} from './contracts.ts';

/** A valid SHA-256 that is easy to tell apart: the number in hexadecimal, padded. */
export const sha = (n: number) => n.toString(16).padStart(64, '0');

/** A candidate action with nothing but its key. */
export const candidateOf = (key: string): CandidateAction => ({
  key,
  verb: 'act',
  text: key,
  numbers: [],
  label: key,
});

/** A state that offers the given keys. */
export const observationOf = (keys: readonly string[] = ['a', 'b'], seen = ''): Observation => ({
  environment: 'shell',
  fields: { goal: 'the goal', seen, trace: '', errors: '' },
  numbers: [],
  candidates: keys.map(candidateOf),
});

/** What an action did; by default it went well and the episode goes on. */
export const stepResultOf = (changes: Partial<StepResult> = {}): StepResult => ({
  status: 'ok',
  emitted: '{}',
  output: '',
  diff: null,
  progress: true,
  stopReason: null,
  ...changes,
});

/** One step that took the first of two candidates. */
export const trajectoryStepOf = (changes: Partial<TrajectoryStep> = {}): TrajectoryStep => ({
  observation: observationOf(),
  action: 0,
  logProbability: Math.log(0.5),
  value: 0,
  probabilities: [0.5, 0.5],
  dropoutSeed: null,
  acceptable: null,
  result: stepResultOf(),
  ...changes,
});

/** A comparison with the given outcome; null is a failed one. */
export const comparisonOf = (relativeOutcome: ComparisonResult['relativeOutcome']): ComparisonResult => ({
  status: relativeOutcome === null ? 'comparison_failed' : 'completed',
  relativeOutcome,
  candidateCheckpoint: sha(2),
  referenceCheckpoint: sha(1),
  candidateReward: relativeOutcome === null ? null : { better: 1, same: 0, worse: -1 }[relativeOutcome],
  referenceReward: relativeOutcome === null ? null : 0,
  reason: 'made by a test',
});

/** A teacher's signal without any effect. */
export const teacherSignalOf = (changes: Partial<TeacherSignal> = {}): TeacherSignal => ({
  critique: '',
  verdict: 'ordinary',
  referenceActions: null,
  shaping: 0,
  confidence: 1,
  backend: 'test',
  callStatus: 'complete',
  latencyMs: 0,
  ...changes,
});

/** A greedy training episode of one successful step. */
export const episodeOf = (changes: Partial<Episode> = {}): Episode => ({
  schemaVersion: SCHEMA_VERSION,
  episodeId: 'episode-1',
  campaignId: 'campaign-1',
  environment: 'shell',
  taskId: 'task-1',
  taskHash: sha(100),
  taskFamily: 'family-1',
  split: 'train',
  purpose: 'lane',
  epoch: 0,
  seed: 1,
  checkpointId: sha(2),
  behaviour: 'greedy',
  trajectory: [trajectoryStepOf({ result: stepResultOf({ stopReason: 'finished' }) })],
  outcome: 'success',
  stopReason: 'finished',
  terminalReward: 1,
  reward: 1,
  boundary: false,
  teacherTriggerReason: null,
  teacherSignal: null,
  comparison: null,
  lane: null,
  evidence: {},
  safetyViolation: null,
  infrastructureFailure: null,
  ...changes,
});

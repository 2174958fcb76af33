/**
 * The form of what is stored beside the records of `core/contracts`, and the one place where
 * something read back, or about to be written, is checked against its schema.
 */
import { z } from 'zod';
import { CampaignConfig } from '../core/campaign-config.ts';
import {
  type CampaignRecord,
  CorruptRecordError,
  type EpisodeHeader,
  type JournalEntry,
  type MetricRow,
} from '../core/campaign-store.ts';
import {
  CheckpointRecord,
  EnvironmentId,
  type Episode,
  EpisodePurpose,
  Lane,
  Outcome,
  SCHEMA_VERSION,
  Sha256,
} from '../core/contracts.ts';
import { InvalidCommitError } from './storage-errors.ts';

/** A campaign's configuration and name as stored. */
export const StoredCampaign: z.ZodType<CampaignRecord> = z.strictObject({
  campaignId: z.string().min(1),
  config: CampaignConfig,
  configHash: Sha256,
  createdAt: z.string().min(1),
});

/** A row of the learning curves: every value is a finite number. */
export const StoredMetricRow: z.ZodType<MetricRow> = z.strictObject({
  campaignId: z.string().min(1),
  epoch: z.number().int().nonnegative(),
  round: z.number().int().nonnegative().nullable(),
  values: z.record(z.string(), z.number()),
});

/** A line of the journal. */
export const StoredJournalEntry: z.ZodType<JournalEntry> = z.strictObject({
  campaignId: z.string().min(1),
  at: z.string().min(1),
  kind: z.string().min(1),
  detail: z.string(),
});

/** A checkpoint's record with its place in the order in which checkpoints came. */
export const StoredCheckpointRow = z.strictObject({
  record: CheckpointRecord,
  /** Sequence of the event that first brought it, and its index within that commit. */
  order: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]),
});
export type StoredCheckpointRow = z.infer<typeof StoredCheckpointRow>;

/** What a list of episodes shows of one. */
export const StoredEpisodeHeader: z.ZodType<EpisodeHeader> = z.strictObject({
  episodeId: z.string().min(1),
  campaignId: z.string().min(1),
  epoch: z.number().int().nonnegative(),
  environment: EnvironmentId,
  taskId: z.string().min(1),
  taskFamily: z.string().min(1),
  purpose: EpisodePurpose,
  outcome: Outcome,
  terminalReward: z.number().min(-1).max(1),
  steps: z.number().int().nonnegative(),
  lane: Lane.nullable(),
  relativeOutcome: z.enum(['better', 'same', 'worse']).nullable(),
});

/** The header of an episode: a pure function of it. */
export function episodeHeader(episode: Episode): EpisodeHeader {
  return {
    episodeId: episode.episodeId,
    campaignId: episode.campaignId,
    epoch: episode.epoch,
    environment: episode.environment,
    taskId: episode.taskId,
    taskFamily: episode.taskFamily,
    purpose: episode.purpose,
    outcome: episode.outcome,
    terminalReward: episode.terminalReward,
    steps: episode.trajectory.length,
    lane: episode.lane,
    relativeOutcome: episode.comparison?.relativeOutcome ?? null,
  };
}

function firstProblem(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'unknown form';
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}

/** @throws CorruptRecordError that names the record and the reason. */
export function corrupt(name: string, reason: string): never {
  throw new CorruptRecordError(
    `The stored ${name} cannot be used: ${reason}. Nothing was changed; export what can still be read, then delete the campaign.`,
  );
}

/**
 * What was read, once it has the form that it must have.
 * @throws CorruptRecordError that names the record, the first wrong key and the reason.
 */
export function parseStored<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const version = (value as { schemaVersion?: unknown } | null | undefined)?.schemaVersion;
  if (version !== undefined && version !== SCHEMA_VERSION) {
    return corrupt(
      name,
      `it is of schema version ${String(version)}, this workbench reads ${SCHEMA_VERSION}`,
    );
  }
  return corrupt(name, firstProblem(parsed.error));
}

/**
 * A copy of what is to be written, once it has the form that it must have.
 * @throws InvalidCommitError that names the record, the first wrong key and the reason.
 */
export function parseForWriting<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidCommitError(`Nothing was written: the ${name} is wrong (${firstProblem(parsed.error)}).`);
}

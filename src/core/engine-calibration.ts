/**
 * Which engines a campaign computes on and what measuring them said. Both stand in the journal
 * beside the chain, because times are not reproducible.
 */
import { z } from 'zod';
import { EngineName, EnginePair } from './campaign-config.ts';
import { CorruptRecordError, type JournalEntry } from './campaign-store.ts';

/** The GPU as WebGPU describes it; names may be empty. `fallback`: it is software on the CPU. */
export const AdapterDescription = z.strictObject({
  vendor: z.string(),
  architecture: z.string(),
  description: z.string(),
  fallback: z.boolean(),
});
export type AdapterDescription = z.infer<typeof AdapterDescription>;

/** The engines at work; `adapter` is null when neither uses a GPU. */
const EnginesInUse = z.strictObject({ ...EnginePair.shape, adapter: AdapterDescription.nullable() });
export type EnginesInUse = z.infer<typeof EnginesInUse>;

const milliseconds = z.number().nonnegative().nullable();

/** Median times of one engine. A time is null where the engine was cut or did not start; `note` says why. */
const CalibrationRow = z.strictObject({
  engine: EngineName,
  /** One call for so many states, in milliseconds. */
  actingMs: z.strictObject({ 1: milliseconds, 16: milliseconds, 64: milliseconds }),
  /** One minibatch of an update, in milliseconds. */
  updateMs: milliseconds,
  note: z.string().nullable(),
});
export type CalibrationRow = z.infer<typeof CalibrationRow>;

/** What a calibration measured and chose; `adapter` is the one it found, null when there is none. */
const Calibration = z.strictObject({ ...EnginesInUse.shape, rows: z.array(CalibrationRow) });
export type Calibration = z.infer<typeof Calibration>;

const SCHEMAS = { 'engine.calibrated': Calibration, 'engine.started': EnginesInUse };

/** Kinds of journal entries whose detail is JSON: a calibration, and the engines of a run. */
export type EngineEntryKind = keyof typeof SCHEMAS;

/** True for a journal entry that `latestEngineEntry` reads. */
export function isEngineEntry(entry: JournalEntry): entry is JournalEntry & { kind: EngineEntryKind } {
  return entry.kind in SCHEMAS;
}

/**
 * What the journal's last entry of a kind says; null without one.
 * @throws CorruptRecordError when it is not what was once written.
 */
export function latestEngineEntry<K extends EngineEntryKind>(
  journal: readonly JournalEntry[],
  kind: K,
): z.infer<(typeof SCHEMAS)[K]> | null {
  const entry = journal.findLast((one) => one.kind === kind);
  if (!entry) return null;
  try {
    return SCHEMAS[kind].parse(JSON.parse(entry.detail)) as z.infer<(typeof SCHEMAS)[K]>;
  } catch (cause) {
    const remedy = 'Export the checkpoints of the campaign, then delete it';
    throw new CorruptRecordError(
      `The journal's ${kind} of ${entry.at} in ${entry.campaignId} cannot be read. ${remedy}.`,
      { cause },
    );
  }
}

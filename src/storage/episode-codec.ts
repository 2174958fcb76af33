/**
 * An episode's body as it is stored: its JSON, gzipped. Most candidates are offered in every step,
 * so what does not change from step to step stands once, in a table; a step names its row.
 */
import { z } from 'zod';
import { CandidateAction, Episode, Observation, TrajectoryStep } from '../core/contracts.ts';
import { corrupt, parseStored } from './stored-records.ts';

const PackedStep = TrajectoryStep.extend({
  observation: Observation.extend({
    /** Per candidate, its row in the table and its numbers in this step. */
    candidates: z.array(z.tuple([z.number().int().nonnegative(), z.array(z.number())])),
  }),
});
const PackedEpisode = Episode.extend({
  candidateTable: z.array(CandidateAction.omit({ numbers: true })),
  trajectory: z.array(PackedStep),
});
type PackedEpisode = z.infer<typeof PackedEpisode>;

/** The UTF-8 JSON of an episode, candidates in a table. */
export function packEpisode(episode: Episode): Uint8Array {
  const rows = new Map<string, number>();
  const candidateTable: PackedEpisode['candidateTable'] = [];
  const rowOf = ({ key, verb, text, label }: CandidateAction): number => {
    const identity = `${key}\n${verb}\n${text}\n${label}`;
    const known = rows.get(identity);
    if (known !== undefined) return known;
    const row = candidateTable.push({ key, verb, text, label }) - 1;
    rows.set(identity, row);
    return row;
  };
  const trajectory = episode.trajectory.map((step) => ({
    ...step,
    observation: {
      ...step.observation,
      candidates: step.observation.candidates.map((c): [number, number[]] => [rowOf(c), c.numbers]),
    },
  }));
  const packed: PackedEpisode = { ...episode, candidateTable, trajectory };
  return new TextEncoder().encode(JSON.stringify(packed));
}

/** The episode of a packed one; the caller validates it. */
function unpackEpisode({ candidateTable, ...packed }: PackedEpisode, name: string): unknown {
  return {
    ...packed,
    trajectory: packed.trajectory.map((step, t) => ({
      ...step,
      observation: {
        ...step.observation,
        candidates: step.observation.candidates.map(([row, numbers]) => {
          const constant = candidateTable[row];
          if (constant === undefined)
            corrupt(name, `step ${t} names candidate ${row}, which is not in its table`);
          return { ...constant, numbers };
        }),
      },
    })),
  };
}

/** Through the transform's own ends: by way of Blob and Response it takes ten times as long. */
async function through(
  bytes: Uint8Array,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = transform.writable.getWriter();
  const written = Promise.all([writer.write(bytes as BufferSource), writer.close()]);
  const chunks: Uint8Array[] = [];
  const collect = async () => {
    const reader = transform.readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  };
  await Promise.all([written, collect()]);
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Gzip of bytes. */
export function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new CompressionStream('gzip'));
}

/**
 * The episode in a stored body.
 * @throws CorruptRecordError when it is not the gzipped JSON of a packed episode with this id.
 */
export async function decodeEpisode(
  body: Uint8Array,
  campaignId: string,
  episodeId: string,
): Promise<Episode> {
  const name = `episode ${episodeId} of campaign ${campaignId}`;
  let value: unknown;
  try {
    const bytes = await through(body, new DecompressionStream('gzip'));
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return corrupt(name, `its body is not gzipped JSON (${(error as Error).message})`);
  }
  const packed = parseStored(PackedEpisode, value, name);
  const episode = parseStored(Episode, unpackEpisode(packed, name), name);
  if (episode.episodeId !== episodeId || episode.campaignId !== campaignId) {
    return corrupt(name, `its body is of episode ${episode.episodeId} of campaign ${episode.campaignId}`);
  }
  return episode;
}

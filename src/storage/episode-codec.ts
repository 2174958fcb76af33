/** An episode's body as it is stored: its JSON, gzipped. */
import { Episode } from '../core/contracts.ts';
import { corrupt, parseStored } from './stored-records.ts';

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
 * @throws CorruptRecordError when it is not the gzipped JSON of an episode with this id.
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
  const episode = parseStored(Episode, value, name);
  if (episode.episodeId !== episodeId || episode.campaignId !== campaignId) {
    return corrupt(name, `its body is of episode ${episode.episodeId} of campaign ${episode.campaignId}`);
  }
  return episode;
}

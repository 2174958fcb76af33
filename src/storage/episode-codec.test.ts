import { describe, expect, it } from 'vitest';
import { CorruptRecordError } from '../core/campaign-store.ts';
import type { Episode } from '../core/contracts.ts';
import { decodeEpisode, gzip, packEpisode } from './episode-codec.ts';
import { episodeOf } from './store-conformance.ts';

/** An episode of two steps that offer the same candidates with other numbers. */
function twoSteps(): Episode {
  const episode = episodeOf('campaign', 'episode');
  const [step] = episode.trajectory;
  if (!step) throw new Error('the fixture has no step');
  const later = structuredClone(step);
  for (const candidate of later.observation.candidates) candidate.numbers = [0.25];
  return { ...episode, trajectory: [step, later] };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('an episode body', () => {
  it('comes back as it was', async () => {
    const episode = twoSteps();
    const body = await gzip(packEpisode(episode));
    expect(await decodeEpisode(body, episode.campaignId, episode.episodeId)).toEqual(episode);
  });

  it('holds what a candidate always says only once', () => {
    const packed = JSON.parse(text(packEpisode(twoSteps())));
    const offered = packed.trajectory[0].observation.candidates.length;
    expect(packed.candidateTable).toHaveLength(offered);
    expect(packed.trajectory[1].observation.candidates).toEqual(
      Array.from({ length: offered }, (_, row) => [row, [0.25]]),
    );
  });

  it('that names a candidate which is not in its table is refused with the step', async () => {
    const episode = twoSteps();
    const packed = JSON.parse(text(packEpisode(episode)));
    packed.trajectory[1].observation.candidates[0][0] = 99;
    const body = await gzip(new TextEncoder().encode(JSON.stringify(packed)));
    const decoded = decodeEpisode(body, episode.campaignId, episode.episodeId);
    await expect(decoded).rejects.toThrow(CorruptRecordError);
    await expect(decoded).rejects.toThrow(/step 1 names candidate 99/);
  });
});

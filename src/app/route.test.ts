import { expect, it } from 'vitest';
import { campaignHash, checkpointHash, episodeHash, NEW_CAMPAIGN_HASH, parseRoute } from './route.ts';

it('reads back every address it writes, whatever the ids contain', () => {
  expect(parseRoute(campaignHash('a/b #1'))).toEqual({ campaignId: 'a/b #1', form: false, drawer: null });
  expect(parseRoute(episodeHash('c', 'e/1 %'))).toEqual({
    campaignId: 'c',
    form: false,
    drawer: { kind: 'episode', episodeId: 'e/1 %' },
  });
  expect(parseRoute(checkpointHash('c', 'f0'))).toEqual({
    campaignId: 'c',
    form: false,
    drawer: { kind: 'checkpoint', checkpointId: 'f0' },
  });
  expect(parseRoute(NEW_CAMPAIGN_HASH).form).toBe(true);
});

it('takes anything else as the start page', () => {
  for (const hash of ['', '#', '#/', '#/nowhere/1', '#/campaign']) {
    expect(parseRoute(hash)).toEqual({ campaignId: null, form: false, drawer: null });
  }
  expect(parseRoute('#/campaign/%E0%A4%A').campaignId).toBe('%E0%A4%A');
});

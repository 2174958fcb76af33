/** Hash routes: what is looked at is in the address, so that it can be linked and gone back to. */

/** Where the page is. `drawer` is what lies open on the right. */
export interface Route {
  /** `new` is the form of a campaign that does not exist yet. */
  campaignId: string | null;
  form: boolean;
  drawer: { kind: 'episode'; episodeId: string } | { kind: 'checkpoint'; checkpointId: string } | null;
}

/** Reads a location hash; anything unknown is the start page. */
export function parseRoute(hash: string): Route {
  const parts = hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => decode(part));
  const [area, campaignId, kind, id] = parts;
  if (area === 'new') return { campaignId: null, form: true, drawer: null };
  if (area !== 'campaign' || !campaignId) return { campaignId: null, form: false, drawer: null };
  if (kind === 'episode' && id) {
    return { campaignId, form: false, drawer: { kind: 'episode', episodeId: id } };
  }
  if (kind === 'checkpoint' && id) {
    return { campaignId, form: false, drawer: { kind: 'checkpoint', checkpointId: id } };
  }
  return { campaignId, form: false, drawer: null };
}

/** A malformed escape is taken as it stands: it then names nothing that is stored. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** Address of a campaign's panels. */
export function campaignHash(campaignId: string): string {
  return `#/campaign/${encodeURIComponent(campaignId)}`;
}

/** Address of an episode, over its campaign's panels. */
export function episodeHash(campaignId: string, episodeId: string): string {
  return `${campaignHash(campaignId)}/episode/${encodeURIComponent(episodeId)}`;
}

/** Address of a checkpoint and the epoch that made it, over its campaign's panels. */
export function checkpointHash(campaignId: string, checkpointId: string): string {
  return `${campaignHash(campaignId)}/checkpoint/${encodeURIComponent(checkpointId)}`;
}

/** Address of the form of a new campaign. */
export const NEW_CAMPAIGN_HASH = '#/new';

/** How a document in a frame makes itself known to the page around it. */

/** Kind of the message that every document's driver posts to its parent when it has loaded. */
export const ANNOUNCEMENT = 'page-driver';

/** The message; the port to the driver is transferred with it. */
export interface Announcement {
  readonly kind: typeof ANNOUNCEMENT;
  readonly url: string;
}

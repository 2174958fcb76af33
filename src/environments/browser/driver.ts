/** How a session drives one page, wherever the page lives. */
import type { ActionReport, PageAction, PageReport } from './page-protocol.ts';

/** Size of every page, in CSS pixels: the same layout in every driver. */
export const VIEWPORT = { width: 640, height: 480 } as const;

/** One page that an episode has to itself. */
export interface DrivenPage {
  /** The page as it is after it loaded. */
  readonly first: PageReport;
  /**
   * Does one action, waits until the page has settled (a navigation included) and looks again.
   * What the page did wrong is in the report.
   * @throws InfrastructureError when the page does not answer, left its origin, or its driver is gone.
   */
  act(action: PageAction): Promise<ActionReport>;
  close(): Promise<void>;
}

/** Opens pages. Many at once; none knows of another. */
export interface BrowserDriver {
  readonly name: 'iframe' | 'playwright';
  /**
   * Loads an address of the workbench's own server, e.g. `flows/form.html?spec=…`, relative to the
   * workbench's base, into a fresh page without cookies or storage.
   * @throws InfrastructureError when the page does not load or the driver is gone, saying what to do.
   */
  open(address: string): Promise<DrivenPage>;
  close(): Promise<void>;
}

/** Functions that run in pages: Playwright sends their text, so they use nothing from outside. */
import type { PageReport } from '../src/environments/browser/page-protocol.ts';

/** Name of the function by which a document says that it has loaded. */
export const READY = '__bridgeReady';

/** What a document says of itself; all of it is the page's word. */
export interface DocumentNotice {
  readonly origin: number;
  readonly isDriven: boolean;
  readonly isSandboxed: boolean;
  /** Null when it is being left already. */
  readonly report: PageReport | null;
}

/**
 * Starts the page's driver when the document has loaded, at the same moment as in a frame (see
 * page/driver.ts), and tells the bridge. Runs before any script of the page.
 */
export function announceDocument(ready: string): void {
  if (parent !== window || location.protocol === 'about:') return;
  // All that a document could leave to the next one.
  window.name = '';
  const tell = (globalThis as unknown as Record<string, (notice: unknown) => void>)[ready];
  const loaded = new Promise<void>((resolve) => {
    addEventListener('load', () => resolve());
    addEventListener('DOMContentLoaded', () => setTimeout(resolve, 2000));
  });
  const announce = async () => {
    await loaded;
    const isDriven = typeof globalThis.__pageDriver === 'object';
    const report = isDriven ? await globalThis.__pageDriver.begin() : null;
    tell?.({ origin: performance.timeOrigin, isDriven, isSandboxed: origin === 'null', report });
  };
  void announce();
}

/** Gives a field the focus and selects its text; false when it is gone. */
export function selectText(what: { origin: number; ref: number; isText: boolean }): boolean {
  if (performance.timeOrigin !== what.origin) return false;
  const element = globalThis.__pageDriver.element(what.ref);
  if (!(element instanceof HTMLElement)) return false;
  if (document.activeElement !== element) element.focus();
  if (!what.isText) return true;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
  else getSelection()?.selectAllChildren(element);
  return true;
}

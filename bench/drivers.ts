/** How fast the browser environment's two drivers act on pages, on the same server in one sitting. */
import { BrowserPool } from '../bridge/browser-pool.ts';
import { withBenchPage } from './bench-page.ts';
import { type DriverRows, measureDriver } from './driver-workload.ts';
import type { Effort } from './timing.ts';

/** What was measured, and where. */
export interface DriversResult {
  readonly browser: string;
  readonly seed: number;
  readonly iframe: DriverRows;
  readonly playwright: DriverRows;
}

/** As many frames as a round has episodes; pages of the separate browser cost a process each. */
const AMOUNTS = {
  iframe: {
    short: { pages: 32, steps: 60, episodes: 96 },
    full: { pages: 32, steps: 400, episodes: 640 },
  },
  playwright: {
    short: { pages: 8, steps: 30, episodes: 24 },
    full: { pages: 8, steps: 150, episodes: 96 },
  },
} as const;

/** Form pages in frames of a page, then in the bridge's browser: in the product's build, under its headers. */
export async function measureDrivers(
  seed: number,
  effort: Effort,
  say: (text: string) => void,
): Promise<DriversResult> {
  say('driving frames in Chromium');
  return withBenchPage('iframe.html', async (page, version) => {
    const iframe = await page.evaluate(([withSeed, amounts]) => window.measureIframes(withSeed, amounts), [
      seed,
      AMOUNTS.iframe[effort],
    ] as const);
    const root = new URL('/', page.url()).href;
    // What is left of the frames must not take cores from what is measured next.
    await page.close();
    say('driving pages in a separate Chromium');
    const pool = new BrowserPool(() => root);
    try {
      const playwright = await measureDriver(pool, seed, AMOUNTS.playwright[effort]);
      return { browser: `Chromium ${version}`, seed, iframe, playwright };
    } finally {
      await pool.close();
    }
  });
}

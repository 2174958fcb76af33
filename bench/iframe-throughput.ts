/** How fast the iframe driver acts on pages in Chromium. */
import { withBenchPage } from './bench-page.ts';
import type { IframeRows } from './iframe-page.ts';
import type { Effort } from './timing.ts';

/** What was measured, and where. */
export interface IframeThroughput extends IframeRows {
  readonly browser: string;
  readonly seed: number;
  /** Actions per second on pages that stay, each with a look at the page. */
  readonly stepsPerSecond: number;
  /** The same of whole episodes, with opening their pages. */
  readonly episodeStepsPerSecond: number;
}

/** Drives form pages in many frames at once, in the product's build and under its headers. */
export async function measureIframeThroughput(
  seed: number,
  effort: Effort,
  say: (text: string) => void,
): Promise<IframeThroughput> {
  say('driving pages in Chromium');
  return withBenchPage('iframe.html', async (page, version) => {
    const rows = await page.evaluate(
      ([withSeed, withEffort]) => window.measureIframes(withSeed, withEffort),
      [seed, effort] as const,
    );
    return {
      browser: `Chromium ${version}`,
      seed,
      ...rows,
      stepsPerSecond: rows.steps.count / rows.steps.seconds,
      episodeStepsPerSecond: rows.played.count / rows.played.seconds,
    };
  });
}

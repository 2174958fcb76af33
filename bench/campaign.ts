/** Whole campaigns in Chromium: where the time of one goes, and what the engine makes of it. */
import { QUICK, SHELL } from '../src/campaign/presets.ts';
import type { CampaignConfig, EngineName } from '../src/core/campaign-config.ts';
import { withBenchPage } from './bench-page.ts';
import type { CampaignTimes } from './campaign-page.ts';

/** A campaign and where it ran. */
export interface CampaignRun extends CampaignTimes {
  browser: string;
  epochs: number;
}

/** The demo campaign on two engines. */
export interface DemoResult {
  browser: string;
  epochs: number;
  wasm: CampaignRun;
  tfjsWasm: CampaignRun;
}

/** From the start of a campaign to its result, its tasks included. */
export function wholeSeconds({ preparation, work }: CampaignTimes): number {
  return Object.values(work).reduce((sum, part) => sum + part, preparation);
}

/** In a browser of its own, which remembers nothing. */
function runInBrowser(config: CampaignConfig): Promise<CampaignRun> {
  return withBenchPage('campaign.html', async (page, version) => ({
    ...(await page.evaluate((given) => window.runCampaign(given), config)),
    browser: `Chromium ${version}`,
    epochs: config.epochs,
  }));
}

/** The campaign "quick look". */
export function measureCampaign(seed: number, say: (text: string) => void): Promise<CampaignRun> {
  say('a quick campaign in Chromium');
  return runInBrowser({ ...QUICK.config, seed });
}

/** The demo campaign with so many epochs, on our engine and then on the one it is compared with. */
export async function measureDemo(
  seed: number,
  epochs: number,
  say: (text: string) => void,
): Promise<DemoResult> {
  const run = (engine: EngineName) => {
    say(`the demo campaign on ${engine}, ${epochs} epochs`);
    return runInBrowser({ ...SHELL.config, seed, epochs, engine });
  };
  const wasm = await run('wasm');
  return { browser: wasm.browser, epochs, wasm, tfjsWasm: await run('tfjs-wasm') };
}

/**
 * The `test` of this folder: pages that fail their test on any error or violation of the security
 * policy, and one finished campaign that several tests look at.
 */
import { type BrowserContext, test as base, expect, type Locator, type Page } from 'playwright/test';
import { campaignHash } from '../src/app/route.ts';
import { QUICK } from '../src/campaign/presets.ts';
import type { CampaignConfig } from '../src/core/campaign-config.ts';
import type { RunState } from '../workers/learner.protocol.ts';
import { text } from './page-text.ts';

declare global {
  interface Window {
    /** Tasks of the page's main thread that took over 50 ms, in milliseconds since it loaded. */
    longTasks: { start: number; duration: number }[];
  }
}

/** How a campaign ended. */
export interface Outcome {
  campaignId: string;
  state: RunState;
  /** Hash of its last event. */
  digest: string;
}

/** The preset `quick`, run to its end from the page's form. */
export interface FinishedCampaign {
  page: Page;
  config: CampaignConfig;
  campaignId: string;
  digest: string;
  /** Tasks over 50 ms on the page's main thread while it ran, in ms. */
  longTasks: number[];
  /** Percentages that the progress bar showed while it ran. */
  progress: number[];
}

/**
 * Notes whatever goes wrong in a context's pages and in their workers, those of workers included.
 * A violation in a worker before its first task has ended is seen only by its consequences.
 */
export async function watchContext(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  const violated = 'Content Security Policy violated';
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) {
      problems.push(`console: ${message.text()}`);
    }
  });
  context.on('page', (page) =>
    page.on('worker', (worker) => {
      const listening = worker.evaluate((what) => {
        addEventListener('securitypolicyviolation', (event) => {
          const { violatedDirective, blockedURI } = event as SecurityPolicyViolationEvent;
          console.error(`${what}: ${violatedDirective} ${blockedURI}`);
        });
      }, violated);
      // A worker that ended before it could be asked has nothing more to tell.
      listening.catch((error: unknown) => console.log(`${worker.url()}: ${error}`));
    }),
  );
  await context.addInitScript((what) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${what}: ${violatedDirective} ${blockedURI}`),
    );
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        window.longTasks.push({ start: startTime, duration });
      }
    }).observe({ type: 'longtask', buffered: true });
  }, violated);
  return problems;
}

/** Opens an address of the workbench and waits until its learner has started. */
export async function openWorkbench(page: Page, address = '/'): Promise<void> {
  await page.goto(address);
  await page.evaluate(() => window.workbenchReady);
}

/** Creates a campaign through the learner's interface and runs it to its end. */
export function runToEnd(page: Page, config: CampaignConfig): Promise<Outcome> {
  return page.evaluate(async (given) => {
    const campaignId = await window.workbench.createCampaign(given);
    const state = await window.workbench.run(campaignId);
    const { snapshot } = await window.workbench.campaign(campaignId);
    return { campaignId, state, digest: snapshot.headHash };
  }, config);
}

/** Ids of the stored campaigns. */
export function campaignIds(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const rows = await window.workbench.campaigns();
    return rows.map(({ record }) => record.campaignId).sort();
  });
}

/** The part of the top bar that says what runs. */
export function runStatus(page: Page): Locator {
  return page.getByRole('region', { name: text('top.label') }).getByRole('status');
}

/** The panel of this name. */
export function panel(page: Page, name: Parameters<typeof text>[0]): Locator {
  return page.getByRole('region', { name: text(name), exact: true });
}

async function runFromForm(page: Page): Promise<Omit<FinishedCampaign, 'page' | 'config'>> {
  await openWorkbench(page, '/#/new');
  await page.getByLabel(text('campaign.preset'), { exact: true }).selectOption(QUICK.id);
  const start = page.getByRole('button', { name: text('campaign.create'), exact: true });
  await expect(start).toBeEnabled();
  const began = await page.evaluate(() => performance.now());
  await start.click();
  const progress: number[] = [];
  const bar = page.getByRole('progressbar', { name: text('top.progress') });
  await expect
    .poll(
      async () => {
        progress.push(Number(await bar.getAttribute('aria-valuenow')));
        return runStatus(page).textContent();
      },
      { timeout: 280_000, intervals: [500] },
    )
    .toBe(text('state.completed'));
  return page.evaluate(
    async ({ since, seen }) => {
      const [row] = await window.workbench.campaigns();
      if (!row) throw new Error('the form created no campaign');
      const longTasks = window.longTasks.filter(({ start }) => start >= since).map((task) => task.duration);
      const { record, snapshot } = row;
      return { campaignId: record.campaignId, digest: snapshot.headHash, longTasks, progress: seen };
    },
    { since: began, seen: progress },
  );
}

interface SharedCampaign {
  campaign: FinishedCampaign;
  problems: string[];
}

/** Pages whose errors fail the test, and the finished campaign. */
export const test = base.extend<{ finished: FinishedCampaign }, { shared: SharedCampaign }>({
  context: async ({ context }, use) => {
    const problems = await watchContext(context);
    await use(context);
    expect(problems).toEqual([]);
  },

  shared: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport } = project.use;
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        viewport: viewport ?? null,
        serviceWorkers: 'block',
      });
      const problems = await watchContext(context);
      const page = await context.newPage();
      const outcome = await runFromForm(page);
      await use({ campaign: { page, config: QUICK.config, ...outcome }, problems });
      await context.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  finished: async ({ shared }, use) => {
    const { page, campaignId } = shared.campaign;
    await page.goto(campaignHash(campaignId));
    await use(shared.campaign);
    expect(shared.problems.splice(0)).toEqual([]);
  },
});

export { expect };

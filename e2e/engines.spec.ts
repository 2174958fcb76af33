/** Where the arithmetic runs: chosen by measuring, and a GPU that goes away. */
import type { CDPSession } from 'playwright/test';
import { QUICK } from '../src/campaign/presets.ts';
import { parseCampaignConfig } from '../src/core/campaign-config.ts';
import { text } from './page-text.ts';
import { expect, openWorkbench, panel, runStatus, runToEnd, test } from './workbench-test.ts';

/** One epoch of a few episodes: a software GPU takes its time. */
const short = parseCampaignConfig({
  ...QUICK.config,
  epochs: 1,
  episodesPerRound: 4,
  monitoring: { pool: 4, pairs: 4, minimumPairs: 2 },
  lanes: { comparisons: 4, statesPerRound: 8 },
  evaluation: { validationTasks: 0, heldoutTasks: 0 },
});

test.describe.configure({ timeout: 300_000 });

test('a campaign measures its engines, shows what it found and computes on what it chose', async ({
  page,
}) => {
  await openWorkbench(page, '/#/new');
  const form = page.getByRole('form', { name: text('campaign.new') });
  await form.getByText(text('campaign.advanced')).click();
  const json = form.getByRole('textbox', { name: text('campaign.advanced') });
  await json.fill(JSON.stringify(short));
  await form.getByLabel(text('field.engine'), { exact: true }).selectOption('auto');
  await form.getByRole('button', { name: text('campaign.create'), exact: true }).click();
  await expect(page.getByText(text('phase.calibrate'))).toBeVisible({ timeout: 60_000 });
  await expect(runStatus(page)).toHaveText(text('state.completed'), { timeout: 200_000 });

  const campaign = panel(page, 'campaign.title');
  await campaign.getByText(text('engines.calibration')).first().click();
  const row = (engine: string) =>
    campaign.getByRole('row').filter({ has: page.getByRole('rowheader', { name: engine, exact: true }) });
  for (const engine of ['wasm', 'wasm-relaxed', 'webgpu']) await expect(row(engine)).toBeVisible();
  for (const cell of await row('wasm').getByRole('cell').all()) await expect(cell).toHaveText(/\d/);
  const chosen = await page.evaluate(async () => {
    const [first] = await window.workbench.campaigns();
    return (await window.workbench.campaign(first?.record.campaignId ?? '')).engines;
  });
  const names = [...new Set([chosen?.acting, chosen?.updating])].join(' + ');
  await expect(page.getByRole('banner').getByText(names, { exact: true })).toBeVisible();
});

test('a campaign whose GPU process crashes has the same digest', async ({ page, browser }) => {
  await openWorkbench(page);
  const config = { ...short, engine: 'webgpu' as const };
  const undisturbed = await runToEnd(page, config);
  expect(undisturbed.state).toBe('completed');
  await page.evaluate((id) => window.workbench.deleteCampaign(id), undisturbed.campaignId);

  const session: CDPSession = await browser.newBrowserCDPSession();
  await page.exposeFunction('crashGpuProcess', () => session.send('Browser.crashGpuProcess'));
  await page.evaluate(async () => {
    const crash = (window as unknown as { crashGpuProcess(): Promise<void> }).crashGpuProcess;
    let crashed = false;
    await window.workbench.subscribe((update) => {
      if (update.kind !== 'progress' || update.progress.phase !== 'phase.updating' || crashed) return;
      crashed = true;
      void crash();
    });
  });
  expect(await runToEnd(page, config)).toEqual(undisturbed);
  const kinds = await page.evaluate(async (id) => {
    const { journal } = await window.workbench.campaign(id);
    return journal.map(({ kind }) => kind);
  }, undisturbed.campaignId);
  expect(kinds).toContain('engine.lost');
});

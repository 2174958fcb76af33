/** What happens when a tab is closed in the middle of a campaign. */
import { text } from './page-text.ts';
import { expect, openWorkbench, runStatus, test } from './workbench-test.ts';

test('a campaign whose tab was closed in mid-epoch goes on to the same digest', async ({
  context,
  finished,
}) => {
  const first = await context.newPage();
  await openWorkbench(first);
  const campaignId = await first.evaluate(async (config) => {
    const { workbench } = window;
    const id = await workbench.createCampaign(config);
    const inSecondEpoch = new Promise<void>((resolve) => {
      void workbench.subscribe((update) => {
        if (update.kind !== 'progress') return;
        if (update.progress.epoch === 1 && update.progress.phase === 'phase.updating') resolve();
      });
    });
    const ended = workbench.run(id).then((state) => {
      throw new Error(`the campaign ended as "${state}" before its tab could be closed`);
    });
    await Promise.race([inSecondEpoch, ended]);
    return id;
  }, finished.config);
  expect(campaignId).toBe(finished.campaignId);
  const committed = await first.evaluate((id) => window.workbench.campaign(id), campaignId);
  expect(committed.snapshot.epoch).toBe(1);
  await first.close();

  const second = await context.newPage();
  // Nobody presses anything: the page goes on by itself.
  await openWorkbench(second);
  const found = await second.evaluate(async (id) => {
    const { interrupted } = await window.workbench.boot();
    return { interrupted, view: await window.workbench.campaign(id) };
  }, campaignId);
  expect(found.interrupted).toBe(campaignId);
  // It may have committed more by now, but what was committed is there as it was.
  expect(found.view.events.slice(0, committed.events.length)).toEqual(committed.events);
  const resumed = text('campaign.resumed', { name: finished.config.name, epoch: committed.snapshot.epoch });
  const notice = second.getByRole('status').filter({ hasText: resumed });
  await expect(notice.getByRole('button', { name: text('campaign.pause'), exact: true })).toBeEnabled();
  await expect(runStatus(second)).toHaveText(text('state.completed'), { timeout: 150_000 });
  const { snapshot } = await second.evaluate((id) => window.workbench.campaign(id), campaignId);
  expect(snapshot.headHash).toBe(finished.digest);
});

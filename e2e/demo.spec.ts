/** The main button, and the buttons of a campaign at work. */
import { text } from './page-text.ts';
import { expect, openWorkbench, panel, runStatus, test } from './workbench-test.ts';

test('the main button starts the demo, which can be paused, resumed and stopped', async ({ page }) => {
  await openWorkbench(page);
  await page.getByTestId('run-demo').click();
  const run = page.getByRole('region', { name: text('top.label') });
  const campaign = panel(page, 'campaign.title');
  const button = (key: Parameters<typeof text>[0]) =>
    campaign.getByRole('button', { name: text(key), exact: true });

  await expect(runStatus(page)).toHaveText(text('state.preparing'));
  await expect(run).toContainText(text('phase.benchmark'));
  await expect(run).toContainText(/[1-9][\d,]*\/[\d,]+/);
  await expect(page.getByTestId('run-demo')).toBeDisabled();

  await expect(runStatus(page)).toHaveText(text('state.running'), { timeout: 150_000 });
  await button('campaign.pause').click();
  await expect(runStatus(page)).toHaveText(text('state.paused'));
  // Before its first event is committed, going on is called starting.
  const goOn = button('campaign.resume').or(button('campaign.start'));
  await goOn.click();
  await expect(runStatus(page)).toHaveText(text('state.running'));

  await button('campaign.stop').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('campaign.stop.confirm') })
    .click();
  await expect(runStatus(page)).toHaveText(text('state.idle'));
  await expect(goOn).toBeEnabled();
  await expect(page.getByTestId('run-demo')).toBeEnabled();
});

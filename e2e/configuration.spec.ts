/** Configurations that cannot be used are refused before anything is created. */
import { QUICK } from '../src/campaign/presets.ts';
import { text } from './page-text.ts';
import { campaignIds, expect, openWorkbench, test } from './workbench-test.ts';

const unknownKey = { ...QUICK.config, ppo: { ...QUICK.config.ppo, learningrate: 0.1 } };
const unknownOption = {
  ...QUICK.config,
  environments: { shell: { ratio: 1, options: { tasksPerModul: 4 } } },
};

/** Why the learner refuses a configuration; null when it takes it. */
function refusal(config: unknown): Promise<string | null> {
  return window.workbench.createCampaign(config).then(
    () => null,
    (error: Error) => error.message,
  );
}

test('an unknown key is refused in the form, with the key and the allowed ones', async ({ page }) => {
  await openWorkbench(page, '/#/new');
  const form = page.getByRole('form', { name: text('campaign.new') });
  await form.getByText(text('campaign.advanced')).click();
  const json = form.getByRole('textbox', { name: text('campaign.advanced') });
  const create = form.getByRole('button', { name: text('campaign.createOnly'), exact: true });
  await expect(create).toBeEnabled();

  await json.fill(JSON.stringify(unknownKey));
  await expect(form.getByRole('alert')).toContainText('unknown key "ppo.learningrate"');
  await expect(form.getByRole('alert')).toContainText('learningRate');
  await expect(create).toBeDisabled();

  await json.fill('{ "name": ');
  await expect(form.getByRole('alert')).toContainText(/JSON/);
  await expect(create).toBeDisabled();

  await json.fill(JSON.stringify(QUICK.config));
  await expect(form.getByRole('status')).toHaveText(text('campaign.config.valid'));
  await expect(create).toBeEnabled();
  expect(await campaignIds(page)).toEqual([]);
});

test('an unknown key is refused by the learner, too, and nothing is created', async ({ page }) => {
  await openWorkbench(page);
  const key = await page.evaluate(refusal, unknownKey);
  expect(key).toContain('"ppo.learningrate"');
  expect(key).toContain('learningRate');
  const option = await page.evaluate(refusal, unknownOption);
  expect(option).toContain('"tasksPerModul"');
  expect(option).toContain('tasksPerModule');
  expect(await campaignIds(page)).toEqual([]);
});

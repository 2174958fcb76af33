/** Checkpoints leave and enter as files; a broken file changes nothing. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { text } from './page-text.ts';
import { campaignIds, expect, type FinishedCampaign, panel, test } from './workbench-test.ts';

/** Downloads the active checkpoint with the page's button. */
async function exportActive({ page }: FinishedCampaign): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await panel(page, 'data.title')
    .getByRole('button', { name: text('data.export'), exact: true })
    .click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Gives a file to the page's import button. */
async function importWithButton(page: Page, name: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  // The hidden file input beside the button has the same name.
  await panel(page, 'data.title')
    .locator('button', { hasText: text('rail.import') })
    .click();
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** Imports through the learner's interface. */
function importBytes(page: Page, name: string, bytes: Buffer) {
  return page.evaluate(
    async ({ file, base64 }) => {
      const given = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      try {
        return { ...(await window.workbench.importCheckpoint(file, given, null)), reason: null };
      } catch (error) {
        return { campaignId: null, checkpointId: null, reason: String(error) };
      }
    },
    { file: name, base64: bytes.toString('base64') },
  );
}

test('an exported checkpoint is a campaign of the same weights when it is imported', async ({ finished }) => {
  const { page, campaignId } = finished;
  const before = await campaignIds(page);
  const { name, bytes } = await exportActive(finished);
  expect(name).toMatch(/\.safetensors$/);
  const active = await page.evaluate(async (id) => {
    const { snapshot, checkpoints } = await window.workbench.campaign(id);
    return checkpoints.find(({ checkpointId }) => checkpointId === snapshot.pointers.active);
  }, campaignId);

  const imported = await importBytes(page, name, bytes);
  expect(imported.reason).toBeNull();
  expect(imported.checkpointId).toBe(active?.checkpointId);
  const again = await page.evaluate(async (id) => {
    const { checkpoints, record } = await window.workbench.campaign(id);
    const [first] = checkpoints;
    if (!first) throw new Error('the imported campaign has no checkpoint');
    const file = await window.workbench.exportCheckpoint(id, first.checkpointId);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', file.bytes.slice()));
    return { first, seed: record.config.seed, hash: Array.from(digest).join() };
  }, imported.campaignId ?? '');
  expect(again.first.stateHash).toBe(active?.stateHash);
  expect(again.first.origin).toBe('import');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  expect(again.hash, 'exported again, the same bytes').toBe(Array.from(hash).join());

  // The page's button: the same file is the same campaign, and it is opened.
  await page.evaluate((id) => window.workbench.deleteCampaign(id), imported.campaignId ?? '');
  expect(await campaignIds(page)).toEqual(before);
  await importWithButton(page, name, bytes);
  await expect(page.getByText(text('data.imported', { name }))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${imported.campaignId}$`));
  expect(await campaignIds(page)).toEqual([...before, imported.campaignId].sort());
  await page.evaluate((id) => window.workbench.deleteCampaign(id), imported.campaignId ?? '');
});

test('a truncated file and a file with one flipped bit are refused, and nothing changes', async ({
  finished,
}) => {
  const { page } = finished;
  const before = await campaignIds(page);
  const { bytes } = await exportActive(finished);
  const flipped = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const broken: Record<string, Buffer> = {
    'truncated.safetensors': bytes.subarray(0, bytes.length - 100),
    'flipped-weight.safetensors': flipped(Math.floor(bytes.length / 4)),
    'flipped-moment.safetensors': flipped(bytes.length - 5),
    'flipped-header.safetensors': flipped(40),
    'empty.safetensors': Buffer.alloc(0),
    'text.safetensors': Buffer.from('these are no weights'),
  };
  for (const [name, content] of Object.entries(broken)) {
    const { reason } = await importBytes(page, name, content);
    expect(reason, name).toContain(name);
  }
  for (const name of ['truncated.safetensors', 'flipped-weight.safetensors']) {
    await importWithButton(page, name, broken[name] ?? Buffer.alloc(0));
    await expect(page.getByRole('alert').filter({ hasText: name })).toBeVisible();
  }
  expect(await campaignIds(page)).toEqual(before);
});

/** The digest: the same for the same configuration, whatever happens on the way. */
import { text } from './page-text.ts';
import { expect, runStatus, runToEnd, test } from './workbench-test.ts';

test('a campaign that is deleted and run again has the same digest', async ({ finished }) => {
  const { page, config, campaignId, digest } = finished;
  await page.evaluate((id) => window.workbench.deleteCampaign(id), campaignId);
  expect(await runToEnd(page, config)).toEqual({ campaignId, state: 'completed', digest });
  await page.reload();
  await expect(runStatus(page)).toHaveText(text('state.completed'));
});

test('a campaign whose shell worker dies has the same digest', async ({ finished }) => {
  const { page, config, campaignId, digest } = finished;
  let died = 0;
  for (const worker of page.workers()) worker.on('close', () => died++);
  page.on('worker', (worker) => worker.on('close', () => died++));
  const { errors, end } = await page.evaluate(
    async ({ given, id }) => {
      const { workbench } = window;
      const told: string[] = [];
      let killed = false;
      await workbench.subscribe((update) => {
        if (update.kind === 'error') told.push(update.message);
        if (update.kind !== 'progress' || killed) return;
        const { phase, epoch } = update.progress;
        // The second epoch is being collected: the worker has episodes in hand.
        if (phase !== 'phase.update' || epoch !== 1) return;
        killed = true;
        void workbench.killEnvironmentWorker();
      });
      await workbench.deleteCampaign(id);
      await workbench.createCampaign(given);
      return { end: await workbench.run(id), errors: told };
    },
    { given: config, id: campaignId },
  );
  expect(died).toBeGreaterThan(0);
  // It either goes on with another worker, or says why it waits.
  if (end === 'paused') {
    expect(errors.join()).toMatch(/worker/);
    console.log(`    paused after a worker died: ${errors.join()}`);
  } else {
    expect(end).toBe('completed');
    expect(errors).toEqual([]);
  }
  expect(await runToEnd(page, config)).toEqual({ campaignId, state: 'completed', digest });
});

test('another seed gives other weights, other episodes and another digest', async ({ finished }) => {
  const { page, config, campaignId, digest } = finished;
  const short = {
    ...config,
    seed: config.seed + 1,
    epochs: 1,
    evaluation: { ...config.evaluation, validationTasks: 0, heldoutTasks: 0 },
  };
  const other = await runToEnd(page, short);
  expect(other.state).toBe('completed');
  expect(other.digest).not.toBe(digest);
  const [own, another] = await page.evaluate(
    (ids) =>
      Promise.all(
        ids.map(async (id) => {
          const { events, checkpoints } = await window.workbench.campaign(id);
          const update = events.map(({ payload }) => payload).find(({ kind }) => kind === 'update.completed');
          if (update?.kind !== 'update.completed') throw new Error(`${id} was never updated`);
          const initial = checkpoints.find(({ origin }) => origin === 'initial')?.checkpointId;
          return { initial, trained: update.checkpointId, episodes: update.batches[0]?.episodesHash };
        }),
      ),
    [campaignId, other.campaignId],
  );
  expect(another?.initial).not.toBe(own?.initial);
  expect(another?.episodes).not.toBe(own?.episodes);
  expect(another?.trained).not.toBe(own?.trained);
  await page.evaluate((id) => window.workbench.deleteCampaign(id), other.campaignId);
});

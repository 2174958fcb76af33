/** MiniWoB++ on the command line: its folder, and what it changes of a campaign's config. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CampaignConfig } from '../src/core/campaign-config.ts';
import { MINIWOB_HELDOUT, MINIWOB_TASKS } from '../src/environments/browser/miniwob/miniwob-tasks.ts';
import type { Invocation } from './arguments.ts';
import { CommandError } from './profile.ts';

/**
 * Names the folder of `--miniwob` to the server, which is started after this.
 * @throws CommandError when a task is not in it; that it is no MiniWoB++ the server says.
 */
export function serveMiniwob({ miniwob, tasks }: Invocation): void {
  if (miniwob === null) return;
  const folder = resolve(miniwob);
  const missing = tasks?.filter((name) => !existsSync(join(folder, 'miniwob', `${name}.html`))) ?? [];
  if (missing.length > 0)
    throw new CommandError(`--tasks: there is no ${missing.join(', ')} in ${folder}/miniwob`);
  process.env['RL_MINIWOB'] = folder;
}

type BrowserOverride = NonNullable<CampaignConfig['environments']['browser']>;

/**
 * The browser environment of a config with the pages and the driver that the command line asks for.
 * @throws CommandError when its tasks are MiniWoB++'s and nobody says where that is.
 */
export function browserFor(
  { environments }: CampaignConfig,
  { driver, miniwob, tasks }: Pick<Invocation, 'driver' | 'miniwob' | 'tasks'>,
): BrowserOverride {
  const { ratio = 1, options: own = {} } = environments.browser ?? {};
  const names = tasks?.join(',') ?? (own['miniwob'] || MINIWOB_TASKS.join(','));
  const options = {
    ...own,
    ...(driver === null ? {} : { driver }),
    ...(miniwob === null ? {} : { miniwob: names }),
  };
  if (options['miniwob'] && !process.env['RL_MINIWOB']) {
    throw new CommandError('this campaign has tasks of MiniWoB++: give --miniwob FOLDER');
  }
  return { ratio, options };
}

/** Held-out tasks of an evaluation on MiniWoB++: the same number of each name. */
export function miniwobWindow({ options }: BrowserOverride): number {
  return String(options['miniwob']).split(',').length * MINIWOB_HELDOUT;
}

/** A preset's campaign with the pages and the driver that the command line asks for. */
export function withBrowser(config: CampaignConfig, invocation: Invocation): CampaignConfig {
  if (invocation.driver === null && invocation.miniwob === null) return config;
  const browser = browserFor(config, invocation);
  const environments = { ...config.environments, browser };
  if (invocation.miniwob === null) return { ...config, environments };
  const evaluation = { ...config.evaluation, heldoutTasks: miniwobWindow(browser) };
  return { ...config, name: 'Browser: MiniWoB++', environments, evaluation };
}

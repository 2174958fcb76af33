/** Where campaigns get the browser environment from. */
import { hashOf } from '../core/canonical.ts';
import type { Environment } from '../core/environment.ts';
import {
  type BrowserDriver,
  type BrowserOptions,
  createBrowserEnvironment,
  generateFlowTasks,
  miniwobTasks,
  parseBrowserOptions,
} from '../environments/browser/index.ts';
import type { EnvironmentSource } from './environment-source.ts';

/** What opens the pages of the browser environment. */
export interface BrowserDrivers {
  /** The driver of a name; one for as long as the learner lives, so that its pages are used again. */
  browserDriver(name: BrowserOptions['driver']): BrowserDriver;
}

/** Keeps the tasks of the last campaign. */
export function browserSource({ browserDriver }: BrowserDrivers): EnvironmentSource {
  let kept: { key: string; environment: Environment } | null = null;
  return {
    check: (options) => void parseBrowserOptions(options),

    async prepare(config) {
      const options = parseBrowserOptions(config.environments.browser?.options);
      const key = JSON.stringify([config.seed, options]);
      if (kept?.key === key) return kept.environment;
      const tasks = await tasksOf(config.seed, options);
      const driver = browserDriver(options.driver);
      const environment = createBrowserEnvironment({ tasks, driver, options });
      kept = { key, environment };
      return environment;
    },

    async generate(seed, count) {
      const { tasksPerFamily } = parseBrowserOptions({});
      const all = await generateFlowTasks({ seed, tasksPerFamily });
      const tasks = all.slice(0, count ?? all.length);
      return { tasks, rejected: {}, hash: await hashOf(tasks.map(({ contentHash }) => contentHash)) };
    },
  };
}

/** The flows, generated from the seed; or MiniWoB++'s tasks, whose seeds are the same in every campaign. */
function tasksOf(seed: number, { miniwob, tasksPerFamily }: BrowserOptions) {
  return miniwob === ''
    ? generateFlowTasks({ seed, tasksPerFamily })
    : miniwobTasks(miniwob.split(','), tasksPerFamily);
}

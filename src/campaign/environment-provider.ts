/** Makes the environments that a campaign config names. The one place that knows which there are. */
import type { EnvironmentId } from '../core/contracts.ts';
import type { Environment } from '../core/environment.ts';
import { type BrowserDrivers, browserSource } from './browser-source.ts';
import type { EnvironmentSource } from './environment-source.ts';
import { LiveStudent } from './live-student.ts';
import { orchestratorSource } from './orchestrator-source.ts';
import { type ShellWorkers, shellSource } from './shell-source.ts';
import { type EnvironmentProvider, WorkbenchError } from './workbench.ts';

/** How workers and pages are come by. Outside a browser there are no pages, and no browser environment. */
export interface ProviderSetup extends ShellWorkers, Partial<BrowserDrivers> {}

/** A provider that keeps the last environment of each kind, because making its tasks takes a while. */
export function createEnvironmentProvider(setup: ProviderSetup): EnvironmentProvider {
  const shell = shellSource(setup);
  const { browserDriver } = setup;
  const live = new LiveStudent();
  const sources: Partial<Record<EnvironmentId, EnvironmentSource>> = {
    shell,
    ...(browserDriver ? { browser: browserSource({ browserDriver }) } : {}),
    orchestrator: orchestratorSource({ runTask: live.run }),
  };

  const sourceOf = (id: string, key: string): EnvironmentSource => {
    const source = sources[id as EnvironmentId];
    if (source) return source;
    throw new WorkbenchError(
      `${key}: there is no environment "${id}"; there are ${Object.keys(sources).join(', ')}`,
    );
  };

  return {
    check(config) {
      for (const [id, own] of Object.entries(config.environments)) {
        sourceOf(id, `environments.${id}`).check(own.options);
      }
      const { shell: repairs, browser: flows, orchestrator } = config.environments;
      if (orchestrator?.options['live'] === true && !(repairs && flows)) {
        throw new WorkbenchError(
          'environments.orchestrator.options.live: real tasks are run in the campaign’s own environments; ' +
            'add environments.shell and environments.browser, or set it to false',
        );
      }
    },

    async prepare(config, onProgress, signal) {
      const environments = new Map<EnvironmentId, Environment>();
      for (const id of Object.keys(config.environments) as EnvironmentId[]) {
        const source = sourceOf(id, `environments.${id}`);
        environments.set(id, await source.prepare(config, onProgress, signal));
      }
      live.attach(environments);
      return environments;
    },

    async generateBenchmark({ environment, seed, count }, onProgress) {
      const started = performance.now();
      const source = sourceOf(environment, 'benchmark');
      const { tasks, rejected, hash } = await source.generate(seed, count, onProgress);
      const tally = (of: (task: (typeof tasks)[number]) => string) => {
        const counts: Record<string, number> = {};
        for (const task of tasks) counts[of(task)] = (counts[of(task)] ?? 0) + 1;
        return counts;
      };
      return {
        seed,
        tasks: tasks.length,
        bySplit: tally((task) => task.split),
        byFamily: tally((task) => task.family),
        rejected,
        hash,
        seconds: (performance.now() - started) / 1000,
      };
    },

    useStudent: (policy) => live.use(policy),

    killWorker: () => shell.killWorker(),
  };
}

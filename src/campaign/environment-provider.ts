/** Makes the environments that a campaign config names. The one place that knows which there are. */
import type { CampaignConfig } from '../core/campaign-config.ts';
import type { EnvironmentId } from '../core/contracts.ts';
import type { Environment } from '../core/environment.ts';
import {
  createShellEnvironment,
  generateShellBenchmark,
  parseShellOptions,
  type ShellEnvironment,
  type ShellWorkerConnection,
} from '../environments/shell/index.ts';
import { type EnvironmentProvider, WorkbenchError } from './workbench.ts';

/** How workers are started; the page's worker and the tests each have their way. */
export interface ProviderSetup {
  connectShell(): ShellWorkerConnection;
  /** Shell workers at once; results do not depend on it. */
  shellWorkers: number;
}

/** A provider that keeps the last shell environment, because making its benchmark takes a while. */
export function createEnvironmentProvider({
  connectShell,
  shellWorkers,
}: ProviderSetup): EnvironmentProvider {
  let kept: { key: string; environment: ShellEnvironment } | null = null;

  const shellOptions = (config: CampaignConfig) => parseShellOptions(config.environments.shell?.options);

  const shell = async (
    config: CampaignConfig,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ) => {
    const options = shellOptions(config);
    // Options that only change what an episode shows leave the tasks, and what workers remember, as they are.
    const key = JSON.stringify([config.seed, { ...options, coverage: null, candidateTokens: null }]);
    if (kept?.key === key) {
      kept.environment.useSessionOptions(options);
      return kept.environment;
    }
    await kept?.environment.close();
    kept = null;
    const benchmark = await generateShellBenchmark({
      seed: config.seed,
      options,
      connect: connectShell,
      workers: shellWorkers,
      onProgress,
      signal,
    });
    const environment = createShellEnvironment({ benchmark, connect: connectShell, workers: shellWorkers });
    kept = { key, environment };
    return environment;
  };

  return {
    check(config) {
      const unknown = Object.keys(config.environments).filter((id) => id !== 'shell');
      if (unknown.length > 0) {
        throw new WorkbenchError(`environments.${unknown[0]}: this version has the shell environment only`);
      }
      shellOptions(config);
    },

    async prepare(config, onProgress, signal) {
      const environments = new Map<EnvironmentId, Environment>();
      environments.set('shell', await shell(config, onProgress, signal));
      return environments;
    },

    async generateBenchmark({ environment, seed, count }, onProgress) {
      if (environment !== 'shell')
        throw new WorkbenchError(`there is no benchmark for "${environment}"; there is one for shell`);
      const started = performance.now();
      const { tasks, rejected, hash } = await generateShellBenchmark({
        seed,
        options: parseShellOptions({}),
        connect: connectShell,
        workers: shellWorkers,
        onProgress,
        ...(count === null ? {} : { count }),
      });
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
        rejected: { ...rejected },
        hash,
        seconds: (performance.now() - started) / 1000,
      };
    },

    killWorker() {
      kept?.environment.killOneWorker();
    },
  };
}

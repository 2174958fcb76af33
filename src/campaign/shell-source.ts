/** Where campaigns get the shell environment from. */
import {
  createShellEnvironment,
  generateShellBenchmark,
  parseShellOptions,
  type ShellEnvironment,
  type ShellWorkerConnection,
} from '../environments/shell/index.ts';
import type { EnvironmentSource } from './environment-source.ts';

/** What the shell environment runs in. */
export interface ShellWorkers {
  connectShell(): ShellWorkerConnection;
  /** Shell workers at once; results do not depend on it. */
  shellWorkers: number;
}

/** Keeps the last environment; `killWorker` ends one of its workers without warning, for drills. */
export function shellSource({
  connectShell: connect,
  shellWorkers: workers,
}: ShellWorkers): EnvironmentSource & { killWorker(): void } {
  let kept: { key: string; environment: ShellEnvironment } | null = null;
  return {
    check: (options) => void parseShellOptions(options),

    async prepare(config, onProgress, signal) {
      const options = parseShellOptions(config.environments.shell?.options);
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
        connect,
        workers,
        onProgress,
        signal,
      });
      const environment = createShellEnvironment({ benchmark, connect, workers });
      kept = { key, environment };
      return environment;
    },

    async generate(seed, count, onProgress) {
      const { tasks, rejected, hash } = await generateShellBenchmark({
        seed,
        options: parseShellOptions({}),
        connect,
        workers,
        onProgress,
        ...(count === null ? {} : { count }),
      });
      return { tasks, rejected: { ...rejected }, hash };
    },

    killWorker() {
      kept?.environment.killOneWorker();
    },
  };
}

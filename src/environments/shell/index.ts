/** The shell environment's public face: what the campaign and the workers use. */
export { parseShellOptions } from './options.ts';
export { generateShellBenchmark } from './shell-benchmark.ts';
export { createShellEnvironment, type ShellEnvironment } from './shell-environment.ts';
export { workerConnection } from './shell-worker-connection.ts';
export type { ShellWorkerConnection } from './shell-worker-protocol.ts';

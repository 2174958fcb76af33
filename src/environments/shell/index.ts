/** The shell environment's public face: what the campaign, the page and the command line use. */
export { parseShellOptions, ShellOptionsError, ShellOptionsSchema } from './options.ts';
export { generateShellBenchmark } from './shell-benchmark.ts';
export { createShellEnvironment, SHELL_VERSION, type ShellEnvironment } from './shell-environment.ts';
export { workerConnection } from './shell-worker-connection.ts';
export type { ShellWorkerApi, ShellWorkerConnection } from './shell-worker-protocol.ts';
export type { Benchmark, ShellOptions, ShellTask } from './task.ts';

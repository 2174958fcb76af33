/** The shell environment without workers: everything on this thread, so that a figure is of one thread. */
import { createEmbeddedRuntime } from '../src/environments/shell/embedded-runtime.ts';
import {
  createShellEnvironment,
  type ShellEnvironment,
} from '../src/environments/shell/shell-environment.ts';
import { inProcessConnection } from '../src/environments/shell/shell-worker-connection.ts';
import { createShellWorkerApi } from '../src/environments/shell/shell-worker-host.ts';
import type { Benchmark } from '../src/environments/shell/task.ts';

/** Calls `body` with a fresh environment, which remembers no test runs, and closes it. */
export async function withShell<T>(
  benchmark: Benchmark,
  body: (environment: ShellEnvironment) => Promise<T>,
): Promise<T> {
  const runtime = await createEmbeddedRuntime();
  const environment = createShellEnvironment({
    benchmark,
    connect: () => inProcessConnection(createShellWorkerApi(Promise.resolve(runtime))),
    workers: 1,
  });
  try {
    return await body(environment);
  } finally {
    await environment.close();
    await runtime.dispose();
  }
}

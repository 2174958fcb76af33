/** Generating the benchmark on the shell's workers: the same result on any number of them. */
import { mergeBenchmarks } from './benchmark.ts';
import { ShellWorkerLink } from './shell-worker-link.ts';
import type { ShellWorkerConnection } from './shell-worker-protocol.ts';
import type { Benchmark, ShellOptions } from './task.ts';

/** One part that takes longer than this means that its worker hangs. */
const PART_TIMEOUT_MS = 600_000;

/** What to generate, and where. */
export interface ShellBenchmarkRequest {
  seed: number;
  options: ShellOptions;
  /** Starts a worker; it is ended when the benchmark is there. */
  connect(): ShellWorkerConnection;
  workers: number;
  /** Hears tasks made, and tasks made at most. */
  onProgress?: (done: number, total: number) => void;
  /** Tasks at most; left out, all that the options allow. */
  count?: number;
}

/**
 * Generates and verifies the benchmark of all seed modules.
 * @throws InfrastructureError when a worker died.
 */
export async function generateShellBenchmark(request: ShellBenchmarkRequest): Promise<Benchmark> {
  const { seed, options, connect, onProgress, count } = request;
  // A limit over all modules is dealt out in turns, which one worker has to do for all of them.
  const workers = count === undefined ? request.workers : 1;
  const links: ShellWorkerLink[] = [];
  const open = () => {
    const link = new ShellWorkerLink(`benchmark worker ${links.length + 1}`, connect(), PART_TIMEOUT_MS);
    links.push(link);
    return link;
  };
  try {
    const first = open();
    if (count !== undefined) {
      return await first.call((api) =>
        api.generate({ seed, options, modules: null, count }, onProgress ?? ignoreProgress),
      );
    }
    const modules = await first.call((api) => api.modules());
    const made = modules.map(() => 0);
    const atMost = modules.map(() => options.tasksPerModule);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
    const parts: Benchmark[] = [];
    let next = 0;
    const work = async (link: ShellWorkerLink) => {
      // Whoever is free takes the next module: modules differ much in how long they take.
      for (let i = next++; i < modules.length; i = next++) {
        const part = await link.call((api) =>
          api.generate({ seed, options, modules: [modules[i] as string], count: null }, (done) => {
            made[i] = done;
            onProgress?.(sum(made), sum(atMost));
          }),
        );
        parts[i] = part;
        made[i] = part.tasks.length;
        atMost[i] = part.tasks.length;
        onProgress?.(sum(made), sum(atMost));
      }
    };
    await Promise.all([first, ...Array.from({ length: workers - 1 }, open)].map(work));
    return await mergeBenchmarks(parts);
  } finally {
    for (const link of links) link.terminate();
  }
}

function ignoreProgress(): void {
  // Nobody asked to hear of it.
}

/** Generating the benchmark on the shell's workers: the same result on any number of them. */
import { InfrastructureError } from '../../core/environment.ts';
import { mergeBenchmarks } from './benchmark.ts';
import { ShellWorkerLink } from './shell-worker-link.ts';
import type { ShellWorkerApi, ShellWorkerConnection } from './shell-worker-protocol.ts';
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
  /** Aborting ends the workers at once. */
  signal?: AbortSignal;
}

/** Tries of one part: a part is a pure function of its request, so trying again is safe. */
const PART_TRIES = 3;

/**
 * Generates and verifies the benchmark of all seed modules.
 * @throws InfrastructureError when a part failed three times, on fresh workers.
 * @throws the signal's reason when aborted.
 */
export async function generateShellBenchmark(request: ShellBenchmarkRequest): Promise<Benchmark> {
  const { seed, options, connect, onProgress, count, signal } = request;
  // A limit over all modules is dealt out in turns, which one worker has to do for all of them.
  const workers = count === undefined ? request.workers : 1;
  const links: ShellWorkerLink[] = [];
  const open = () => {
    const link = new ShellWorkerLink(`benchmark worker ${links.length + 1}`, connect(), PART_TIMEOUT_MS);
    links.push(link);
    return link;
  };
  const abandon = () => {
    for (const link of links) link.terminate();
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', abandon);
  /** Calls a worker; when it broke, a fresh one takes its place and its work. */
  const attempt = async <T>(
    link: ShellWorkerLink,
    call: (api: ShellWorkerApi) => Promise<T>,
  ): Promise<{ answer: T; link: ShellWorkerLink }> => {
    let worker = link;
    for (let tries = 1; ; tries += 1) {
      try {
        return { answer: await worker.call(call), link: worker };
      } catch (error) {
        signal?.throwIfAborted();
        if (tries >= PART_TRIES || !(error instanceof InfrastructureError)) throw error;
        worker.terminate();
        worker = open();
      }
    }
  };
  try {
    const first = open();
    if (count !== undefined) {
      const { answer } = await attempt(first, (api) =>
        api.generate({ seed, options, modules: null, count }, onProgress ?? ignoreProgress),
      );
      return answer;
    }
    const modules = await first.call((api) => api.modules());
    const made = modules.map(() => 0);
    const atMost = modules.map(() => options.tasksPerModule);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
    const parts: Benchmark[] = [];
    let next = 0;
    const work = async (worker: ShellWorkerLink) => {
      let link = worker;
      // Whoever is free takes the next module: modules differ much in how long they take.
      for (let i = next++; i < modules.length; i = next++) {
        const result = await attempt(link, (api) =>
          api.generate({ seed, options, modules: [modules[i] as string], count: null }, (done) => {
            made[i] = done;
            onProgress?.(sum(made), sum(atMost));
          }),
        );
        const part = result.answer;
        link = result.link;
        parts[i] = part;
        made[i] = part.tasks.length;
        atMost[i] = part.tasks.length;
        onProgress?.(sum(made), sum(atMost));
      }
    };
    await Promise.all([first, ...Array.from({ length: workers - 1 }, open)].map(work));
    return await mergeBenchmarks(parts);
  } finally {
    signal?.removeEventListener('abort', abandon);
    abandon();
  }
}

function ignoreProgress(): void {
  // Nobody asked to hear of it.
}

/** A sample of tasks in which every module has about the same part. */
import type { RandomStream } from '../src/core/random.ts';

/**
 * `count` tasks (fewer when there are not so many), the modules taking turns; which tasks of a
 * module, and which modules have one more, is drawn from the stream. In the order of `tasks`.
 */
export function sampleEvenly<T extends { readonly module: string }>(
  tasks: readonly T[],
  count: number,
  stream: RandomStream,
): T[] {
  const byModule = new Map<string, T[]>();
  for (const task of tasks) byModule.set(task.module, [...(byModule.get(task.module) ?? []), task]);
  const queues = stream.shuffle([...byModule.values()].map((own) => stream.shuffle(own)));
  const chosen = new Set<T>();
  for (let turn = 0; chosen.size < Math.min(count, tasks.length); turn += 1) {
    for (const queue of queues) {
      const task = queue[turn];
      if (task !== undefined && chosen.size < count) chosen.add(task);
    }
  }
  return tasks.filter((task) => chosen.has(task));
}

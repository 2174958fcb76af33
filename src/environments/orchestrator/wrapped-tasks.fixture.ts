/** For tests: real tasks to stand for, without the environments that they come from. */
import type { WrappedTask } from './task.ts';

/** Three tasks of each environment and split, no cluster in two splits. */
export function wrappedTasks(): WrappedTask[] {
  return (['train', 'validation', 'heldout'] as const).flatMap((split) =>
    (['shell', 'browser'] as const).flatMap((environment) =>
      [1, 2, 3].map((n) => ({
        environment,
        taskId: `${environment}/${split}-${n}`,
        family: `family-${n}`,
        cluster: `${environment}-${split}-${n}`,
        split,
        summary: `${environment} work number ${n}`,
      })),
    ),
  );
}

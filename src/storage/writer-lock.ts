/**
 * One writer at a time, across tabs and workers of this origin, by Web Locks. The browser releases
 * a lock when its holder ends, however it ends. A writer that lost its lock is fenced by the head
 * hash that every commit compares.
 */

/** A held lock. */
export interface WriterLock {
  /** Resolves when the lock is free for others. */
  release(): Promise<void>;
}

/** Another tab or worker is the writer. */
export class WriterLockHeldError extends Error {
  override name = 'WriterLockHeldError';
}

/** The writer's lock of a database or a campaign; null when someone else holds it. */
export function acquireWriterLock(name: string): Promise<WriterLock | null> {
  return new Promise((resolve, reject) => {
    let free: () => void;
    const whileHeld = new Promise<void>((end) => {
      free = end;
    });
    const request = navigator.locks.request(`rl-workbench writer ${name}`, { ifAvailable: true }, (lock) => {
      if (lock === null) {
        resolve(null);
        return undefined;
      }
      resolve({
        release: async () => {
          free();
          await request;
        },
      });
      return whileHeld;
    });
    request.catch(reject);
  });
}

/**
 * Runs `work` as the only writer.
 * @throws WriterLockHeldError when another tab or worker is the writer; `work` did not run.
 */
export async function withWriterLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const lock = await acquireWriterLock(name);
  if (lock === null) {
    throw new WriterLockHeldError(
      `Another tab is working on "${name}". Close it or wait for it; here everything can be looked at, nothing changed.`,
    );
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

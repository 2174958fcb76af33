/** How much the browser lets us keep, and whether it may throw it away. */

/**
 * Asks the browser not to evict our data when the disk runs full; true when it agrees. In a worker,
 * where asking is not possible, it says what was agreed with the page.
 */
export async function requestPersistence(): Promise<boolean> {
  const { storage } = navigator;
  return typeof storage.persist === 'function' ? storage.persist() : storage.persisted();
}

/** Bytes used and allowed for this origin, as the browser estimates them. */
export async function storageUsage(): Promise<{ usedBytes: number; quotaBytes: number }> {
  const { usage, quota } = await navigator.storage.estimate();
  return { usedBytes: usage ?? 0, quotaBytes: quota ?? 0 };
}

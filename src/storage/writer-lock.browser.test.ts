import { describe, expect, it } from 'vitest';
import { requestPersistence, storageUsage } from './persistence.ts';
import { acquireWriterLock, WriterLockHeldError, withWriterLock } from './writer-lock.ts';

describe('the writer lock', () => {
  it('is held by one at a time and free after its release', async () => {
    const lock = await acquireWriterLock('a');
    expect(lock).not.toBeNull();
    expect(await acquireWriterLock('a')).toBeNull();
    const other = await acquireWriterLock('b');
    expect(other).not.toBeNull();
    await lock?.release();
    const again = await acquireWriterLock('a');
    expect(again).not.toBeNull();
    await again?.release();
    await other?.release();
  });

  it('is held while work runs, and released when it fails', async () => {
    const work = withWriterLock('c', async () => {
      await expect(withWriterLock('c', async () => 1)).rejects.toThrow(WriterLockHeldError);
      throw new Error('the work failed');
    });
    await expect(work).rejects.toThrow('the work failed');
    expect(await withWriterLock('c', async () => 2)).toBe(2);
  });
});

describe('persistence', () => {
  it('answers yes or no, and how much is used', async () => {
    expect(typeof (await requestPersistence())).toBe('boolean');
    expect((await storageUsage()).quotaBytes).toBeGreaterThan(0);
  });
});

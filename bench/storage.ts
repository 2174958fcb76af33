/** How long writing and reading a campaign takes in a browser's IndexedDB. */
import { withBenchPage } from './bench-page.ts';
import { firstRound } from './round.ts';
import type { StorageTimings } from './storage-page.ts';
import type { Effort } from './timing.ts';

const EPOCHS = { short: 5, full: 20 };

/** What was written, where, and how long it took. */
export interface StorageResult extends StorageTimings {
  browser: string;
  epochs: number;
}

/** Writes the episodes of a real round, many times over, with checkpoints of the default student. */
export async function measureStorage(
  seed: number,
  effort: Effort,
  say: (text: string) => void,
): Promise<StorageResult> {
  const round = await firstRound(seed, say);
  say('storing epochs in Chromium');
  const epochs = EPOCHS[effort];
  return withBenchPage('storage.html', async (page, version) => {
    const timings = await page.evaluate(
      ([withSeed, episodes, count]) => window.measureStorage(withSeed, episodes, count),
      [seed, round, epochs] as const,
    );
    return { browser: `Chromium ${version}`, epochs, ...timings };
  });
}

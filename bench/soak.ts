/** Does a shell worker's memory stay flat? Thousands of episodes in a real one, in Chromium. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Page } from 'playwright';
import { withBenchPage } from './bench-page.ts';
import type { SoakEpisodes, SoakTasks } from './soak-page.ts';

/** Enough tasks that what is remembered of them does not fit into the worker's caches. */
const TASKS_PER_MODULE = 8;
/** Points at which memory is measured. */
const POINTS = 20;
const MIB = 2 ** 20;

/** Memory after some episodes, in MiB. */
export interface SoakPoint {
  episodes: number;
  /** Objects of the shell worker, garbage collected. */
  worker: number;
  /** Those of the page, which plays the learner's part. */
  page: number;
  /** What is resident of the process of both, QuickJS's memory included; null where the system does not say. */
  resident: number | null;
  /** Episodes per second since the point before. */
  rate: number;
}

/** What was run and measured. */
export interface SoakResult {
  seed: number;
  browser: string;
  tasks: SoakTasks;
  episodes: number;
  hostileEpisodes: number;
  steps: number;
  /** Honest episodes played and repaired, by policy. */
  honest: SoakEpisodes['honest'];
  points: SoakPoint[];
}

/** So that memory is measured at once, and not when the browser next collects garbage. */
const EAGER = '--enable-blink-features=ForceEagerMeasureMemory';

/**
 * Plays the episodes in a page of its own.
 * @throws Error when an episode could not be played or the worker died.
 */
export function measureSoak(
  seed: number,
  episodes: number,
  say: (text: string) => void,
): Promise<SoakResult> {
  say('building the page');
  const run = (page: Page, version: string) => soak(page, `Chromium ${version}`, seed, episodes, say);
  return withBenchPage('soak.html', run, [EAGER]);
}

async function soak(
  page: Page,
  browser: string,
  seed: number,
  episodes: number,
  say: (text: string) => void,
): Promise<SoakResult> {
  say('making tasks');
  const tasks = await page.evaluate(([withSeed, perModule]) => window.soak.prepare(withSeed, perModule), [
    seed,
    TASKS_PER_MODULE,
  ] as const);
  const result: SoakResult = {
    seed,
    browser,
    tasks,
    episodes,
    hostileEpisodes: 0,
    steps: 0,
    honest: {},
    points: [],
  };
  for (let point = 1; point <= POINTS; point += 1) {
    const [from, to] = [point - 1, point].map((n) => Math.round((n * episodes) / POINTS)) as [number, number];
    say(`episode ${from}/${episodes}`);
    const started = performance.now();
    const played = await page.evaluate(([a, b]) => window.soak.play(a, b), [from, to] as const);
    const seconds = (performance.now() - started) / 1000;
    if (played.workers !== 1) throw new Error(`soak: a worker died before episode ${to}`);
    result.hostileEpisodes += played.hostile;
    result.steps += played.steps;
    for (const [name, counts] of Object.entries(played.honest)) {
      const sum = result.honest[name] ?? { played: 0, repaired: 0 };
      result.honest[name] = {
        played: sum.played + counts.played,
        repaired: sum.repaired + counts.repaired,
      };
    }
    const { worker, page: ofPage } = await page.evaluate(() => window.soak.memory());
    result.points.push({
      episodes: to,
      worker: worker / MIB,
      page: ofPage / MIB,
      resident: await residentOf(page),
      rate: (to - from) / seconds,
    });
  }
  return result;
}

/** MiB of the renderers' processes that are resident. */
async function residentOf(page: Page): Promise<number | null> {
  const browser = page.context().browser();
  if (process.platform !== 'linux' || browser === null) return null;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => sum + kibibytes(readFileSync(`/proc/${id}/status`, 'utf8')) / 1024, 0);
}

function kibibytes(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN);
}

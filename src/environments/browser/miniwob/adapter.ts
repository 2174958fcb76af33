/**
 * Makes a page of MiniWoB++ (Shi et al. 2017; Liu et al. 2018) a flow: added to its pages, unmodified
 * otherwise, as they are served; bundled to `flows/miniwob.js`. The episode of `?seed=N` starts when
 * the page has loaded, seeded and started as by MiniWoB's own harness, without the click on its cover
 * and without its time limit. What is measured is the raw reward, which does not fall with time.
 */

import { bounded } from '../page/page-text.ts';
import { PAGE_LIMITS } from '../page-limits.ts';
import type { FlowTruth } from '../page-protocol.ts';
import { PageClock } from './page-clock.ts';
import { readUtterance } from './utterance.ts';

/** What MiniWoB's `core.js` defines, as far as it is used here. */
interface MiniwobGlobals {
  readonly core: { EPISODE_MAX_TIME: number; startEpisodeReal(): void };
  readonly WOB_DONE_GLOBAL: boolean;
  readonly WOB_RAW_REWARD_GLOBAL: number;
  readonly WOB_REWARD_REASON: string | null;
  readonly Math: { seedrandom(seed: number): void };
}

/** The page's time that passes with an action: enough for its menus and animations to be through. */
const TICK_MILLISECONDS = 1000;
/** No episode lasts as long. */
const NO_LIMIT_MILLISECONDS = 1e12;
/** As MiniWoB scores an episode whose time runs out. */
const NOT_ENDED_REWARD = -1;
const GOAL_CHARACTERS = 1000;

/** Beside the task's own area: MiniWoB's harness leaves it out of what it shows agents, too. */
const AROUND_THE_TASK = `
  #reward-display, #click-canvas, #sync-task-cover { display: none !important }
  #query, #query * { visibility: hidden !important }`;

const miniwob = globalThis as unknown as MiniwobGlobals;
const clock = new PageClock();

function truth(): FlowTruth {
  const { WOB_DONE_GLOBAL: done, WOB_RAW_REWARD_GLOBAL: reward, WOB_REWARD_REASON: reason } = miniwob;
  const rawReward = done ? reward : NOT_ENDED_REWARD;
  return {
    status: done ? 'done' : 'open',
    outcome: rawReward >= 1 ? 'success' : rawReward > 0 ? 'partial' : 'failure',
    handoverRight: false,
    violation: null,
    progress: Math.min(1, Math.max(0, rawReward)),
    facts: { rawReward, reason: reason === null ? null : bounded(String(reason)) },
  };
}

function start(): void {
  miniwob.core.EPISODE_MAX_TIME = NO_LIMIT_MILLISECONDS;
  miniwob.Math.seedrandom(Number(new URLSearchParams(location.search).get('seed')));
  miniwob.core.startEpisodeReal();
  clock.advance(TICK_MILLISECONDS);
  const goal = (document.getElementById('query')?.textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, GOAL_CHARACTERS);
  const task = { goal, values: readUtterance(goal).slice(0, PAGE_LIMITS.goalValues) };
  globalThis.flow = {
    truth,
    // MiniWoB says what was right only when it is over.
    expert: () => [],
    tick: () => clock.advance(TICK_MILLISECONDS),
    task: () => task,
  };
}

clock.install();
document.head.append(Object.assign(document.createElement('style'), { textContent: AROUND_THE_TASK }));
// The page's own handler, which makes what `start` needs, is there by then and comes first.
addEventListener('DOMContentLoaded', () => addEventListener('load', start));

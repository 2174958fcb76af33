/** The tasks of MiniWoB++ pages: a pure function of their names, with seeds that no two splits share. */
import { hashOf } from '../../../core/canonical.ts';
import type { Split } from '../../../core/contracts.ts';
import type { BrowserTask } from '../task.ts';

/**
 * Tasks of their names that need words and controls only: no dragging, drawing, hovering or looking at
 * pixels. Trained on and evaluated when `--tasks` names none.
 */
export const MINIWOB_TASKS = [
  'click-button',
  'click-button-sequence',
  'click-checkboxes',
  'click-checkboxes-large',
  'click-checkboxes-soft',
  'click-checkboxes-transfer',
  'click-collapsible',
  'click-collapsible-2',
  'click-dialog',
  'click-dialog-2',
  'click-link',
  'click-menu',
  'click-menu-2',
  'click-option',
  'click-scroll-list',
  'click-tab',
  'click-tab-2',
  'click-tab-2-easy',
  'click-tab-2-hard',
  'click-tab-2-medium',
  'click-test',
  'click-test-2',
  'click-test-transfer',
  'click-widget',
  'enter-date',
  'enter-password',
  'enter-text',
  'enter-text-2',
  'enter-text-dynamic',
  'enter-time',
  'focus-text',
  'focus-text-2',
  'login-user',
  'login-user-popup',
] as const;

/** First seed of each split; a split has fewer tasks of a name than lie between two of these. */
const FIRST_SEED: Readonly<Record<Split, number>> = {
  train: 0,
  monitor: 100_000,
  validation: 200_000,
  heldout: 300_000,
};

/** Tasks of the monitoring pool and of validation at least, over all names. */
const OTHERS = { monitor: 160, validation: 64 } as const;

/** Held-out episodes of each name. */
export const MINIWOB_HELDOUT = 20;

/**
 * All tasks of the names. Family and cluster are the name; the goal is the page's own.
 * @param tasksPerFamily training tasks of each name.
 */
export async function miniwobTasks(names: readonly string[], tasksPerFamily: number): Promise<BrowserTask[]> {
  const counts: Readonly<Record<Split, number>> = {
    train: tasksPerFamily,
    monitor: Math.ceil(OTHERS.monitor / names.length),
    validation: Math.ceil(OTHERS.validation / names.length),
    heldout: MINIWOB_HELDOUT,
  };
  const tasks: BrowserTask[] = [];
  for (const [split, count] of Object.entries(counts) as [Split, number][]) {
    for (const name of new Set(names)) {
      for (let i = 0; i < count; i += 1) tasks.push(await miniwobTask(split, name, FIRST_SEED[split] + i));
    }
  }
  return tasks;
}

async function miniwobTask(split: Split, name: string, seed: number): Promise<BrowserTask> {
  return {
    environment: 'browser',
    taskId: `browser/miniwob/${name}/${seed}`,
    contentHash: await hashOf({ miniwob: name, seed }),
    family: name,
    cluster: name,
    split,
    goal: '',
    values: [],
    layout: 'miniwob',
    hurdles: [],
    address: `flows/miniwob/miniwob/${name}.html?seed=${seed}`,
  };
}

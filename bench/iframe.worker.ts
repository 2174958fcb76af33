/** The worker of the iframe driver's measurement: drives many frames at once, as the learner does. */
import { expose } from 'comlink';
import type { BrowserDriver, DrivenPage } from '../src/environments/browser/driver.ts';
import { generateFlowTasks } from '../src/environments/browser/flow-tasks.ts';
import { createIframeDriver } from '../src/environments/browser/iframe-driver.ts';
import type { ExpertStep, PageAction, PageReport } from '../src/environments/browser/page-protocol.ts';
import type { IframeRows } from './iframe-page.ts';
import type { ThroughputRow } from './throughput.ts';
import type { Effort } from './timing.ts';

/** Frames at once: what a round of episodes has. */
const FRAMES = 32;
/** Actions on each page that stays, and pages that are opened and played to the end. */
const AMOUNTS = { short: { steps: 60, pages: 96 }, full: { steps: 400, pages: 640 } };
/** No flow of the expert's is longer. */
const MOST_STEPS = 24;

/** What the worker offers over comlink. */
export interface IframeBench {
  measure(port: MessagePort, seed: number, effort: Effort): Promise<IframeRows>;
}

async function timed(what: string, body: () => Promise<number>): Promise<ThroughputRow> {
  const started = performance.now();
  const count = await body();
  return { what, count, seconds: (performance.now() - started) / 1000 };
}

/** Runs `body` for each of `items` in as many lanes as there are frames; the sum of what it returns. */
async function inLanes<T>(items: readonly T[], body: (item: T) => Promise<number>): Promise<number> {
  const rest = [...items];
  const lane = async (): Promise<number> => {
    let sum = 0;
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) sum += await body(item);
    return sum;
  };
  const sums = await Promise.all(Array.from({ length: FRAMES }, lane));
  return sums.reduce((a, b) => a + b, 0);
}

/** Fills the page's text fields in turn, again and again: nothing is sent. */
async function fillFields(page: DrivenPage, steps: number): Promise<number> {
  const fields = page.first.view.elements.filter(({ role, disabled }) => role === 'textbox' && !disabled);
  for (let i = 0; i < steps; i += 1) {
    const field = fields[i % fields.length];
    const action: PageAction = field
      ? { kind: 'fill', ref: field.ref, value: `text ${i}` }
      : { kind: 'wait' };
    await page.act(action);
  }
  return steps;
}

function actionOf(step: ExpertStep | undefined): PageAction | null {
  return step === undefined || step.kind === 'hand_over' || step.kind === 'finish' ? null : step;
}

/** Plays one flow with its own expert's steps; their number. */
async function play(driver: BrowserDriver, address: string): Promise<number> {
  const page = await driver.open(address);
  let report: PageReport = page.first;
  let steps = 0;
  for (; steps < MOST_STEPS; steps += 1) {
    const action = actionOf(report.flow?.expert[0]);
    if (action === null) break;
    report = (await page.act(action)).report;
  }
  await page.close();
  return steps;
}

async function measure(port: MessagePort, seed: number, effort: Effort): Promise<IframeRows> {
  const amounts = AMOUNTS[effort];
  const others = { monitor: 0, validation: 0, heldout: 0 };
  const tasks = await generateFlowTasks({ seed, tasksPerFamily: amounts.pages, others });
  const forms = tasks.filter(({ family }) => family === 'form').map(({ address }) => address);
  const driver = createIframeDriver(port);
  const openAll = () => Promise.all(forms.slice(0, FRAMES).map((address) => driver.open(address)));
  // The frames are made, and their code is compiled, before anything counts.
  let pages = await openAll();
  await Promise.all(pages.map((page) => fillFields(page, 5)));
  const steps = await timed('action on a form page', async () => {
    const counts = await Promise.all(pages.map((page) => fillFields(page, amounts.steps)));
    return counts.reduce((a, b) => a + b, 0);
  });
  const opened = await timed('page opened', async () => {
    let count = 0;
    for (; count < amounts.pages; count += FRAMES) {
      await Promise.all(pages.map((page) => page.close()));
      pages = await openAll();
    }
    return count;
  });
  await Promise.all(pages.map((page) => page.close()));
  const played = await timed('action of a whole form episode', () =>
    inLanes(forms, (address) => play(driver, address)),
  );
  await driver.close();
  return { frames: FRAMES, steps, opened, played };
}

expose({ measure } satisfies IframeBench);

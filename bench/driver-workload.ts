/** What a driver of the browser environment is measured with: form pages, many at once. */
import type { DrivenPage } from '../src/environments/browser/driver.ts';
import { generateFlowTasks } from '../src/environments/browser/flow-tasks.ts';
import type { ExpertStep, PageAction, PageReport } from '../src/environments/browser/page-protocol.ts';
import type { ThroughputRow } from './throughput.ts';

/** The measurements, by name in the table. */
export interface DriverRows {
  /** Pages open at once. */
  readonly pages: number;
  /** Actions on pages that stay, with a look at the page after each. */
  readonly steps: ThroughputRow;
  /** Pages opened where others were shown before. */
  readonly opened: ThroughputRow;
  /** Actions of whole episodes, with opening their pages. */
  readonly played: ThroughputRow;
}

/** How much is measured: pages at once, actions on each page that stays, episodes played to the end. */
export interface DriverAmounts {
  readonly pages: number;
  readonly steps: number;
  readonly episodes: number;
}

/** What opens pages. */
export interface PageOpener {
  open(address: string): Promise<DrivenPage>;
}

/** No flow of the expert's is longer. */
const MOST_STEPS = 24;

async function timed(what: string, body: () => Promise<number>): Promise<ThroughputRow> {
  const started = performance.now();
  const count = await body();
  return { what, count, seconds: (performance.now() - started) / 1000 };
}

/** Runs `body` for each of `items` in so many lanes; the sum of what it returns. */
async function inLanes<T>(
  lanes: number,
  items: readonly T[],
  body: (item: T) => Promise<number>,
): Promise<number> {
  const rest = [...items];
  const lane = async (): Promise<number> => {
    let sum = 0;
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) sum += await body(item);
    return sum;
  };
  const sums = await Promise.all(Array.from({ length: lanes }, lane));
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
async function play(driver: PageOpener, address: string): Promise<number> {
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

/** Measures a driver once, after its pages were made and their code was compiled. */
export async function measureDriver(
  driver: PageOpener,
  seed: number,
  { pages: atOnce, steps: stepsEach, episodes }: DriverAmounts,
): Promise<DriverRows> {
  const others = { monitor: 0, validation: 0, heldout: 0 };
  const tasks = await generateFlowTasks({ seed, tasksPerFamily: Math.max(episodes, atOnce), others });
  const forms = tasks.filter(({ family }) => family === 'form').map(({ address }) => address);
  const openAll = () => Promise.all(forms.slice(0, atOnce).map((address) => driver.open(address)));
  let pages = await openAll();
  await Promise.all(pages.map((page) => fillFields(page, 5)));
  const steps = await timed('action on a form page', async () => {
    const counts = await Promise.all(pages.map((page) => fillFields(page, stepsEach)));
    return counts.reduce((a, b) => a + b, 0);
  });
  const opened = await timed('page opened', async () => {
    let count = 0;
    for (; count < episodes; count += atOnce) {
      await Promise.all(pages.map((page) => page.close()));
      pages = await openAll();
    }
    return count;
  });
  await Promise.all(pages.map((page) => page.close()));
  const played = await timed('action of a whole form episode', () =>
    inLanes(atOnce, forms.slice(0, episodes), (address) => play(driver, address)),
  );
  return { pages: atOnce, steps, opened, played };
}

/**
 * The same actions give the same observations, the same truth and the same outcome in both drivers,
 * for every family: chosen on the iframe's pages in a user's browser, done again on the bridge's.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateFlowTasks } from '../src/environments/browser/flow-tasks.ts';
import { fixture } from '../src/environments/browser/page/fixtures/drive.ts';
import type { ActionReport, PageAction, PageReport } from '../src/environments/browser/page-protocol.ts';
import { type BrowserTask, FLOW_FAMILIES } from '../src/environments/browser/task.ts';
import { type BridgeServer, launchBrowser, openWorkbenchPage, startServer } from './bridge-server.fixture.ts';
import { BrowserPool } from './browser-pool.ts';
import type { DriversInPage } from './workbench-page.fixture.ts';

let browser: Browser;
let server: BridgeServer;
let page: Page;
let pool: BrowserPool;
let tasks: BrowserTask[];

declare const drivers: DriversInPage;

const MOST_STEPS = 16;

beforeAll(async () => {
  [browser, server, tasks] = await Promise.all([
    launchBrowser(),
    startServer(),
    generateFlowTasks({
      seed: 7,
      tasksPerFamily: 1,
      others: { monitor: 0, validation: 0, heldout: 1 },
    }),
  ]);
  page = await openWorkbenchPage(browser, server);
  pool = new BrowserPool(() => server.url);
}, 60_000);
afterAll(async () => {
  await pool.close();
  await browser.close();
  await server.close();
});

interface Run {
  first: PageReport;
  steps: { action: PageAction; answer: ActionReport }[];
}

/**
 * Runs in the user's page: what the expert accepts, and now and then (`wander`, a share) anything
 * that a page offers, also where it is refused.
 */
async function runInFrames(what: {
  address: string;
  values: string[];
  wander: number;
  most: number;
}): Promise<Run> {
  const { address, values, wander, most } = what;
  let state = 12345 + address.length;
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]) => items[Math.floor(draw() * items.length)] as T;
  const anything = ({ view }: PageReport): PageAction => {
    const actions: PageAction[] = [
      { kind: 'wait' },
      { kind: 'scroll', direction: 'down' },
      { kind: 'scroll', direction: 'up' },
    ];
    for (const { ref, inputType, options } of view.elements) {
      actions.push({ kind: 'click', ref }, { kind: 'submit', ref });
      if (inputType !== null) actions.push({ kind: 'fill', ref, value: pick([...values, '']) });
      if (options !== null) actions.push({ kind: 'select', ref, option: pick([...options, 'none']) });
    }
    return pick(actions);
  };
  const driven = await drivers.iframe.open(address);
  const steps: Run['steps'] = [];
  let report = driven.first;
  while (steps.length < most && report.flow?.truth.status !== 'done') {
    const accepted = (report.flow?.expert ?? []).filter(
      (step): step is PageAction => step.kind !== 'finish' && step.kind !== 'hand_over',
    );
    if (accepted.length === 0 && wander === 0) break;
    const action = accepted.length === 0 || draw() < wander ? anything(report) : pick(accepted);
    const answer = await driven.act(action);
    steps.push({ action, answer });
    report = answer.report;
  }
  await driven.close();
  return { first: driven.first, steps };
}

function refsOf({ view, flow }: PageReport): number[] {
  return [...view.elements, ...(flow?.expert ?? [])].flatMap((one) => ('ref' in one ? [one.ref] : []));
}

/** The same with every ref of the first document lower by a number. */
function lowered<T>(value: T, by: number): T {
  return JSON.parse(JSON.stringify(value), (key, part) => (key === 'ref' ? part - by : part));
}

/** Refs are numbers of a document; a frame shows one flow after another in the same document. */
function fromZero({ first, steps }: Run): Run {
  const by = Math.min(...refsOf(first));
  let document = 0;
  return {
    first: lowered(first, by),
    steps: steps.map(({ action, answer }) => {
      const actedOn = document === 0 ? by : 0;
      document = answer.report.view.document;
      return { action: lowered(action, actedOn), answer: lowered(answer, document === 0 ? by : 0) };
    }),
  };
}

async function expectSameThroughBridge(address: string, run: Run): Promise<void> {
  const { first, steps } = fromZero(run);
  const driven = await pool.open(address);
  expect(driven.first).toEqual(first);
  for (const [at, { action, answer }] of steps.entries()) {
    expect({ at, action, ...(await driven.act(action)) }).toEqual({ at, action, ...answer });
  }
  await driven.close();
}

test('events come in the same order and kind', async () => {
  const address = fixture(
    '<form><label>Field <input id="target"></label><label>Other <input></label><button>Send</button></form><p id="events"></p>',
    'events',
  );
  const run = await page.evaluate(async (given) => {
    const driven = await drivers.iframe.open(given);
    const [field, other] = driven.first.view.elements.map(({ ref }) => ref) as [number, number];
    const actions: PageAction[] = [
      { kind: 'fill', ref: field, value: 'text' },
      { kind: 'click', ref: other },
      { kind: 'fill', ref: field, value: '' },
      { kind: 'submit', ref: other },
    ];
    const steps: Run['steps'] = [];
    for (const action of actions) steps.push({ action, answer: await driven.act(action) });
    return { first: driven.first, steps };
  }, address);
  await expectSameThroughBridge(address, run);
});

for (const family of FLOW_FAMILIES) {
  test(`${family}: the same observations and outcome in both drivers`, async () => {
    const ofFamily = tasks.filter((task) => task.family === family);
    expect(ofFamily).toHaveLength(2);
    for (const { address, values } of ofFamily) {
      for (const wander of [0, 0.6]) {
        const given = values.map(({ value }) => value);
        const run = await page.evaluate(runInFrames, { address, values: given, wander, most: MOST_STEPS });
        expect(run.steps.length).toBeGreaterThan(0);
        if (wander === 0) expect(run.steps.at(-1)?.answer.report.flow?.truth.outcome).not.toBe('failure');
        await expectSameThroughBridge(address, run);
      }
    }
  });
}

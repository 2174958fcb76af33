/** The learner's side in a page with the workbench's own headers, and a bridge that comes and goes. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DrivenPage } from '../src/environments/browser/driver.ts';
import { fixture } from '../src/environments/browser/page/fixtures/drive.ts';
import { type BridgeServer, launchBrowser, openWorkbenchPage, startServer } from './bridge-server.fixture.ts';
import type { DriversInPage } from './workbench-page.fixture.ts';

let browser: Browser;
let server: BridgeServer;
let page: Page;

/** What is in the page, and what a test keeps there. */
declare const drivers: DriversInPage & { kept: ReturnType<DriversInPage['bridged']> & { page: DrivenPage } };

const HOW_TO_GET_ONE = /Start the workbench with `npm start`/;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
  page = await openWorkbenchPage(browser, server);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await server.close();
});

const heading = (text: string) => fixture(`<h1>${text}</h1><button>Go</button>`);

test('looking for the bridge starts no browser and says where it stands', async () => {
  const found = await page.evaluate(async () => {
    const { driver, seen } = drivers.bridged();
    const before = driver.status.state;
    const after = await driver.connect();
    await driver.close();
    return { before, after, seen };
  });
  expect(found).toEqual({
    before: 'absent',
    after: { state: 'ready', reason: '' },
    seen: ['connecting', 'ready'],
  });
});

test('a page is opened, acted on and closed through the bridge, under the workbench’s own policy', async () => {
  const answer = await page.evaluate(async (address) => {
    const { driver } = drivers.bridged();
    const opened = await driver.open(address);
    const [button] = opened.first.view.elements;
    const { result } = await opened.act({ kind: 'click', ref: button?.ref ?? -1 });
    const stale = await opened.act({ kind: 'click', ref: 99 });
    await opened.close();
    const late = await opened.act({ kind: 'wait' }).catch(String);
    const outside = await driver.open('index.html').catch(String);
    await driver.close();
    const closed = await driver.open(address).catch(String);
    return { result, stale: stale.result.status, late, outside, closed };
  }, heading('One'));
  expect(answer).toEqual({
    result: { status: 'done', reason: '' },
    stale: 'stale',
    late: 'InfrastructureError: bridge: page 0 is not open',
    outside: expect.stringMatching(/^InfrastructureError: bridge: .*index\.html is not in .*flows/),
    closed: 'InfrastructureError: bridge: the driver is closed',
  });
});

test('a sandboxed frame of the page does not get the token', async () => {
  await page.evaluate(
    async (src) => {
      const frame = document.createElement('iframe');
      frame.name = 'prying';
      frame.sandbox.add('allow-scripts');
      frame.src = src;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
    },
    `/${heading('Frame')}`,
  );
  const answer = await page.frame('prying')?.evaluate(() =>
    fetch('/__bridge/token').then(
      (response) => response.text(),
      (error) => String(error),
    ),
  );
  expect(answer).toMatch(/Failed to fetch/);
});

test('calls of a lost bridge fail with what to do, and the next episode waits until it is back', async () => {
  await page.evaluate(async (address) => {
    const { driver, seen } = drivers.bridged();
    drivers.kept = { driver, seen, page: await driver.open(address) };
  }, heading('Before'));
  const failing = page.evaluate(async () => {
    try {
      for (;;) await drivers.kept.page.act({ kind: 'wait' });
    } catch (error) {
      return String(error);
    }
  });
  const { port } = server;
  await server.close();
  expect(await failing).toMatch(/^InfrastructureError: bridge: the connection to the bridge was lost/);
  expect(await failing).toMatch(HOW_TO_GET_ONE);
  expect(await page.evaluate(() => drivers.kept.driver.status)).toMatchObject({
    state: 'lost',
    reason: expect.stringMatching(HOW_TO_GET_ONE),
  });
  const waiting = page.evaluate(async (address) => {
    const { first } = await drivers.kept.driver.open(address);
    return first.view.headings;
  }, heading('After'));
  server = await startServer({}, port);
  expect(await waiting).toEqual(['After']);
  // A page does not outlive its connection.
  const old = await page.evaluate(() => drivers.kept.page.act({ kind: 'wait' }).catch(String));
  expect(old).toMatch(/^InfrastructureError/);
  const seen = await page.evaluate(() => drivers.kept.seen);
  expect([...new Set(seen)]).toEqual(['connecting', 'ready', 'lost']);
  expect(seen.at(-1)).toBe('ready');
});

test('a server without a bridge is told apart, with how to get one', async () => {
  // A host of static files answers every path with its page.
  await page.route('**/__bridge/token', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
  const found = await page.evaluate(async (address) => {
    const { driver } = drivers.bridged();
    return { status: await driver.connect(), open: await driver.open(address).catch(String) };
  }, heading('None'));
  expect(found.status.state).toBe('absent');
  expect(found.status.reason).toMatch(/^This server has no bridge\./);
  expect(found.status.reason).toMatch(HOW_TO_GET_ONE);
  expect(found.open).toMatch(/^InfrastructureError: bridge: This server has no bridge/);
});

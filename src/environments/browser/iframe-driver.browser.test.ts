import { transfer, wrap } from 'comlink';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InfrastructureError } from '../../core/environment.ts';
import { generateFlowTasks } from './flow-tasks.ts';
import { hostFrames } from './iframe-host.ts';
import { connectDriver, FixturePage, fixture } from './page/fixtures/drive.ts';
import type { Driving } from './page/fixtures/driving.worker.ts';
import type { PageReport } from './page-protocol.ts';

let driver: ReturnType<typeof connectDriver>;
beforeEach(() => {
  driver = connectDriver();
});
afterEach(() => driver.end());

const open = async (html: string, script?: string, more?: Record<string, string>) =>
  new FixturePage(await driver.open(fixture(html, script, more)));

test('many pages at once do not know of each other', async () => {
  const pages = await Promise.all(
    Array.from({ length: 32 }, (_, i) => open(`<label>Field <input value="${i}"></label>`)),
  );
  await Promise.all(pages.map((page, i) => page.fill('Field', `text ${i}`)));
  expect(pages.map((page) => page.named('Field').value)).toEqual(pages.map((_, i) => `text ${i}`));
});

test('a frame is used again for the next address, and nothing of the last page is left', async () => {
  const entries = history.length;
  const first = await open('<p role="status">First</p><button>One</button>');
  await first.page.close();
  const second = await open('<p role="status">Second</p>');
  expect(second.view).toMatchObject({ document: 0, messages: ['Second'], elements: [] });
  expect(document.querySelectorAll('iframe')).toHaveLength(1);
  expect(history.length).toBe(entries);
});

test('links and forms lead to the next document; elements of the last one are stale', async () => {
  const next = fixture('<h1>Next</h1><a id="b" href="#x">Stay</a>').replace('flows/fixtures/', '');
  const html = `<a href="${next.replaceAll('&', '&amp;').replaceAll('"', '%22')}">On</a>
    <form action="page.html"><input type="hidden" name="html" value="&lt;h1&gt;Sent&lt;/h1&gt;"><label>Word <input name="w"></label></form>`;
  const page = await open(html);
  const { ref } = page.named('Word');
  await page.click('On');
  expect(page.view).toMatchObject({ document: 1, headings: ['Next'] });
  await page.click('Stay');
  expect(page.view.document).toBe(1);
  expect((await page.page.act({ kind: 'click', ref: ref + 50 })).result.status).toBe('stale');

  const form = await open(html);
  await form.submit('Word');
  expect(form.view).toMatchObject({ document: 1, headings: ['Sent'] });
});

test('an action meant for a page that has left by itself is stale, and not done on the next', async () => {
  const next = fixture('<h1>Next</h1><button>Danger</button>').replace('flows/fixtures/', '');
  const page = await open(`<button>Here</button><a id="next" href="${next}">Next</a>`, 'leaving');
  await new Promise((resolve) => setTimeout(resolve, 600));
  const { result } = await page.click('Here');
  expect(result).toEqual({ status: 'stale', reason: 'the page has been replaced by another' });
  expect(page.view).toMatchObject({ document: 1, headings: ['Next'] });
});

test('a page that throws or replaces globals is driven all the same', async () => {
  const throwing = await open('<button>Press</button>', 'throwing');
  expect((await throwing.click('Press')).result.status).toBe('done');
  const hostile = await open('<label>Field <input></label>', 'hostile');
  expect((await hostile.fill('Field', 'text')).result.status).toBe('done');
  expect(hostile.named('Field').value).toBe('text');
});

test('a page that does not answer is an infrastructure failure, and the next page is fine', async () => {
  const impatient = connectDriver({ answerMilliseconds: 1500 });
  const show = async (html: string, script?: string) =>
    new FixturePage(await impatient.open(fixture(html, script)));
  const bystander = await show('<button>Idle</button>');
  const page = await show('<button id="spin">Spin</button>', 'looping');
  const failure = page.click('Spin');
  await expect(failure).rejects.toThrow(InfrastructureError);
  await expect(failure).rejects.toThrow(/flows\/fixtures\/page\.html.* did not answer within 1\.5 s/);
  await expect(page.wait()).rejects.toThrow(InfrastructureError);
  // All frames share the process in which that page loops.
  await expect(bystander.wait()).rejects.toThrow(InfrastructureError);
  await expect.poll(() => document.querySelectorAll('iframe').length, { timeout: 10_000 }).toBe(0);
  expect((await show('<button>Fresh</button>')).view.elements).toHaveLength(1);
  await impatient.end();
});

test('a page without a driver or outside the flows is an infrastructure failure; others go on', async () => {
  const bystander = await open('<button>Idle</button>');
  await expect(driver.open('flows/fixtures/undriven.html')).rejects.toThrow(/without the page driver/);
  await expect(driver.open('index.html')).rejects.toThrow(/is not in flows\//);
  const left = await open('<a href="undriven.html">Out</a>');
  await expect(left.click('Out')).rejects.toThrow(/without the page driver/);
  const missing = await open('<a href="no-such-page.html">Nowhere</a>');
  await expect(missing.click('Nowhere')).rejects.toThrow(InfrastructureError);
  expect((await bystander.click('Idle')).result.status).toBe('done');
});

test('a frame that loops for a second costs the page around it no tick', async () => {
  const page = await open('<button id="spin">Spin</button>', 'looping', { seconds: '1' });
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 10);
  await page.click('Spin');
  clearInterval(timer);
  // In the same process there would be one at most, after the loop.
  expect(ticks).toBeGreaterThan(5);
});

test('a page reaches neither storage nor cookies nor anything of the page around it', async () => {
  await cookieStore.set('secret', '1');
  localStorage.setItem('secret', '1');
  Object.assign(window, { token: 'secret' });
  const page = await open('', 'prying');
  expect(page.view.messages).toEqual([
    'storage: SecurityError',
    'cookies: SecurityError',
    'databases: SecurityError',
    'parent document: SecurityError',
    'parent storage: SecurityError',
    'parent token: SecurityError',
  ]);
});

test('the user’s focus stays where it is, whatever the driven page does', async () => {
  const input = document.body.appendChild(document.createElement('input'));
  try {
    input.focus();
    let lost = 0;
    input.addEventListener('blur', () => {
      lost += 1;
    });
    const page = await open(
      `<label for="field">Field</label><input id="field" required>
       <button id="focus">Focus</button><button id="open">Open</button>
       <form><label>Other <input required></label><button>Send</button></form>
       <label><input type="checkbox"> Box</label>
       <dialog id="dialog"><form method="dialog"><button>Close</button></form></dialog>`,
      'buttons',
    );
    await page.fill('Field', 'text');
    await page.click('Box');
    await page.click('Send');
    await page.click('Focus');
    expect(page.view.messages).toContain('active field');
    await page.click('Open');
    await page.click('Close');
    await page.submit('Field');
    expect(lost).toBe(0);
    expect(document.activeElement).toBe(input);
  } finally {
    input.remove();
  }
});

test('a page that takes the focus by force loses it again at once', async () => {
  const input = document.body.appendChild(document.createElement('input'));
  try {
    input.focus();
    const page = await open(
      '<label>Field <input id="field"></label><button id="steal">Steal</button>',
      'buttons',
    );
    await page.click('Steal');
    await expect.poll(() => document.activeElement).toBe(input);
  } finally {
    input.remove();
  }
});

test('nothing waits for an animation frame: out of view, as in a hidden tab, none comes', async () => {
  const page = await open('<button id="count">Count</button><div data-style="height:900px"></div>', 'frames');
  for (let i = 0; i < 20; i += 1) {
    await page.scroll('down');
    await page.scroll('up');
  }
  await page.click('Count');
  expect(['0 frames', '1 frames']).toContain(page.view.messages[0]);
});

test('a worker drives frames through a port of the page', async () => {
  const worker = new Worker(new URL('./page/fixtures/driving.worker.ts', import.meta.url), {
    type: 'module',
  });
  const { port1, port2 } = new MessageChannel();
  const unhost = hostFrames(port1, { base: location.origin });
  const address = fixture('<button id="tell">Tell</button>', 'buttons');
  const view = await wrap<Driving>(worker).click(transfer(port2, [port2]), address, 'Tell');
  expect(view.messages).toEqual(['alert: Attention']);
  unhost();
  worker.terminate();
});

/** Without the numbers by which elements are named: they go on from flow to flow. */
function withoutRefs(report: PageReport): unknown {
  return JSON.parse(JSON.stringify(report), (key, value) => (key === 'ref' ? undefined : value));
}

test('a flow shown in a document that has shown others is the same as in one of its own', async () => {
  const others = { monitor: 0, validation: 0, heldout: 0 };
  const tasks = await generateFlowTasks({ seed: 11, tasksPerFamily: 1, others });
  const fresh = new Map<string, unknown>();
  for (const { address } of tasks) {
    const alone = connectDriver();
    fresh.set(address, withoutRefs((await alone.open(address)).first));
    await alone.end();
  }
  for (const { address } of tasks) {
    const page = await driver.open(address);
    expect(withoutRefs(page.first)).toEqual(fresh.get(address));
    // Leaves the page in some other state than it came in.
    await page.act({ kind: 'scroll', direction: 'down' });
    const field = page.first.view.elements.find(({ role, readOnly }) => role === 'textbox' && !readOnly);
    if (field) await page.act({ kind: 'fill', ref: field.ref, value: 'left behind' });
    await page.close();
  }
  expect(document.querySelectorAll('iframe')).toHaveLength(1);
});

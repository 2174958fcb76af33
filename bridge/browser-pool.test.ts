/** The pool's pages against a real server, in real Chromium. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InfrastructureError } from '../src/core/environment.ts';
import { FixturePage, fixture } from '../src/environments/browser/page/fixtures/drive.ts';
import { type BridgeServer, type LaxPages, startServer } from './bridge-server.fixture.ts';
import { BrowserPool } from './browser-pool.ts';

/** What reached a server on this machine that is not the workbench's. */
const reached: string[] = [];
let outside: Server;
let server: BridgeServer;
let pool: BrowserPool;

function laxPages(foreign: string): LaxPages {
  const press = (script: string) => `<button id="go">Go</button><p role="status" id="said"></p>
    <script>
      const say = (text) => { said.textContent += text + ' ' };
      go.addEventListener('click', async () => { ${script} });
    </script>`;
  return {
    'link.html': `<a href="${foreign}">Go</a>`,
    'inside.html': '<a href="/index.html">Go</a>',
    'form.html': `<form action="${foreign}" method="post"><button>Go</button></form>`,
    'script.html': press(`location.href = '${foreign}'`),
    'refresh.html': press(
      `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=${foreign}">')`,
    ),
    'open.html': press(`window.open('${foreign}'); window.open('about:blank'); say('opened')`),
    'noopener.html': `<a href="${foreign}" target="_blank" rel="noopener">Go</a>`,
    'fetch.html': press(`
      for (const url of ['${foreign}', '/index.html', '/__bridge/token']) {
        await fetch(url, { mode: 'no-cors' }).then(() => say('fetched ' + url), () => say('no'));
      }`),
    'socket.html': press(`
      for (const url of ['${foreign.replace('http', 'ws')}', 'ws://' + location.host + '/__bridge/socket']) {
        await new Promise((done) => {
          const socket = new WebSocket(url, ['rl-bridge.1', 'rl-bridge-token.guess']);
          socket.onopen = () => { say('connected ' + url); done(); };
          socket.onerror = () => { say('no'); done(); };
        });
      }`),
    'beacon.html': press(`navigator.sendBeacon('${foreign}'); say('sent')`),
    'frame.html': press(
      `document.body.insertAdjacentHTML('beforeend', '<iframe src="${foreign}"></iframe><img src="${foreign}">')`,
    ),
    'worker.html': press(`
      const work = "new WebSocket('${foreign.replace('http', 'ws')}').onerror = () => postMessage('no')";
      const worker = new Worker(URL.createObjectURL(new Blob([work])));
      await new Promise((done) => { worker.onmessage = ({ data }) => { say(data); done(); } });`),
    'download.html': `<a href="link.html" download="x.html">Go</a>`,
    'permissions.html': press(`
      for (const name of ['geolocation', 'notifications', 'clipboard-read', 'camera'])
        say((await navigator.permissions.query({ name })).state);`),
    'service.html': press('try { say(typeof navigator.serviceWorker) } catch (error) { say(error.name) }'),
    'unsandboxed.html': '<p>unsandboxed</p>',
    'storage.html': press(`
      try { say(localStorage.length) } catch (error) { say(error.name) }
      try { say(document.cookie) } catch (error) { say(error.name) }
      say('name:' + window.name); window.name = 'left behind';`),
    'trusted.html': `<label>Field <input></label>${press('')}<script>
      for (const type of ['beforeinput', 'input', 'change', 'click']) addEventListener(type, (event) => {
        if (type !== 'click' || event.target === go) say(type + ' ' + event.isTrusted);
      });</script>`,
    'loop.html': press('for (;;);'),
  };
}

beforeAll(async () => {
  outside = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.end('outside');
  });
  outside.on('upgrade', (request, socket) => {
    reached.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const foreign = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`;
  server = await startServer(laxPages(foreign));
  pool = new BrowserPool(() => server.url, {
    limits: { answerMilliseconds: 5000, loadMilliseconds: 10_000 },
  });
});
afterAll(async () => {
  await pool.close();
  await server.close();
  outside.close();
});

const open = async (address: string) => new FixturePage(await pool.open(address));

test('click, fill, submit, select and scroll do what a person would do', async () => {
  const page = await open(
    fixture(
      `<form><label>Word <input name="w" value="old"></label><label><input type="checkbox" name="c"> Agree</label>
       <label>Size <select name="s"><option>Small<option>Large</select></label><button>Send</button></form>
       <div data-style="height: 2000px"></div><p role="status">End</p>`,
      'forms',
    ),
  );
  await page.fill('Word', 'new text');
  await page.click('Agree');
  await page.select('Size', 'Large');
  expect(page.view.elements.map(({ value, checked }) => value ?? checked)).toEqual([
    'new text',
    true,
    'Large',
    null,
  ]);
  await page.submit('Word');
  await page.scroll('down');
  expect(page.view.canScrollUp).toBe(true);
  for (let i = 0; i < 8 && page.view.canScrollDown; i += 1) await page.scroll('down');
  expect(page.view.messages.join()).toContain('sent w=new+text&c=on&s=Large');
  await page.page.close();
});

test('input is trusted', async () => {
  const page = await open('flows/trusted.html');
  await page.fill('Field', 'text');
  await page.click('Go');
  expect(page.view.messages).toEqual(['beforeinput true input true change true click true']);
  await page.page.close();
});

test('what a person could not do is refused with its reason; what is gone is stale', async () => {
  const page = await open(
    fixture(
      '<button disabled>Off</button><label>Fixed <input readonly></label><button id="gone">Gone</button>',
      'buttons',
    ),
  );
  expect((await page.click('Off')).result).toEqual({ status: 'refused', reason: 'it is disabled' });
  expect((await page.fill('Fixed', 'x')).result).toEqual({ status: 'refused', reason: 'it is read-only' });
  const { ref } = page.named('Gone');
  await page.click('Gone');
  expect((await page.page.act({ kind: 'click', ref })).result.status).toBe('stale');
  await page.page.close();
});

test('a link leads to the next document, whose number is one more', async () => {
  const next = fixture('<h1>Next</h1>').replace('flows/fixtures/', '');
  const page = await open(fixture(`<a href="${next.replaceAll('&', '&amp;')}">On</a>`));
  await page.click('On');
  expect(page.view).toMatchObject({ document: 1, headings: ['Next'] });
  await page.page.close();
});

for (const name of ['link', 'inside', 'form', 'script']) {
  test(`a page that tries to leave by ${name} is an infrastructure failure, and nothing is fetched`, async () => {
    const page = await open(`flows/${name}.html`);
    const failure = page.click('Go');
    await expect(failure).rejects.toThrow(InfrastructureError);
    await expect(failure).rejects.toThrow(/it tried to go to http/);
    expect(reached).toEqual([]);
  });
}

test('a page that leaves by a refresh fails with the next action', async () => {
  const page = await open('flows/refresh.html');
  await expect(
    (async () => {
      for (let i = 0; i < 50; i += 1) await page.click('Go');
    })(),
  ).rejects.toThrow(/it tried to go to http/);
  expect(reached).toEqual([]);
});

for (const [name, said] of [
  ['open', 'opened'],
  ['fetch', 'no no no'],
  ['socket', 'no no'],
  ['beacon', 'sent'],
  ['worker', 'no'],
  ['permissions', 'denied denied denied denied'],
  ['service', 'SecurityError'],
] as const) {
  test(`a page reaches nothing outside by ${name}`, async () => {
    const page = await open(`flows/${name}.html`);
    await page.click('Go');
    for (let i = 0; i < 100 && page.view.messages[0] !== said; i += 1) await page.wait();
    expect(page.view.messages).toEqual([said]);
    expect(reached).toEqual([]);
    await page.page.close();
  });
}

for (const name of ['frame', 'noopener', 'download']) {
  test(`a page gets nothing from outside by ${name} and can still be driven`, async () => {
    const page = await open(`flows/${name}.html`);
    await page.click('Go');
    expect((await page.wait()).result.status).toBe('done');
    expect(reached).toEqual([]);
    await page.page.close();
  });
}

test('an address outside the flows, an unsandboxed page, a missing one and one without a driver are refused', async () => {
  await expect(pool.open('index.html')).rejects.toThrow(/is not in .*flows\//);
  await expect(pool.open('flows/../index.html')).rejects.toThrow(/is not in .*flows\//);
  await expect(pool.open('http://example.com/flows/x.html')).rejects.toThrow(/is not in .*flows\//);
  await expect(pool.open('//example.com/flows/x.html')).rejects.toThrow(/is not in .*flows\//);
  await expect(pool.open('flows/unsandboxed.html')).rejects.toThrow(/does not sandbox it/);
  await expect(pool.open('flows/missing.html')).rejects.toThrow(/missing\.html/);
  await expect(pool.open('flows/fixtures/undriven.html')).rejects.toThrow(/without the page driver/);
});

test('a page is used again, and nothing of the last episode is left in it', async () => {
  for (let episode = 0; episode < 3; episode += 1) {
    const page = await open('flows/storage.html');
    await page.click('Go');
    expect(page.view.messages).toEqual(['SecurityError SecurityError name:']);
    expect(page.view.document).toBe(0);
    await page.page.close();
  }
});

test('a page that does not answer fails, with those in its process; the next one is fine', async () => {
  const page = await open('flows/loop.html');
  await expect(page.click('Go')).rejects.toThrow(/did not answer within 5 s/);
  await expect(page.wait()).rejects.toThrow(InfrastructureError);
  expect((await open('flows/link.html')).view.elements).toHaveLength(1);
});

test('after its browser was closed the pool starts another', async () => {
  const page = await open('flows/link.html');
  await pool.close();
  await expect(page.wait()).rejects.toThrow(InfrastructureError);
  expect((await open('flows/link.html')).view.elements).toHaveLength(1);
});

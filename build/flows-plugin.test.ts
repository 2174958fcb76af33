import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flowHeaders, flows } from './flows-plugin.ts';

let vite: ViteDevServer;
let server: Server;
let base: string;
beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    logLevel: 'error',
    plugins: [flows()],
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  server = createHttpServer(vite.middlewares).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await vite.close();
});

describe('what is served under /flows/', () => {
  test('pages and bundled scripts, all with the headers of a sandboxed frame', async () => {
    for (const [path, type, text] of [
      ['', 'text/html; charset=utf-8', 'gallery.js'],
      ['form.html?spec=x', 'text/html; charset=utf-8', '<script src="driver.js">'],
      ['flow.css', 'text/css; charset=utf-8', 'body'],
      ['driver.js', 'text/javascript; charset=utf-8', '__pageDriver'],
    ] as const) {
      const response = await fetch(`${base}/flows/${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe(type);
      for (const [name, value] of Object.entries(flowHeaders)) expect(response.headers.get(name)).toBe(value);
      expect(await response.text()).toContain(text);
    }
  });

  test('a script is one classic script without imports', async () => {
    const code = await (await fetch(`${base}/flows/driver.js`)).text();
    expect(() => new Function(code)).not.toThrow();
  });

  test('nothing outside the folder', async () => {
    for (const path of [
      'missing.html',
      '..%2f..%2fpackage.json',
      'fixtures/..%2f..%2fdriver.ts',
      '%00',
      'fixtures/',
    ]) {
      const response = await fetch(`${base}/flows/${path}`);
      expect(response.status, path).toBe(404);
      expect(await response.text()).not.toContain('"name"');
    }
  });
});
